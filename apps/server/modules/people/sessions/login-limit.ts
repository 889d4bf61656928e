/**
 * Limits of failed sign-ins, pure. Each failure of a key prolongs the wait before the next answer; a run of failures
 * locks the key. The counters are stored in `login_limits` and survive a restart.
 */
export interface Limit {
  /** Failures in a run after which the key is locked; infinite for never. */
  lockAt: number;
  /** Failures in a run after which answers are delayed. */
  delayFrom: number;
  /** The longest wait. */
  delayMax_ms?: number;
}

/**
 * `account`: guesses at one account from one address. `address`: guesses from one address, with any name.
 * `everywhere`: guesses at one account from addresses that it has not signed in from; they delay each other, but do
 * not lock, which would shut out its owner. `code`: wrong codes of the second factor after a right password.
 */
export const limits = {
  portal: {
    account: { lockAt: 10, delayFrom: 3 },
    address: { lockAt: 50, delayFrom: 20 },
    everywhere: { lockAt: Number.POSITIVE_INFINITY, delayFrom: 20, delayMax_ms: 8000 },
  },
  admin: {
    account: { lockAt: 5, delayFrom: 2 },
    address: { lockAt: 15, delayFrom: 6 },
    everywhere: { lockAt: Number.POSITIVE_INFINITY, delayFrom: 10, delayMax_ms: 8000 },
  },
  code: { lockAt: 10, delayFrom: 3 },
} as const satisfies Record<'portal' | 'admin', Record<'account' | 'address' | 'everywhere', Limit>> & {
  code: Limit;
};

/**
 * How long a key is locked: sign-in, second factors, confirmations by password, codes by e-mail and single sign-on. The
 * e-mail about guessed codes (emails.ts) states it.
 */
export const LOCK_MS = 15 * 60_000;
/** An older failure does not belong to the run. */
export const RUN_MS = 15 * 60_000;
const DELAY_FIRST_MS = 100;
const DELAY_MAX_MS = 2000;

export interface Failures {
  failures: number;
  lastFailureAt: Date;
  blockedUntil: Date | null;
}

/** Seconds until a locked key opens; null when it is open. */
export function lockedFor_s(state: Failures | null, now: Date): number | null {
  const until = state?.blockedUntil?.getTime() ?? 0;
  return until > now.getTime() ? Math.ceil((until - now.getTime()) / 1000) : null;
}

/** The wait before this attempt is checked: doubles with each failure, counted from the last one. */
export function delay_ms(limit: Limit, state: Failures | null, now: Date): number {
  if (!state || state.failures < limit.delayFrom) return 0;
  const delay = Math.min(
    DELAY_FIRST_MS * 2 ** (state.failures - limit.delayFrom),
    limit.delayMax_ms ?? DELAY_MAX_MS,
  );
  return Math.max(0, Math.min(delay, state.lastFailureAt.getTime() + delay - now.getTime()));
}

/** The state after one more failure. An expired lock or a long pause starts a new run. */
export function afterFailure(limit: Limit, state: Failures | null, now: Date): Failures {
  const lockOver = state?.blockedUntil && state.blockedUntil.getTime() <= now.getTime();
  const paused = state && now.getTime() - state.lastFailureAt.getTime() > RUN_MS;
  const failures = (state && !lockOver && !paused ? state.failures : 0) + 1;
  return {
    failures,
    lastFailureAt: now,
    blockedUntil: failures >= limit.lockAt ? new Date(now.getTime() + LOCK_MS) : null,
  };
}

/** The state after reverting a counted guess; null when no failures remain. */
export function reverted(limit: Limit, state: Failures): Failures | null {
  const failures = state.failures - 1;
  if (failures <= 0) return null;
  return { ...state, failures, blockedUntil: failures >= limit.lockAt ? state.blockedUntil : null };
}
