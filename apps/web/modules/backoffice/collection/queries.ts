import { queryOptions } from '@tanstack/react-query';
import { collectionProgress } from '@voltloop/contract/calls/collection.ts';
import { call } from '../../../api/call.ts';

/** Quoted, received, settled and invoiced amounts of a collection. */
export const progressOf = (id: string, version: number) =>
  queryOptions({
    queryKey: ['rows', 'collection', 'progress', id, version],
    queryFn: ({ signal }) => call(collectionProgress, { query: { id }, signal }),
  });
