import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import { DAY_MS } from '../../../platform/retention.ts';

/** Longer than one step takes: a batch of rows, or a ClickHouse statement for one month. */
const LEASE_MS = 10 * 60_000;

/** The right to remove one kind of data, which one node has at a time, once a day. */
export interface Lease {
  kind: string;
  id: string;
}

/** Acquires the lease of a kind that is due. @returns null when it is not due or leased by another node */
export async function acquireLease(db: Db, kind: string, now: Date): Promise<Lease | null> {
  const id = randomUUID();
  const { rows } = await sql`
    insert into retention_runs as r (kind, lease_id, leased_until, next_at)
    values (${kind}, ${id}, ${until(now)}, ${now})
    on conflict (kind) do update set lease_id = excluded.lease_id, leased_until = excluded.leased_until
      where r.next_at <= ${now} and (r.leased_until is null or r.leased_until <= ${now})
    returning kind`.execute(db);
  return rows.length > 0 ? { kind, id } : null;
}

/**
 * Counts the rows that a transaction removes and renews the lease; false when another node has acquired it meanwhile.
 */
export async function countRemoved(trx: Trx, { kind, id }: Lease, rows: number, now: Date): Promise<boolean> {
  const kept = await sql`update retention_runs set removed = removed + ${rows}, leased_until = ${until(now)}
    where kind = ${kind} and lease_id = ${id}`.execute(trx);
  return (kept.numAffectedRows ?? 0n) > 0n;
}

/** Releases a lease. @param more Whether the next round has work; else it is due again in a day. */
export async function endLease(db: Db, { kind, id }: Lease, more: boolean, now: Date): Promise<void> {
  const next = more ? now : new Date(now.getTime() + DAY_MS);
  await sql`update retention_runs set lease_id = null, leased_until = null, last_at = ${now}, next_at = ${next}
    where kind = ${kind} and lease_id = ${id}`.execute(db);
}

const until = (now: Date) => new Date(now.getTime() + LEASE_MS);
