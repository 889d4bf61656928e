import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ApiToken, listApiTokens } from '@voltloop/contract/calls/api-tokens.ts';
import {
  getSecurity,
  listOwnActivity,
  listOwnSessions,
  type OwnActivity,
  type OwnSession,
  type Security,
} from '@voltloop/contract/calls/self.ts';
import { listWebhooks } from '@voltloop/contract/calls/webhooks.ts';
import { call } from '../../api/call.ts';
import { loadSelf } from '../../api/load-self.ts';
import { useSession } from '../../api/session.ts';

/** Queries about the signed-in account. Every key begins with `own`. */
export function useSelf() {
  const known = useSession((state) => state.self);
  return useQuery({
    queryKey: ['own', 'self'],
    queryFn: loadSelf,
    ...(known ? { initialData: known, initialDataUpdatedAt: 0 } : {}),
  });
}

export const useSecurity = () =>
  useQuery<Security>({ queryKey: ['own', 'security'], queryFn: () => call(getSecurity) });
export const useOwnSessions = () =>
  useQuery<OwnSession[]>({ queryKey: ['own', 'sessions'], queryFn: () => call(listOwnSessions) });
export const useApiTokens = () =>
  useQuery<ApiToken[]>({ queryKey: ['own', 'tokens'], queryFn: () => call(listApiTokens) });
export const useWebhooks = () =>
  useQuery({ queryKey: ['own', 'webhooks'], queryFn: () => call(listWebhooks) });
export const useOwnActivity = () =>
  useQuery<OwnActivity[]>({ queryKey: ['own', 'activity'], queryFn: () => call(listOwnActivity) });

/** Invalidates all of them after a change. */
export function useOwnReload(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['own'] });
}
