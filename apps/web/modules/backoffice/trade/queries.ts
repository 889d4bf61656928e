import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { findUninvoiced, openDeliveries, reverseTotal } from '@voltloop/contract/calls/invoice.ts';
import { orderProgress, orderStock } from '@voltloop/contract/calls/order.ts';
import { customerAmounts, sellerAmounts } from '@voltloop/contract/calls/trade.ts';
import { call } from '../../../api/call.ts';

/** Ordered, shipped and returned amounts of each line of an order. */
export const progressOf = (id: string) =>
  queryOptions({
    queryKey: ['rows', 'order', 'progress', id],
    queryFn: ({ signal }) => call(orderProgress, { query: { id }, signal }),
  });

/** The stock for each line of an order. */
export const stockOf = (id: string) =>
  queryOptions({
    queryKey: ['rows', 'order', 'stock', id],
    queryFn: ({ signal }) => call(orderStock, { query: { id }, signal }),
  });

/** Deliveries to a customer, or for an order, that are not fully invoiced. */
export const openOf = (clientId: string, orderId?: string) =>
  queryOptions({
    queryKey: ['rows', 'invoice', 'open', clientId, orderId],
    queryFn: ({ signal }) =>
      call(openDeliveries, { query: { clientId, ...(orderId ? { orderId } : {}) }, signal }),
  });

/** The reverse-invoiced amount of a person in the last 12 months. */
export const reverseTotalOf = (clientId: string) =>
  queryOptions({
    queryKey: ['rows', 'invoice', 'reverse', clientId],
    queryFn: ({ signal }) => call(reverseTotal, { query: { clientId }, signal }),
  });

/** Customers with deliveries that are not invoiced, page by page. */
export const uninvoicedPage = (page: { page: number; size: number }) =>
  queryOptions({
    queryKey: ['rows', 'invoice', 'uninvoiced', page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(findUninvoiced, { query: page, signal }),
  });

/** Ordered, delivered and invoiced amounts of a customer. */
export const amountsOfCustomer = (id: string) =>
  queryOptions({
    queryKey: ['rows', 'customer', 'amounts', id],
    queryFn: ({ signal }) => call(customerAmounts, { query: { id }, signal }),
  });

/** The sales of an enterprise or a customer to us. */
export const amountsOfSeller = (seller: { enterpriseId: string } | { clientId: string }) =>
  queryOptions({
    queryKey: ['rows', 'collection', 'amounts', seller],
    queryFn: ({ signal }) => call(sellerAmounts, { query: seller, signal }),
  });
