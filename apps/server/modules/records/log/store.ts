import type { findLogPage, LogDetail, LogRow, QueryOf } from '@voltloop/contract';
import { type RawBuilder, sql } from 'kysely';
import { INSTANCE_CHAIN } from '../../../platform/audit.ts';
import type { AuditContent } from '../../../platform/audit-hash.ts';
import type { Db } from '../../../platform/db.ts';
import { writtenAs } from '../../../platform/like.ts';
import { countKept, findDayPosition, fromDayPosition } from '../resources/index.ts';

/** The SQL of the log. Rows belong to a tenant; each tenant has a chain of its own. */

type KeptRow = Omit<LogRow, 'title' | 'living'>;

/** A stored row, with the fields that name its object. */
export type LogEntry = KeptRow & {
  /** Old and new value by field, if the row records a change. */
  changes: Record<string, { from?: unknown; to?: unknown }> | null;
  /** The object's name in the row, for objects outside the lists of the back office. */
  named: string | null;
};

export type LogFilter = Omit<QueryOf<typeof findLogPage>, 'page' | 'size' | 'order'>;
type Sql = RawBuilder<unknown>;

/** Object types that a search lists one by one, so that it uses their index. */
const MAX_FACETS = 500;

const ms = sql`(extract(epoch from a.at) * 1000)::float8`;
const columns = sql`a.seq::float8 as seq, ${ms} as time, a.actor_name as "user", a.action,
  a.object_type as "objectType", a.object_id as "objectId", host(a.ip) as ip, a.result`;
const naming = sql`a.details->'changes' as changes,
  coalesce(a.details->>'user_name', a.details->>'name', a.details->>'devid') as named`;

/** The conditions of a filter, combined by "and". */
async function conditionsOf(db: Db, tenantId: string, filter: LogFilter): Promise<Sql> {
  const all: Sql[] = [sql`a.tenant_id = ${tenantId}::uuid`];
  if (filter.from !== undefined) all.push(sql`a.at >= ${new Date(filter.from).toISOString()}::timestamptz`);
  if (filter.to !== undefined) all.push(sql`a.at < ${new Date(filter.to).toISOString()}::timestamptz`);
  if (filter.user) all.push(sql`a.actor_name = ${filter.user}`);
  if (filter.action) all.push(sql`a.action = any(${filter.action.split(',')}::text[])`);
  if (filter.objectType) all.push(sql`a.object_type = ${filter.objectType}`);
  if (filter.objectId) all.push(sql`a.object_id = ${filter.objectId}`);
  if (filter.ip) {
    all.push(filter.ip.includes('/') ? sql`a.ip <<= ${filter.ip}::inet` : sql`a.ip = ${filter.ip}::inet`);
  }
  // Written out to match the partial index of refusals.
  if (filter.result) all.push(sql`a.result = ${sql.lit(filter.result)}`);
  if (filter.search) all.push(await searched(db, tenantId, filter.search));
  return sql.join(all, sql` and `);
}

/** Users and actions that contain the words, and an object with exactly this id: each by its index. */
async function searched(db: Db, tenantId: string, search: string): Promise<Sql> {
  const words = writtenAs(search.toLowerCase());
  const { users, actions, objectTypes } = await facets(db, tenantId);
  const has = (all: readonly string[]) =>
    all.filter((each) => words.some((word) => each.toLowerCase().includes(word)));
  const [by, done] = [has(users), has(actions)];
  const parts: Sql[] = [];
  if (by.length > 0) parts.push(sql`a.actor_name = any(${by}::text[])`);
  if (done.length > 0) parts.push(sql`a.action = any(${done}::text[])`);
  // A single part is counted in its index; the id of an object is not part of a name.
  if (parts.length === 0)
    parts.push(
      sql`(a.object_type = any(${objectTypes}::text[]) and a.object_id = ${search.normalize('NFKC')})`,
    );
  return sql`(${sql.join(parts, sql` or `)})`;
}

/** Distinct values of a column of a tenant, each found by one index lookup. */
async function different(db: Db, tenantId: string, column: string): Promise<string[]> {
  const c = sql.ref(column);
  const { rows } = await sql<{ value: string }>`
    with recursive each as (
      (select ${c} as value from audit where tenant_id = ${tenantId}::uuid and ${c} is not null order by ${c} limit 1)
      union all
      select (select ${c} from audit where tenant_id = ${tenantId}::uuid and ${c} > each.value order by ${c} limit 1)
      from each where each.value is not null
    )
    select value from each where value is not null limit ${MAX_FACETS}`.execute(db);
  return rows.map((row) => row.value);
}

export async function facets(db: Db, tenantId: string) {
  const [users, actions, objectTypes] = await Promise.all([
    different(db, tenantId, 'actor_name'),
    different(db, tenantId, 'action'),
    different(db, tenantId, 'object_type'),
  ]);
  return { users, actions, objectTypes };
}

type Window = { order: 'asc' | 'desc'; offset: number; limit: number };

/** Rows of a filter by time, and their total count. */
export async function logPage(
  db: Db,
  tenantId: string,
  filter: LogFilter,
  window: Window,
): Promise<{ list: LogEntry[]; total: number }> {
  const where = await conditionsOf(db, tenantId, filter);
  const { order, offset } = window;
  const down = order === 'desc';
  const whole = !Object.values(filter).some((value) => value !== undefined && value !== '');
  if (whole && offset > 0) {
    const position = await findDayPosition(db, 'audit', tenantId, { offset, down });
    if (!position) return { list: [], total: await countKept(db, 'audit', tenantId) };
    const { total, before } = position;
    if (offset - before <= total - offset) {
      const fromDay = sql`${where} and ${fromDayPosition(sql`a.at`, position, down)}`;
      const list = await walk(db, fromDay, { ...window, offset: offset - before });
      return { list, total };
    }
    return { list: await fromNearerEnd(db, where, window, total), total };
  }
  const total = whole ? await countKept(db, 'audit', tenantId) : await countOf(db, where);
  return { list: await fromNearerEnd(db, where, window, total), total };
}

async function countOf(db: Db, where: Sql): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from audit a where ${where}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The window of a list of `total` rows; a page of the second half is read from the end. */
async function fromNearerEnd(db: Db, where: Sql, window: Window, total: number): Promise<LogEntry[]> {
  const limit = Math.min(window.limit, total - window.offset);
  if (limit <= 0) return [];
  if (window.offset <= total / 2) return walk(db, where, { ...window, limit });
  const order = window.order === 'desc' ? 'asc' : 'desc';
  return (await walk(db, where, { order, offset: total - window.offset - limit, limit })).reverse();
}

/** Positions are counted in the index; only rows of the page are fetched. */
async function walk(db: Db, where: Sql, { order, offset, limit }: Window): Promise<LogEntry[]> {
  const by = (name: string) =>
    order === 'desc'
      ? sql`${sql.ref(`${name}.at`)} desc, ${sql.ref(`${name}.seq`)} desc`
      : sql`${sql.ref(`${name}.at`)}, ${sql.ref(`${name}.seq`)}`;
  const { rows } = await sql<LogEntry>`select ${columns}, ${naming} from (
      select a.seq, a.at from audit a where ${where} order by ${by('a')} offset ${offset} limit ${limit}
    ) p join audit a on a.seq = p.seq order by ${by('p')}`.execute(db);
  return rows;
}

/** Rows of a filter in order, a thousand at a time, to limit memory. */
export async function* logBatches(
  db: Db,
  tenantId: string,
  filter: LogFilter,
  order: 'asc' | 'desc',
): AsyncGenerator<LogEntry[]> {
  const where = await conditionsOf(db, tenantId, filter);
  const by = order === 'desc' ? sql`a.at desc, a.seq desc` : sql`a.at, a.seq`;
  const stream = sql<LogEntry>`select ${columns}, ${naming} from audit a where ${where} order by ${by}`;
  for await (const { rows } of db.getExecutor().stream(stream.compile(db), 1000)) yield rows as LogEntry[];
}

/** One row; undefined for another tenant's. */
export async function logRowBySeq(
  db: Db,
  tenantId: string,
  seq: number,
): Promise<(LogEntry & Pick<LogDetail, 'roleId' | 'details' | 'hash' | 'previousHash'>) | undefined> {
  const { rows } = await sql<LogEntry & Pick<LogDetail, 'roleId' | 'details' | 'hash' | 'previousHash'>>`
    select ${columns}, ${naming}, a.role_id as "roleId", a.details, encode(a.hash, 'hex') as hash,
      encode(a.prev_hash, 'hex') as "previousHash"
    from audit a where a.seq = ${seq} and a.tenant_id = ${tenantId}::uuid`.execute(db);
  return rows[0];
}

/** User names of accounts, or names of roles, by id; deleted accounts keep theirs. */
export async function namesOf(
  db: Db,
  type: 'account' | 'role',
  tenantId: string,
  ids: readonly string[],
): Promise<{ id: string; title: string }[]> {
  if (ids.length === 0) return [];
  const from =
    type === 'account'
      ? sql`select id::text, user_name::text as title from accounts`
      : sql`select id::text, name as title from roles`;
  const { rows } = await sql<{ id: string; title: string }>`
    ${from} where tenant_id = ${tenantId}::uuid and id::text = any(${[...ids]}::text[])`.execute(db);
  return rows;
}

/** The last row of a tenant's chain. */
export async function chainHead(
  db: Db,
  tenantId: string,
): Promise<{ seq: number; hash: string; time: number } | null> {
  const { rows } = await sql<{ seq: number; hash: string; time: number }>`
    select a.seq::float8 as seq, encode(a.hash, 'hex') as hash, ${ms} as time from audit a
    where a.chain = ${tenantId}::uuid order by a.seq desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** The id of a tenant, or of the instance; null for {@link SHARED_CHAIN}. */
export type Chain = string | null;

/** The chain of all tenants before each had its own (docs/decisions/0124). */
export const SHARED_CHAIN: Chain = null;

/** The chains that a check by a tenant covers, besides the shared one. */
export async function checkedChains(db: Db, tenantId: string): Promise<string[]> {
  // Nobody else could check those of erased tenants.
  const { rows } = await sql<{ chain: string }>`
    select distinct a.object_id as chain from audit a
    where a.object_type = 'tenant' and a.action = 'tenant.erase' and a.object_id <> ${tenantId}`.execute(db);
  return [tenantId, INSTANCE_CHAIN, ...rows.map(({ chain }) => chain)];
}

/** A row of a chain with all fields that its hash covers. */
export interface ChainRow extends AuditContent {
  seq: number;
  chain: Chain;
  prev_hash: Buffer | null;
  hash: Buffer;
  hash_form: number;
  /** For a row that was reduced afterwards: the hash of the remains, and the redaction. */
  left_hash: Buffer | null;
  redaction_id: string | null;
}

const chainColumns = sql`a.seq::float8 as seq, a.chain, a.at, a.tenant_id, a.actor_id, a.actor_name, a.role_id, a.action,
  a.object_type, a.object_id, host(a.ip) as ip, a.result, a.details, a.prev_hash, a.hash, a.hash_form,
  l.content_hash as left_hash, l.redaction_id`;
const leftOf = sql`left join lateral (select r.content_hash, r.redaction_id from audit_redactions r
  where r.seq = a.seq order by r.n desc limit 1) l on true`;

/** Numbers of the shared chain and of these, each chain read by its index. */
const seqsOf = (chains: readonly string[], each: Sql) => sql`
  (select s.seq from (select seq from audit where chain is null and ${each}) s
    union all select s.seq from unnest(${[...chains]}::uuid[]) c (id)
      cross join lateral (select seq from audit where chain = c.id and ${each}) s)`;

/** The first `limit` rows of these chains and the shared one after a row, in the order of the trail. */
export async function chainRows(
  db: Db,
  chains: readonly string[],
  after: number,
  limit: number,
): Promise<ChainRow[]> {
  const first = seqsOf(chains, sql`seq > ${after} order by seq limit ${limit}`);
  const { rows } = await sql<ChainRow>`select ${chainColumns}
    from ${first} f join audit a on a.seq = f.seq ${leftOf} order by a.seq limit ${limit}`.execute(db);
  return rows;
}

/** Of each of these chains and the shared one, the row at this position or the last before it. */
export async function lastRows(db: Db, chains: readonly string[], seq: number): Promise<ChainRow[]> {
  const last = seqsOf(chains, sql`seq <= ${seq} order by seq desc limit 1`);
  const { rows } = await sql<ChainRow>`select ${chainColumns}
    from ${last} f join audit a on a.seq = f.seq ${leftOf}`.execute(db);
  return rows;
}

/** The last number of these chains and the shared one. */
export async function newestSeq(db: Db, chains: readonly string[]): Promise<number> {
  const last = seqsOf(chains, sql`true order by seq desc limit 1`);
  const { rows } = await sql<{ seq: number | null }>`select max(f.seq)::float8 as seq from ${last} f`.execute(
    db,
  );
  return rows[0]?.seq ?? 0;
}

/** The row before one, of any chain. */
export async function rowBefore(db: Db, seq: number): Promise<ChainRow | undefined> {
  const { rows } = await sql<ChainRow>`select ${chainColumns} from audit a ${leftOf}
    where a.seq < ${seq} order by a.seq desc limit 1`.execute(db);
  return rows[0];
}
