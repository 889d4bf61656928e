import { useMemo } from 'react';
import { useSession } from '../api/session.ts';
import { hasRight, type Who, whoOf } from './who.ts';

export { hasRight } from './who.ts';

/** The signed-in account; a new object only when role or rights have changed. */
export function useWho(): Who {
  const { roleId, rights } = whoOf(useSession((state) => state.login));
  return useMemo(() => ({ roleId, rights }), [roleId, rights]);
}

/**
 * Whether the signed-in account has a right: buttons that the server would refuse are not shown.
 * @example const mayInsert = useRight(rightOf(resource, 'insert'));
 */
export function useRight(id: number): boolean {
  return useSession((state) => hasRight(whoOf(state.login), id));
}
