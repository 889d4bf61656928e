/** What the user pages ask the server, as TanStack Query options: one key and one call for each question. */

import { queryOptions } from '@tanstack/react-query';
import type { AccountKind } from '@voltloop/contract';
import { listUsers } from '@voltloop/contract/calls/users.ts';
import { call } from '../../api/call.ts';

/** Accounts a picker offers at once; whoever looks for another one types more letters. */
const OFFERED = 20;

/** Accounts that fit a search, for a picker. */
export const offeredAccounts = (
  tenantId: string,
  wanted: { search: string; kinds?: readonly AccountKind[] | undefined; withSelf: boolean },
) =>
  queryOptions({
    queryKey: ['users', 'offered', tenantId, wanted],
    staleTime: 15_000,
    queryFn: ({ signal }) =>
      call(listUsers, {
        params: { tenantId },
        query: {
          search: wanted.search,
          limit: OFFERED,
          sort: 'name',
          ...(wanted.kinds ? { kind: wanted.kinds.join(',') } : {}),
          ...(wanted.withSelf ? { with_self: true } : {}),
        },
        signal,
      }),
  });
