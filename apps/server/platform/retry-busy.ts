import { AppError } from './errors.ts';

const TRIES = 3;

/**
 * Retries a transaction that PostgreSQL rolled back because of concurrent ones.
 * @param codes SQLSTATEs of this, such as 40P01 for a deadlock
 * @throws conflict with this message when the last attempt fails too
 */
export async function retryBusy<T>(
  codes: readonly string[],
  message: string,
  transact: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
    } catch (error) {
      if (!codes.includes((error as { code?: string }).code ?? '')) throw error;
      if (attempt === TRIES) throw new AppError('conflict', { message, cause: error });
    }
  }
}
