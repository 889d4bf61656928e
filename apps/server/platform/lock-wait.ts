import { sql } from 'kysely';
import type { Trx } from './db.ts';

const LOCK_TIMEOUT_MS = 3000;

/** Limits the lock waits of a transaction to three seconds; then statements fail with 55P03. */
export async function limitLockWait(trx: Trx): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`.execute(trx);
}
