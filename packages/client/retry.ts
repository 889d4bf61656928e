import { VoltloopError } from './errors.ts';

/** Longer waits are left to the caller. */
const LONGEST_WAIT_MS = 60_000;

/** Back-off before attempt `n` (from 0), ms: doubles from 1 s to 30 s, with 25 % jitter. */
export function backOff_ms(attempt: number, random: number = Math.random()): number {
  return Math.round(Math.min(30_000, 1000 * 2 ** attempt) * (0.75 + random / 2));
}

/** Retries temporary failures after the server's `Retry-After` or a back-off; throws if that is too long. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  retries: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof VoltloopError) || !error.isTemporary || failures >= retries) throw error;
      const wait_ms = error.retryAfter_ms ?? backOff_ms(failures);
      if (wait_ms > LONGEST_WAIT_MS) throw error;
      await pause(wait_ms, signal);
    }
  }
}

/** Waits; rejects with the signal's reason when it is aborted. */
export function pause(wait_ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, wait_ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
