import type { User } from '@voltloop/contract';
import { create } from 'zustand';
import { type Outcome, runMany } from '../../ui/list/run-many.ts';
import { notifyError } from '../../ui/toast/notify-error.ts';

export type BulkKind = 'enable' | 'disable' | 'delete';

interface BulkWork {
  /** The bulk operation in progress. */
  running: { kind: BulkKind; done: number; total: number } | null;
  /** The accounts that the server refused, with its errors. */
  refused: readonly Outcome<User>[];
}

const nothing: BulkWork = { running: null, refused: [] };
/** A global store: an operation continues when the page is left, and the result is shown on return. */
export const useBulkWork = create<BulkWork>(() => nothing);

/**
 * Runs an operation on accounts: one call per account (interpretation A29), with progress and a list of refusals;
 * for a single account an error is shown as a message.
 * @returns the accounts that succeeded
 */
export async function inBulk(
  kind: BulkKind,
  users: readonly User[],
  work: (user: User) => Promise<unknown>,
): Promise<User[]> {
  const total = users.length;
  const several = total > 1;
  if (several) useBulkWork.setState({ running: { kind, done: 0, total }, refused: [] });
  const outcomes = await runMany(users, work, (done) => {
    if (several) useBulkWork.setState({ running: { kind, done, total } });
  });
  const refused = outcomes.filter(({ error }) => error !== undefined);
  if (several) useBulkWork.setState({ running: null, refused });
  else for (const { error } of refused) notifyError(error);
  return outcomes.filter(({ error }) => error === undefined).map(({ item }) => item);
}

export const clearRefused = () => useBulkWork.setState({ refused: [] });
