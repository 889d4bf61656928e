import { sql } from 'kysely';
import { advisoryLocks } from '../../../platform/advisory-locks.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Database, Trx } from '../../../platform/db.ts';
import { AppError, conflictError } from '../../../platform/errors.ts';
import { FairQueue } from '../../../platform/fair-queue.ts';
import { limitLockWait } from '../../../platform/lock-wait.ts';
import { retryBusy } from '../../../platform/retry-busy.ts';
import type { Services } from '../../../platform/services.ts';

/**
 * Deadlock, unique violation, lock not available: others lock the same goods for long, or have just created the same
 * battery, lot or place.
 */
const BUSY = ['40P01', '23505', '55P03'];
/** Concurrent postings leave half of the connections to other work. */
const queues = new WeakMap<Database['pool'], FairQueue>();
function queueOf(pool: Database['pool']): FairQueue {
  const known = queues.get(pool);
  if (known) return known;
  const atOnce = Math.max(1, Math.floor(pool.options.max / 2));
  const made = new FairQueue({ atOnce, atOncePerKey: 2, waitingPerKey: 100, refusal: tooMany });
  queues.set(pool, made);
  return made;
}

/**
 * Runs a posting, or a trial of one, in its own transaction, with retries when others posted the same goods.
 * @param documents how many; several lock one document after the other, which is safe only exclusively
 * @throws conflict where the third try still fails, or goods by mass are no longer available; tooMany
 */
export function posting<T>(
  { db, pool }: Pick<Services, 'db' | 'pool'>,
  { caller: { tenantId, accountId } }: Ctx,
  documents: number,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  const lock = sql.raw(documents > 1 ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  const transact = () =>
    db.transaction().execute(async (trx) => {
      await limitLockWait(trx);
      // Postings of one document share it; postings of several and the start of a stock-take take it exclusively.
      await sql`select ${lock}(${sql.lit(advisoryLocks.posting)}, hashtext(${tenantId}))`.execute(trx);
      return work(trx);
    });
  return queueOf(pool).run(accountId, async () => {
    try {
      return await retryBusy(BUSY, 'Others are posting the same goods: try again', transact);
    } catch (error) {
      const { code, table } = error as { code?: string; table?: string };
      if (code === '22003') throw tooMuch(error);
      if (code === '23514' && (table === 'lot_balances' || table === 'place_totals')) throw notThere();
      throw error;
    }
  });
}

const tooMuch = (cause: unknown) =>
  new AppError('conflict', { message: 'The quantity is too large for the stock', cause });

function notThere(): AppError {
  const message = 'Goods of this document are no longer there';
  return conflictError('ids.0', 'rule.document.noLongerThere', message);
}

function tooMany(): AppError {
  const message = 'Too many documents at once; wait until some are posted';
  return new AppError('tooMany', {
    message,
    retryAfter_s: 5,
    fields: [{ path: 'ids.0', key: 'rule.document.tooManyAtOnce', message }],
  });
}
