import type { QueryClient } from '@tanstack/react-query';
import type { User } from '@voltloop/contract';
import { deleteUser } from '@voltloop/contract/calls/users.ts';
import { create } from 'zustand';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { type ToastText, toast } from '../../ui/toast/toast.ts';
import { inBulk } from './bulk-work.ts';
import type { PendingDeletes } from './pending-tree.ts';
import { usersChanged } from './queries.ts';

/**
 * Accounts removed from the lists whose deletion can still be undone, each with its parent: the server has not been
 * called.
 */
export const usePendingDeletes = create<{ ids: PendingDeletes }>(() => ({ ids: new Map() }));

function change(users: readonly User[], pending: boolean): void {
  usePendingDeletes.setState(({ ids: before }) => {
    const next = new Map(before);
    for (const { id, parent_id } of users) pending ? next.set(id, parent_id) : next.delete(id);
    return { ids: next };
  });
}

/**
 * Removes accounts from the lists immediately and deletes them when the toast with Undo has closed: one call each
 * (interpretation A29). Refused accounts return to the list, with the reason. Does nothing for an empty list.
 */
export function deleteLater(tenantId: string, users: readonly User[], client: QueryClient): void {
  const [first] = users;
  if (!first) return;
  change(users, true);
  const what: ToastText =
    users.length === 1
      ? { ns: 'users', key: 'delete.done', values: { name: first.name } }
      : { ns: 'users', key: 'delete.doneMany', values: { total: String(users.length) } };
  toast.undoable(what, {
    run: () => change(users, false),
    otherwise: () => void deleteNow(tenantId, users, client),
  });
}

async function deleteNow(tenantId: string, users: readonly User[], client: QueryClient): Promise<void> {
  await inBulk('delete', users, async ({ id }) => {
    try {
      await call(deleteUser, { params: { tenantId, id } });
    } catch (error) {
      // An already deleted account counts as success.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  });
  await usersChanged(client);
  change(users, false);
}
