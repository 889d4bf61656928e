import type { Trx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Core } from './core.ts';
import { afterFailure, delay_ms, type Limit, lockedFor_s } from './login-limit.ts';
import { holdLoginFailures, loginFailures, saveLoginFailures } from './store.ts';

/** What a guess counts against: a key of `login_limits` and how many failures it bears. */
export interface Counter {
  key: string;
  limit: Limit;
}

/**
 * Lets a guess go on, after the wait that earlier failures have earned it.
 * @throws tooMany with the seconds to wait once one of the counters is locked
 */
export async function mayGuess(core: Core, counters: readonly Counter[]): Promise<void> {
  const states = await loginFailures(
    core.services.db,
    counters.map((c) => c.key),
  );
  const now = core.services.clock();
  const of = (c: Counter) => states.get(c.key) ?? null;
  const locked_s = Math.max(...counters.map((c) => lockedFor_s(of(c), now) ?? 0));
  if (locked_s > 0) throw new AppError('tooMany', { retryAfter_s: locked_s });
  const wait_ms = Math.max(...counters.map((c) => delay_ms(c.limit, of(c), now)));
  if (wait_ms > 0) await core.wait(wait_ms);
}

/** Counts one failure on each counter; gives those that are locked from now on. */
export async function countFailure<C extends Counter>(
  core: Core,
  trx: Trx,
  counters: readonly C[],
): Promise<C[]> {
  const now = core.services.clock();
  const states = await holdLoginFailures(
    trx,
    counters.map((c) => c.key),
    now,
  );
  const locked: C[] = [];
  for (const counter of counters) {
    const next = afterFailure(counter.limit, states.get(counter.key) ?? null, now);
    await saveLoginFailures(trx, counter.key, next);
    if (next.blockedUntil) locked.push(counter);
  }
  return locked;
}
