import { AppError } from '../../../platform/errors.ts';

/** Limit of concurrent reports of one node: each reads a year and takes some tens of MB while it is written. */
const MAX_RUNNING = 3;

const running = new Set<string>();

/** Runs `make`, one report of the account at a time. @throws tooMany */
export async function withinLimit<T>(accountId: string, make: () => Promise<T>): Promise<T> {
  if (running.has(accountId) || running.size >= MAX_RUNNING) {
    const message = running.has(accountId)
      ? 'Another report of yours is being made'
      : 'Too many reports are being made: try again in a moment';
    throw new AppError('tooMany', { message, retryAfter_s: 5 });
  }
  running.add(accountId);
  try {
    return await make();
  } finally {
    running.delete(accountId);
  }
}
