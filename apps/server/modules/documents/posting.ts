import type { Db, Trx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { limitLockWait } from '../../platform/lock-wait.ts';

/** Tries of a transaction that PostgreSQL ends because of a deadlock. */
const TRIES = 3;
/** Deadlock, unique violation, lock not available. */
const busy: ReadonlySet<string> = new Set(['40P01', '23505', '55P03']);

/**
 * Runs what posts documents, or only tries to, in a transaction of its own: again where others posted the same goods.
 * @throws conflict where that still fails at the third try, or goods by mass are no longer there
 */
export async function posting<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (trx) => {
        await limitLockWait(trx);
        return work(trx);
      });
    } catch (error) {
      const { code, table } = error as { code?: string; table?: string };
      // Ended by a deadlock, or somebody else has just made the same battery, lot or place.
      if ((code === '40P01' || code === '23505') && attempt < TRIES) continue;
      if (code && busy.has(code))
        throw new AppError('conflict', {
          message: 'Others are posting the same goods: try again',
          cause: error,
        });
      if (code === '23514' && (table === 'lot_balances' || table === 'place_totals')) throw notThere();
      throw error;
    }
  }
}

function notThere(): AppError {
  const message = 'Goods of this document are no longer there';
  return new AppError('conflict', {
    message,
    fields: [{ path: 'ids.0', key: 'rule.document.noLongerThere', message }],
  });
}
