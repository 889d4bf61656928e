import type { Trx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Core } from './core.ts';
import { afterFailure, delay_ms, type Failures, type Limit, lockedFor_s, reverted } from './login-limit.ts';
import { clearLoginFailures, lockLoginFailures, loginFailures, saveLoginFailures } from './store-failures.ts';

/** A counter that a guess counts against: a key of `login_limits` and its limit of failures. */
export interface Counter {
  key: string;
  limit: Limit;
}

/** A guess that was counted as a failure before it is checked. */
export interface Reserved<C extends Counter> {
  counters: readonly C[];
  /** Counters that are now locked, unless the guess is right. */
  locked: C[];
  /** The wait before the check, because of earlier failures. */
  wait_ms: number;
  /** The same for each counter. */
  waits: readonly { counter: C; ms: number }[];
}

/**
 * Counts a guess as a failure before it is checked, so that concurrent guesses cannot exceed the limit. {@link
 * settle} reverts a right one.
 * @throws tooMany with the seconds to wait once one of the counters is locked
 */
export async function reserve<C extends Counter>(core: Core, counters: readonly C[]): Promise<Reserved<C>> {
  const { db, clock } = core.services;
  const keys = counters.map((c) => c.key);
  // Most of a flood ends here, without waiting for the lock of a contended row.
  refuseLocked(await loginFailures(db, keys), clock());
  return db.transaction().execute(async (trx) => {
    const now = clock();
    const states = await lockLoginFailures(trx, keys, now);
    refuseLocked(states, now);
    const locked: C[] = [];
    const waits: { counter: C; ms: number }[] = [];
    for (const counter of counters) {
      const state = states.get(counter.key) ?? null;
      waits.push({ counter, ms: delay_ms(counter.limit, state, now) });
      const next = afterFailure(counter.limit, state, now);
      await saveLoginFailures(trx, counter.key, next);
      if (next.blockedUntil) locked.push(counter);
    }
    return { counters, locked, waits, wait_ms: Math.max(0, ...waits.map(({ ms }) => ms)) };
  });
}

/** Calls {@link reserve}, then waits as long as required. */
export async function reserveAndWait<C extends Counter>(
  core: Core,
  counters: readonly C[],
): Promise<Reserved<C>> {
  const reserved = await reserve(core, counters);
  if (reserved.wait_ms > 0) await core.wait(reserved.wait_ms);
  return reserved;
}

/** Reverts a counted guess that was right or was not checked. With `clear` the run of that counter ends. */
export async function settle<C extends Counter>(
  trx: Trx,
  { counters }: Reserved<C>,
  clear?: C,
): Promise<void> {
  const states = await loginFailures(
    trx,
    counters.map((c) => c.key),
    { lock: true },
  );
  for (const { key, limit } of counters) {
    const state = states.get(key);
    const next = state && key !== clear?.key ? reverted(limit, state) : null;
    if (next) await saveLoginFailures(trx, key, next);
    else await clearLoginFailures(trx, [key]);
  }
}

function refuseLocked(states: ReadonlyMap<string, Failures>, now: Date): void {
  const locked_s = Math.max(0, ...[...states.values()].map((state) => lockedFor_s(state, now) ?? 0));
  if (locked_s > 0) throw new AppError('tooMany', { retryAfter_s: locked_s });
}
