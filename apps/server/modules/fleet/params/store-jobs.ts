import type { CommandState, ParamJob, ParamJobState, ParamReason } from '@voltloop/contract';
import { builtInModel } from '@voltloop/protocol/dictionary.ts';
import { sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import type { PageWindow } from '../../../platform/paging.ts';
import { accountSeesThing } from '../../people/accounts/index.ts';
import { creatorGone } from '../device-jobs/index.ts';
import { differing, eachPack, type JobFacts, packSettingsOf, type Values } from './rules.ts';
import { paramJobs } from './store-batches.ts';

const underWay = paramJobs.in('underWay');

/** The columns that a job's next step depends on. */
export interface JobRow {
  id: string;
  batch_id: string;
  thing_id: string;
  devid: string;
  info_model_id: string;
  tenant_id: string;
  state: ParamJobState;
  values: Values;
  kind: 'change' | 'undo';
  done: number;
  seen: Values;
  packs: number | null;
  before: Values | null;
  after: Values | null;
  silent: number;
  unconfirmed: boolean;
  error: string | null;
  reason: ParamReason | null;
  deadline_at: Date;
  begun_at: Date | null;
  online: boolean;
  /** Whether its creator still sees the device, and may still sign in. */
  visible: boolean;
  gone: boolean;
  /** The device was deleted. */
  deleted: boolean;
  actor_id: string;
  actor_name: string;
  actor_role: number;
  command_id: string | null;
  command_state: CommandState | null;
  reply_values: Record<string, unknown> | null;
  command_error: string | null;
}

/**
 * Ids of due jobs: their message is settled, or their time has come. Batches take turns, so that a device does not wait
 * for thousands of another batch.
 */
export async function dueJobs(
  db: Db,
  now: Date,
  { limit, without }: { limit: number; without: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select j.id from param_jobs j
    left join commands c on c.id = j.command_id
    left join thing_state s on s.thing_id = j.thing_id
    where j.state in ${paramJobs.open} and j.id::text <> all(${[...without]}::text[])
      and (j.command_id is null or c.state not in ('queued', 'sent'))
      and (j.deadline_at <= ${now} or (j.command_id is not null) or (j.next_at <= ${now} and s.online
        and (j.state <> 'waiting' or not exists (select from param_jobs o
          where o.thing_id = j.thing_id and o.state in ${underWay}))))
    order by (j.state = 'waiting'),
      row_number() over (partition by j.batch_id, j.state = 'waiting' order by j.created_at, j.id), j.created_at, j.id
    limit ${limit}`.execute(db);
  return rows.map((r) => r.id);
}

/** Unfinished jobs of things. */
export async function openJobsOf(trx: Trx, thingIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from param_jobs where thing_id = any(${[...thingIds]}::uuid[]) and state in ${paramJobs.open}`.execute(
    trx,
  );
  return rows.map((r) => r.id);
}

/** A job with its message's result, locked; undefined when another node has locked it or it is finished. */
export async function lockJob(trx: Trx, id: string): Promise<JobRow | undefined> {
  // Lock first, then read in a second statement: a single statement returns the job as another node has just written it
  // but related rows from before, so that node's message seems missing and would be sent twice.
  const held = await sql`select 1 from param_jobs where id = ${id} and state in ${paramJobs.open}
    for update skip locked`.execute(trx);
  if (held.rows.length === 0) return undefined;
  const { rows } = await sql<JobRow>`
    select j.id, j.batch_id, j.thing_id, t.devid, t.info_model_id, t.tenant_id, j.state, b.values, b.kind, j.done, j.seen,
      j.packs, j.before, j.after, j.silent, j.unconfirmed, j.error, j.reason, j.deadline_at, j.begun_at,
      coalesce(s.online, false) as online, ${accountSeesThing('b.created_by', 'j.thing_id')} as visible,
      ${creatorGone} as gone,
      t.deleted_at is not null as deleted,
      a.id as actor_id, a.user_name as actor_name, a.role_id as actor_role, j.command_id, c.state as command_state,
      c.reply -> 'values' as reply_values, c.error as command_error
    from param_jobs j
    join param_batches b on b.id = j.batch_id
    join accounts a on a.id = b.created_by
    join things t on t.id = j.thing_id
    left join thing_state s on s.thing_id = j.thing_id
    left join commands c on c.id = j.command_id
    where j.id = ${id}`.execute(trx);
  return rows[0];
}

export type JobPatch = Omit<JobFacts, 'state'> &
  Pick<JobRow, 'state' | 'reason' | 'command_id' | 'begun_at'> & { next_at: Date };

export async function writeJob(trx: Trx, id: string, patch: JobPatch, now: Date): Promise<void> {
  // The values belong to the batch.
  const { values: _values, seen, before, after, ...columns } = patch;
  const json = (values: Values | null) => values && sql`${JSON.stringify(values)}::jsonb`;
  const read = { seen: json(seen), before: json(before), after: json(after) };
  await paramJobs.change(trx, sql`j.id = ${id}`, { ...columns, ...read }, now);
}

/** Whether another job of the thing is in progress. Locks the thing's row, so that concurrent starts are serialised. */
export async function isTaken(trx: Trx, thingId: string): Promise<boolean> {
  await sql`select 1 from things where id = ${thingId} for no key update`.execute(trx);
  const { rows } = await sql`select 1 from param_jobs where thing_id = ${thingId}
    and state in ${underWay}`.execute(trx);
  return rows.length > 0;
}

interface ShownRow extends JobRow {
  devname: string;
  time_zone: string;
  attempt: number;
  created_at: Date;
  finished_at: Date | null;
  pending: boolean;
}

export async function jobPage(
  db: Db,
  caller: Caller,
  batchId: string,
  filter: { state?: ParamJobState | undefined; search: string | undefined },
  window: PageWindow,
): Promise<{ list: ParamJob[]; total: number }> {
  const { rows, total } = await paramJobs.page<ShownRow>(
    db,
    caller,
    paramJobs.matching(batchId, filter),
    window,
    {
      columns: sql`j.id, j.batch_id, j.thing_id, t.devid, t.info_model_id, t.devname, t.time_zone, j.state, b.values, j.packs, j.before, j.after,
        j.reason, j.error, j.attempt, j.silent, j.command_id, coalesce(s.online, false) as online, j.created_at, j.begun_at,
        j.finished_at, j.deadline_at,
        exists (select from commands m where m.thing_id = j.thing_id and m.state in ('queued', 'sent')) as pending`,
      order: sql`t.devid`,
    },
  );
  return { list: rows.map(toJob), total };
}

function toJob(row: ShownRow): ParamJob {
  const wanted = eachPack(packSettingsOf(builtInModel(row.info_model_id)), row.values, row.packs);
  return {
    id: row.id,
    batch_id: row.batch_id,
    thing_id: row.thing_id,
    devid: row.devid,
    devname: row.devname,
    time_zone: row.time_zone,
    state: row.state,
    reason: row.reason ?? waitsFor(row),
    error: row.error,
    wanted: Object.keys(wanted).length > 0 ? wanted : row.values,
    before: row.before,
    after: row.after,
    differing: row.after ? differing(wanted, row.after) : [],
    attempt: row.attempt,
    created_at: row.created_at.getTime(),
    begun_at: row.begun_at?.getTime() ?? null,
    finished_at: row.finished_at?.getTime() ?? null,
    deadline_at: row.deadline_at.getTime(),
  };
}

/** The reason why an unfinished job waits, as far as known. */
function waitsFor(row: ShownRow): ParamReason | null {
  if (row.finished_at) return null;
  if (!row.online) return 'offline';
  if (row.silent > 0) return 'no_answer';
  return row.command_id === null && row.pending ? 'busy' : null;
}
