import type { Webhook } from '@voltloop/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import { type Lease, LeasedRows } from '../../../platform/leased-rows.ts';

/** A webhook that this node has leased. */
export interface Leased extends Lease {
  tenant_id: string;
  url: string;
  /** Sealed. */
  secret: Buffer;
  object_types: string[];
  /** The last audit row that was delivered or did not match. */
  seq: number;
  tries: number;
  /** The newest audit row of its tenant when it was leased. */
  head: number;
}

/** An audit row as receivers get it; its details stay here. */
export interface Change {
  seq: number;
  /** Epoch ms. */
  time: number;
  action: string;
  object_type: string | null;
  object_id: string | null;
  result: 'ok' | 'refused';
  /** User name. Null: a device or a timer. */
  actor: string | null;
}

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

/** Webhooks of a tenant, oldest first; with `id`, that one. */
export async function webhooksOf(db: Db | Trx, tenantId: string, id?: string): Promise<Webhook[]> {
  const { rows } = await sql<Webhook>`
    select id, name, url, object_types, ${ms('created_at')} as created_time, ${ms('delivered_at')} as delivered_time,
      ${ms('failing_since')} as failing_since, error, ${ms('stopped_at')} as stopped_time
    from webhooks where tenant_id = ${tenantId}::uuid and deleted_at is null
      ${id === undefined ? sql`` : sql`and id = ${id}::uuid`} order by created_at, id`.execute(db);
  return rows;
}

/**
 * The newest audit row of a tenant: of its own chain, or of the one that tenants shared before. Rows of a tenant commit in the
 * order of seq (platform/audit.ts).
 */
const newest = (tenant: RawBuilder<unknown>) => sql`greatest(
  (select max(seq) from audit where chain = ${tenant}), (select max(seq) from audit where chain is null), 0)`;

export async function newestSeq(db: Db | Trx, tenantId: string): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select ${newest(sql`${tenantId}::uuid`)}::float8 as seq`.execute(db);
  return rows[0]?.seq ?? 0;
}

/** Longer than a request may take: then another node sends the same changes again, with the same id. */
const LEASE_MS = 120_000;

export const leasedWebhooks = new LeasedRows({ table: 'webhooks', hasState: false });

/** Leases due webhooks that have audit rows to look at. */
export const leaseDue = (db: Db, now: Date, most: number): Promise<Leased[]> =>
  leasedWebhooks.claim<Leased>(db, {
    now,
    lease_ms: LEASE_MS,
    most,
    only: sql`d.deleted_at is null and d.stopped_at is null
      and d.seq < ${newest(sql`d.tenant_id`)} and not tenant_disabled(d.tenant_id)`,
    returning: sql`q.id, q.tenant_id, q.url, q.secret, q.object_types, q.seq::float8 as seq, q.tries,
      ${newest(sql`q.tenant_id`)}::float8 as head`,
  });

/** Matching audit rows after the position of a webhook, up to its head, at most `most`. */
export async function changesAfter(db: Db, webhook: Leased, most: number): Promise<Change[]> {
  const { tenant_id, seq, head, object_types: types } = webhook;
  const rowsOf = (
    of: RawBuilder<unknown>,
  ) => sql`(select * from audit where ${of} and seq > ${seq} and seq <= ${head}
      ${types.length === 0 ? sql`` : sql`and object_type = any(${types}::text[])`} order by seq limit ${most})`;
  const { rows } = await sql<Change>`
    select seq::float8 as seq, ${ms('at')} as time, action, object_type, object_id, result, actor_name as actor
    from (${rowsOf(sql`chain = ${tenant_id}::uuid`)} union all ${rowsOf(sql`chain is null and tenant_id = ${tenant_id}::uuid`)}) r
    order by seq limit ${most}`.execute(db);
  return rows;
}
