import { useQueryClient } from '@tanstack/react-query';
import type { Page, User } from '@voltloop/contract';
import { setUserState } from '@voltloop/contract/calls/users.ts';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { toast } from '../../ui/toast/toast.ts';
import { inBulk } from './bulk-work.ts';
import { usersChanged } from './queries.ts';

/** Disables or enables accounts: an optimistic update, reverted if the server refuses. */
export function useSetStates(): (users: readonly User[], disabled: boolean) => Promise<void> {
  const client = useQueryClient();
  const { tenantId } = useAccount();
  return async (users, disabled) => {
    const put = (user: User) =>
      client.setQueriesData<Page<User>>(
        { queryKey: ['users', 'list'] },
        (page) => page && { ...page, list: page.list.map((row) => (row.id === user.id ? user : row)) },
      );
    const wrong = users.filter(({ state }) => (state === 'disabled') !== disabled);
    for (const user of wrong) {
      put({ ...user, state: disabled ? 'disabled' : user.last_login_time === null ? 'never' : 'active' });
    }
    const done = await inBulk(disabled ? 'disable' : 'enable', wrong, async (user) => {
      try {
        put(await call(setUserState, { params: { tenantId, id: user.id }, body: { disabled } }));
      } catch (error) {
        put(user);
        throw error;
      }
    });
    const changed = done.length;
    if (changed > 0) {
      const key = disabled ? 'disable.done' : 'enable.done';
      const name = changed === 1 ? (done[0]?.name ?? '') : '';
      toast.success(
        changed === 1
          ? { ns: 'users', key, values: { name } }
          : { ns: 'users', key: `${key}Many`, values: { total: String(changed) } },
      );
    }
    await usersChanged(client);
  };
}
