import type { ParamBatch, ParamBatchBody, ParamJobState } from '@voltloop/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { containing } from '../../../platform/like.ts';
import { type PageWindow, readPage } from '../../../platform/paging.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { boundThingIds, seesThing, subtree, type Viewer } from '../../people/accounts/index.ts';
import type { Values } from './rules.ts';

export const openState = sql`('waiting', 'reading', 'sent', 'checking')`;

interface BatchRow {
  id: string;
  name: string;
  kind: 'change' | 'undo';
  values: Values;
  template: string | null;
  counts: Partial<Record<ParamJobState, number>>;
  created_by: string | null;
  created_at: Date;
  deadline_at: Date;
  cancelled_at: Date | null;
}

const shown = sql`b.id, b.name, b.kind, b.values, p.name as template, a.user_name as created_by, b.created_at,
  b.deadline_at, b.cancelled_at,
  (select coalesce(jsonb_object_agg(j.state, j.n), '{}') from
    (select state, count(*)::int as n from param_jobs where batch_id = b.id group by state) j) as counts`;

/** Batches that the caller's account or one below it started; all of the tenant for the main account. */
const seen = (caller: Caller, where: RawBuilder<unknown>) => sql`
  from param_batches b
  join accounts a on a.id = b.created_by and ${subtree(caller, 'a', { deletedToo: true })}
  left join param_templates p on p.id = b.template_id
  where b.tenant_id = ${caller.tenantId}::uuid and ${where}`;

/** A batch on the wire; times in epoch ms. */
function toBatch({ counts, ...row }: BatchRow): ParamBatch {
  const n = (state: ParamJobState) => counts[state] ?? 0;
  return {
    ...row,
    counts,
    total: Object.values(counts).reduce((a, b) => a + b, 0),
    open: n('waiting') + n('reading') + n('sent') + n('checking'),
    created_at: row.created_at.getTime(),
    deadline_at: row.deadline_at.getTime(),
    cancelled_at: row.cancelled_at?.getTime() ?? null,
  };
}

export async function batchById(db: Db | Trx, caller: Caller, id: string): Promise<ParamBatch | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<BatchRow>`select ${shown} ${seen(caller, sql`b.id = ${id}`)}`.execute(db);
  return rows[0] && toBatch(rows[0]);
}

export async function batchPage(
  db: Db,
  caller: Caller,
  open: boolean | undefined,
  window: PageWindow,
): Promise<{ list: ParamBatch[]; total: number }> {
  const unfinished = sql`exists (select from param_jobs o where o.batch_id = b.id and o.state in ${openState})`;
  const where = open === undefined ? sql`true` : open ? unfinished : sql`not ${unfinished}`;
  const from = seen(caller, where);
  const order = sql`b.created_at desc, b.id`;
  const { rows, total } = await readPage<BatchRow>(db, window, { columns: shown, from, order });
  return { list: rows.map(toBatch), total };
}

export interface NewBatch {
  name: string;
  kind: 'change' | 'undo';
  values: Values;
  templateId: string | null;
  undoSet: string | null;
  wait_s: number;
  /** Created by an owner within its limits. */
  owner: boolean;
}

export async function insertBatch(trx: Trx, caller: Caller, b: NewBatch, now: Date): Promise<string> {
  const deadline = new Date(now.getTime() + b.wait_s * 1000);
  const { rows } = await sql<{ id: string }>`
    insert into param_batches (tenant_id, name, kind, values, template_id, undo_set, wait_s, owner, created_by, created_at, deadline_at)
    values (${caller.tenantId}, ${b.name}, ${b.kind}, ${JSON.stringify(b.values)}::jsonb, ${b.templateId}::uuid,
      ${b.undoSet}::bigint, ${b.wait_s}, ${b.owner}, ${caller.accountId}, ${now}, ${deadline})
    returning id`.execute(trx);
  return rows[0]?.id ?? '';
}

/** A candidate thing of a batch. */
export interface ThingChoice {
  id: string;
  devid: string;
  info_model_id: string;
  online: boolean;
  /** It has an unfinished change. */
  queued: boolean;
}

const choice = sql`t.id, t.devid, t.info_model_id, coalesce(s.online, false) as online,
  exists (select from param_jobs j where j.thing_id = t.id and j.state in ${openState}) as queued`;
const choices = sql`from things t left join thing_state s on s.thing_id = t.id where t.deleted_at is null`;

export async function choicesById(db: Db, caller: Caller, ids: readonly string[]): Promise<ThingChoice[]> {
  const { rows } = await sql<ThingChoice>`select ${choice} ${choices} and ${seesThing(caller, 't.id')}
    and t.id = any(${[...ids]}::uuid[]) order by t.id`.execute(db);
  return rows;
}

/** The caller's matching things, at most `limit`. */
export async function choicesByFilter(
  db: Db,
  caller: Caller,
  filter: Omit<NonNullable<ParamBatchBody['filter']>, 'account'>,
  account: Viewer | null,
  limit: number,
): Promise<ThingChoice[]> {
  const where = [seesThing(caller, 't.id')];
  if (filter.search) where.push(sql`t.search like ${containing(filter.search.toLowerCase())}`);
  if (filter.state !== undefined) where.push(sql`coalesce(s.status, 4) = ${filter.state}`);
  if (account) where.push(sql`t.id in (${boundThingIds(account)})`);
  const { rows } = await sql<ThingChoice>`select ${choice} ${choices} and ${sql.join(where, sql` and `)}
    order by t.id limit ${limit}`.execute(db);
  return rows;
}

/** Cancels unsent jobs. @returns how many */
export async function cancelJobs(trx: Trx, batchId: string, now: Date): Promise<number> {
  await sql`update param_batches set cancelled_at = coalesce(cancelled_at, ${now}) where id = ${batchId}`.execute(
    trx,
  );
  const result = await sql`update param_jobs set state = 'cancelled', command_id = null, finished_at = ${now}
    where batch_id = ${batchId} and state in ('waiting', 'reading')`.execute(trx);
  return Number(result.numAffectedRows ?? 0n);
}

/** Requeues unsuccessful jobs; all, or the named ones. @returns how many */
export async function retryJobs(
  trx: Trx,
  batchId: string,
  ids: readonly string[] | undefined,
  now: Date,
): Promise<number> {
  const which = ids ? sql`and id = any(${ids.filter(isUuid)}::uuid[])` : sql``;
  const result =
    await sql`update param_jobs j set state = 'waiting', done = 0, seen = '{}', command_id = null, silent = 0,
      unconfirmed = false, before = null, after = null, reason = null, error = null, attempt = attempt + 1,
      next_at = ${now}, begun_at = null, finished_at = null,
      deadline_at = ${now}::timestamptz + b.wait_s * interval '1 second'
    from param_batches b where b.id = j.batch_id and j.batch_id = ${batchId}
      and j.state in ('differs', 'failed', 'expired', 'cancelled', 'skipped') ${which}`.execute(trx);
  const n = Number(result.numAffectedRows ?? 0n);
  if (n > 0) {
    await sql`update param_batches set cancelled_at = null, deadline_at = ${now}::timestamptz + wait_s * interval '1 second'
      where id = ${batchId}`.execute(trx);
  }
  return n;
}
