import { queryOptions } from '@tanstack/react-query';
import { orderProgress } from '@voltloop/contract/calls/order.ts';
import { call } from '../../../api/call.ts';

/** What is ordered, shipped and returned of each line of an order. */
export const progressOf = (id: string) =>
  queryOptions({
    queryKey: ['rows', 'order', 'progress', id],
    queryFn: ({ signal }) => call(orderProgress, { query: { id }, signal }),
  });
