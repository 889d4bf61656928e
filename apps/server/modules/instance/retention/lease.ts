import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import { type Lease, LeasedRows } from '../../../platform/leased-rows.ts';
import { DAY_MS } from '../../../platform/retention.ts';

/** Longer than one step takes: a batch of rows, or a ClickHouse statement for one month. */
const LEASE_MS = 10 * 60_000;

/** The right to remove one kind of data, which one node has at a time, once a day; its id is the kind. */
const runs = new LeasedRows({ table: 'retention_runs', key: 'kind', hasState: false });

/** Acquires the lease of a kind that is due. @returns undefined when it is not due or leased by another node */
export async function acquireLease(db: Db, kind: string, now: Date): Promise<Lease | undefined> {
  await sql`insert into retention_runs (kind, next_at) values (${kind}, ${now}) on conflict do nothing`.execute(
    db,
  );
  const [lease] = await runs.claim<{ id: string }>(db, {
    now,
    lease_ms: LEASE_MS,
    most: 1,
    only: sql`d.kind = ${kind}`,
    returning: sql`q.kind as id`,
  });
  return lease;
}

/**
 * Counts the rows that a transaction removes and renews the lease; false when another node has acquired it meanwhile.
 */
export const countRemoved = (trx: Trx, lease: Lease, rows: number, now: Date): Promise<boolean> =>
  runs.renew(trx, lease, { now, lease_ms: LEASE_MS }, sql`removed = removed + ${rows}`);

/** Releases a lease. @param more Whether the next round has work; else it is due again in a day. */
export async function endLease(db: Db, lease: Lease, more: boolean, now: Date): Promise<void> {
  const next = more ? now : new Date(now.getTime() + DAY_MS);
  await runs.settle(db, lease, sql`last_at = ${now}, next_at = ${next}`);
}
