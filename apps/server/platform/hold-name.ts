import { sql } from 'kysely';
import type { Trx } from './db.ts';

/** Keeps other transactions that hold the same name waiting until this one ends: for limits that count rows. */
export async function holdName(trx: Trx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}
