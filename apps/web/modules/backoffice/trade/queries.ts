import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { findUninvoiced, openDeliveries, reverseTotal } from '@voltloop/contract/calls/invoice.ts';
import { orderProgress, orderStock } from '@voltloop/contract/calls/order.ts';
import { customerAmounts, sellerAmounts } from '@voltloop/contract/calls/trade.ts';
import { call } from '../../../api/call.ts';

/** What is ordered, shipped and returned of each line of an order. */
export const progressOf = (id: string) =>
  queryOptions({
    queryKey: ['rows', 'order', 'progress', id],
    queryFn: ({ signal }) => call(orderProgress, { query: { id }, signal }),
  });

/** What lies in the stores for each line of an order. */
export const stockOf = (id: string) =>
  queryOptions({
    queryKey: ['rows', 'order', 'stock', id],
    queryFn: ({ signal }) => call(orderStock, { query: { id }, signal }),
  });

/** What was delivered to a customer, or for an order, and is not wholly invoiced. */
export const openOf = (clientId: string, orderId?: string) =>
  queryOptions({
    queryKey: ['rows', 'invoice', 'open', clientId, orderId],
    queryFn: ({ signal }) =>
      call(openDeliveries, { query: { clientId, ...(orderId ? { orderId } : {}) }, signal }),
  });

/** What was invoiced in reverse for a person in the last 12 months. */
export const reverseTotalOf = (clientId: string) =>
  queryOptions({
    queryKey: ['rows', 'invoice', 'reverse', clientId],
    queryFn: ({ signal }) => call(reverseTotal, { query: { clientId }, signal }),
  });

/** Customers with something that is not invoiced, page by page. */
export const uninvoicedPage = (page: { page: number; size: number }) =>
  queryOptions({
    queryKey: ['rows', 'invoice', 'uninvoiced', page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(findUninvoiced, { query: page, signal }),
  });

/** What a customer has ordered, was delivered and is invoiced. */
export const amountsOfCustomer = (id: string) =>
  queryOptions({
    queryKey: ['rows', 'customer', 'amounts', id],
    queryFn: ({ signal }) => call(customerAmounts, { query: { id }, signal }),
  });

/** What an enterprise or a customer has sold us. */
export const amountsOfSeller = (seller: { enterpriseId: string } | { clientId: string }) =>
  queryOptions({
    queryKey: ['rows', 'collection', 'amounts', seller],
    queryFn: ({ signal }) => call(sellerAmounts, { query: seller, signal }),
  });
