import { sql } from 'kysely';
import type { Trx } from './db.ts';

/** Serialises transactions by a name until this one ends: for limits that count rows. */
export async function lockName(trx: Trx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}
