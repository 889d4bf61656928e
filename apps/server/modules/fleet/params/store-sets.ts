import type { ParamChange, ParamSet, ParamThing } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import type { PageWindow } from '../../../platform/paging.ts';
import { subtree } from '../../people/accounts/index.ts';
import type { Values } from './rules.ts';
import { paramJobs } from './store-batches.ts';

export interface NewSet {
  thingId: string;
  source: ParamSet['source'];
  values: Values;
  packs: number | null;
  takenBy: string;
  takenAt: Date;
  jobId: string | null;
}

export async function insertSet(trx: Trx, set: NewSet): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into param_sets (thing_id, source, values, taken_by, taken_at, job_id)
    values (${set.thingId}, ${set.source}, ${JSON.stringify(set.values)}::jsonb, ${set.takenBy}, ${set.takenAt}, ${set.jobId})
    returning id`.execute(trx);
  return rows[0]?.id ?? '';
}

/** The newest value of each key of a thing, locked until the transaction ends so that readings are serialised. */
export async function lockKnown(trx: Trx, thingId: string): Promise<Values> {
  await sql`insert into param_state (thing_id) values (${thingId}) on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ known: Record<string, [number, number]> }>`
    select known from param_state where thing_id = ${thingId} for update`.execute(trx);
  return Object.fromEntries(Object.entries(rows[0]?.known ?? {}).map(([key, [value]]) => [key, value]));
}

export async function mergeKnown(trx: Trx, set: NewSet): Promise<void> {
  const at = set.takenAt.getTime();
  const known = Object.fromEntries(Object.entries(set.values).map(([key, value]) => [key, [value, at]]));
  await sql`update param_state set known = known || ${JSON.stringify(known)}::jsonb,
      packs = coalesce(${set.packs}::int, packs)
    where thing_id = ${set.thingId}`.execute(trx);
}

export interface NewChange {
  key: string;
  from: number | null;
  wanted: number | null;
  to: number | null;
}

/** Writes simultaneous changes of one thing. */
export async function insertChanges(
  trx: Trx,
  facts: { thingId: string; kind: ParamChange['kind']; by: string | null; at: Date; batchId: string | null },
  changes: readonly NewChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    insert into param_changes (thing_id, kind, changed_by, changed_at, batch_id, key, from_value, wanted, to_value)
    select ${facts.thingId}::uuid, ${facts.kind}, ${facts.by}::uuid, ${facts.at}::timestamptz, ${facts.batchId}::uuid, x.*
    from unnest(${changes.map((c) => c.key)}::text[], ${changes.map((c) => c.from)}::float8[],
      ${changes.map((c) => c.wanted)}::float8[], ${changes.map((c) => c.to)}::float8[]) as x`.execute(trx);
}

interface ThingFacts {
  online: boolean;
  status: number;
  packs: number | null;
  known: Record<string, [number, number]> | null;
  jobs: string[];
}

/** The known parameters of a thing; access was checked already. */
export async function knownOf(
  db: Db,
  thingId: string,
): Promise<Pick<ParamThing, 'online' | 'status' | 'packs' | 'known' | 'jobs'>> {
  const { rows } = await sql<ThingFacts>`
    select coalesce(s.online, false) as online, coalesce(s.status, 4) as status, p.packs, p.known,
      array(select j.id from param_jobs j where j.thing_id = t.id and j.state in ${paramJobs.open}
        order by j.created_at, j.id) as jobs
    from things t left join thing_state s on s.thing_id = t.id left join param_state p on p.thing_id = t.id
    where t.id = ${thingId}`.execute(db);
  const row = rows[0];
  return {
    online: row?.online ?? false,
    status: row?.status ?? 4,
    packs: row?.packs ?? null,
    known: Object.fromEntries(Object.entries(row?.known ?? {}).map(([k, [value, at]]) => [k, { value, at }])),
    jobs: row?.jobs ?? [],
  };
}

interface SetRow {
  id: string;
  source: ParamSet['source'];
  values: Values;
  taken_by: string | null;
  taken_at: Date;
  job_id: string | null;
}

export async function setPage(
  db: Db,
  caller: Caller,
  thingId: string,
  window: PageWindow,
): Promise<{ list: ParamSet[]; total: number }> {
  const [count, page] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total from param_sets where thing_id = ${thingId}`.execute(
      db,
    ),
    sql<SetRow>`
      select p.id, p.source, p.values, a.user_name as taken_by, p.taken_at, p.job_id from param_sets p
      left join accounts a on a.id = p.taken_by and ${subtree(caller, 'a', { deletedToo: true })}
      where p.thing_id = ${thingId} order by p.id desc limit ${window.limit} offset ${window.offset}`.execute(
      db,
    ),
  ]);
  const list = page.rows.map((row) => ({ ...row, taken_at: row.taken_at.getTime() }));
  return { list, total: count.rows[0]?.total ?? 0 };
}

/** Whether a set belongs to this thing. */
export async function isSetOf(db: Db | Trx, thingId: string, id: string): Promise<boolean> {
  if (!/^\d{1,18}$/.test(id)) return false;
  const { rows } =
    await sql`select 1 from param_sets where id = ${id}::bigint and thing_id = ${thingId}`.execute(db);
  return rows.length > 0;
}

interface ChangeRow {
  id: string;
  key: string;
  kind: ParamChange['kind'];
  from_value: number | null;
  wanted: number | null;
  to_value: number | null;
  changed_by: string | null;
  changed_at: Date;
  batch_id: string | null;
  batch_name: string | null;
}

export async function changePage(
  db: Db,
  caller: Caller,
  thingId: string,
  key: string | undefined,
  window: PageWindow,
): Promise<{ list: ParamChange[]; total: number }> {
  const where = sql`c.thing_id = ${thingId} and ${key === undefined ? sql`true` : sql`c.key = ${key}`}`;
  const [count, page] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total from param_changes c where ${where}`.execute(db),
    sql<ChangeRow>`
      select c.id, c.key, c.kind, c.from_value, c.wanted, c.to_value, a.user_name as changed_by, c.changed_at,
        case when a.id is not null then b.id end as batch_id, case when a.id is not null then b.name end as batch_name
      from param_changes c
      left join accounts a on a.id = c.changed_by and ${subtree(caller, 'a', { deletedToo: true })}
      left join param_batches b on b.id = c.batch_id
      where ${where} order by c.id desc limit ${window.limit} offset ${window.offset}`.execute(db),
  ]);
  const list = page.rows.map(({ from_value, to_value, changed_at, ...row }) => ({
    ...row,
    from: from_value,
    to: to_value,
    changed_at: changed_at.getTime(),
  }));
  return { list, total: count.rows[0]?.total ?? 0 };
}
