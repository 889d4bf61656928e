import type { QueryClient } from '@tanstack/react-query';
import { deleteStaff, type StaffMember } from '@voltloop/contract/calls/staff.ts';
import { create } from 'zustand';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { notifyError } from '../../ui/toast/notify-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { staffChanged } from './queries.ts';

/** Staff removed from the list whose deletion can still be undone: the server has not been called. */
export const usePendingStaff = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }));

function change(id: string, pending: boolean): void {
  usePendingStaff.setState(({ ids }) => {
    const next = new Set(ids);
    if (pending) next.add(id);
    else next.delete(id);
    return { ids: next };
  });
}

/** Removes a staff account from the list immediately, and deletes it when the toast with Undo has closed. */
export function deleteLater(tenantId: string, { id, name }: StaffMember, client: QueryClient): void {
  change(id, true);
  toast.undoable(
    { ns: 'staff', key: 'delete.done', values: { name } },
    {
      run: () => change(id, false),
      otherwise: () => void deleteNow(tenantId, id, client),
    },
  );
}

async function deleteNow(tenantId: string, id: string, client: QueryClient): Promise<void> {
  try {
    await call(deleteStaff, { params: { tenantId, id } });
  } catch (error) {
    // An already deleted account counts as success.
    if (!(error instanceof ApiError && error.status === 404)) notifyError(error);
  }
  await staffChanged(client);
  change(id, false);
}
