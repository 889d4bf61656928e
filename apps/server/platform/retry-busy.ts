import { AppError } from './errors.ts';

const TRIES = 3;

/**
 * Runs a transaction again where others were in its way: PostgreSQL has rolled it back then.
 * @param codes SQLSTATEs that mean this, such as 40P01 for a deadlock
 * @throws conflict with this message where the last try meets them too
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
