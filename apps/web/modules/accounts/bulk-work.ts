import type { User } from '@voltloop/contract';
import { create } from 'zustand';
import { type Outcome, runMany } from '../../parts/list/run-many.ts';
import { notifyError } from '../../parts/notify-error.ts';

export type BulkKind = 'enable' | 'disable' | 'delete';

interface BulkWork {
  /** What is being done to several accounts. */
  running: { kind: BulkKind; done: number; total: number } | null;
  /** The accounts that the server refused, with what it said. */
  refused: readonly Outcome<User>[];
}

const nothing: BulkWork = { running: null, refused: [] };
/** Lives longer than the page: work in progress continues, and its result is shown on return. */
export const useBulkWork = create<BulkWork>(() => nothing);

/**
 * Does something to accounts: one call for each (interpretation A29), with its progress shown and the refused ones listed;
 * a single one is reported in a message.
 * @returns those that are done
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

export const forgetRefused = () => useBulkWork.setState({ refused: [] });
