import type { ExportRun, ExportSchedule, ExportScheduleFields } from '@voltloop/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { inNameOrder } from '../../../platform/name-order.ts';
import { seesSite } from '../../people/accounts/index.ts';
import { lastDay } from './periods.ts';

/** The columns that the runner needs. */
export interface ScheduleRow
  extends Pick<
    ExportScheduleFields,
    | 'name'
    | 'scope'
    | 'content'
    | 'data_points'
    | 'agg_interval'
    | 'agg_type'
    | 'format'
    | 'every'
    | 'time_zone'
    | 'hour'
    | 'language'
  > {
  id: string;
  account_id: string;
  site_id: string | null;
  thing_ids: string[];
  next_day: string;
  next_at: Date;
  stopped_at: Date | null;
  stop_reason: NonNullable<ExportSchedule['stopped']>['reason'] | null;
}

export const scheduleColumns = sql`s.id, s.account_id, s.name, s.scope, s.site_id, s.thing_ids, s.content, s.data_points,
  s.agg_interval, s.agg_type, s.format, s.every, s.time_zone, s.hour, s.language, s.next_day::text as next_day, s.next_at,
  s.stopped_at, s.stop_reason`;

interface RunRow {
  id: string;
  from_day: string;
  to_day: string;
  state: ExportRun['state'];
  running: boolean;
  tries: number;
  next_at: Date;
  error: ExportRun['error'];
  file_key: string | null;
  file_name: string | null;
  size_bytes: string | null;
  row_count: string | null;
  device_count: number | null;
  left_out: number;
  done_at: Date | null;
  removed_at: Date | null;
}

const runColumns = (now: Date) => sql`r.id, r.from_day::text as from_day, r.to_day::text as to_day, r.state,
  coalesce(r.state = 'waiting' and r.leased_until > ${now}, false) as running, r.tries, r.next_at, r.error, r.file_key,
  r.file_name, r.size_bytes, r.row_count, r.device_count, r.left_out, r.done_at, r.removed_at`;

function runOf(r: RunRow): ExportRun {
  return {
    id: r.id,
    from_day: r.from_day,
    last_day: lastDay(r),
    state: r.state,
    running: r.running,
    tries: r.tries,
    next_at: r.state === 'waiting' ? r.next_at.getTime() : null,
    error: r.error,
    file:
      r.file_key === null
        ? null
        : {
            name: r.file_name ?? '',
            size_bytes: Number(r.size_bytes),
            rows: Number(r.row_count),
            devices: r.device_count ?? 0,
          },
    left_out: r.left_out,
    done_at: r.done_at?.getTime() ?? null,
    removed_at: r.removed_at?.getTime() ?? null,
  };
}

/** The caller's schedules by name, or one of them. A site that the caller no longer sees has no name. */
export async function schedulesOf(
  db: Db | Trx,
  caller: Caller,
  now: Date,
  id?: string,
): Promise<ExportSchedule[]> {
  const { rows } = await sql<
    ScheduleRow & { site_name: string | null; devices: string[]; last: string | null }
  >`
    select ${scheduleColumns}, x.name as site_name,
      array(select t.devid from unnest(s.thing_ids) with ordinality as wanted(id, at) join things t on t.id = wanted.id
        where t.deleted_at is null order by wanted.at) as devices,
      (select r.id from export_runs r where r.schedule_id = s.id order by r.to_day desc, r.from_day desc limit 1) as last
    from export_schedules s left join sites x on x.id = s.site_id and ${seesSite(caller, 'x')}
    where s.account_id = ${caller.accountId}::uuid and s.deleted_at is null
      ${id === undefined ? sql`` : sql`and s.id = ${id}::uuid`}
    order by ${inNameOrder(sql`s.name`)}, s.id`.execute(db);
  const runs = new Map(
    (await runsWhere(db, now, sql`r.id = any(${rows.flatMap(({ last }) => last ?? [])}::uuid[])`)).map(
      (run) => [run.id, run],
    ),
  );
  return rows.map((r) => ({
    id: r.id,
    name: r.name,
    scope: r.scope,
    devices: r.devices,
    content: r.content,
    site: r.site_id === null ? null : { id: r.site_id, name: r.site_name ?? '' },
    data_points: r.data_points,
    agg_interval: r.agg_interval,
    agg_type: r.agg_type,
    format: r.format,
    every: r.every,
    time_zone: r.time_zone,
    hour: r.hour,
    language: r.language,
    next_at: r.stopped_at ? null : r.next_at.getTime(),
    stopped: r.stopped_at && r.stop_reason ? { reason: r.stop_reason, at: r.stopped_at.getTime() } : null,
    last: (r.last && runs.get(r.last)) || null,
  }));
}

/** One schedule of an account, locked when it is about to be changed. */
export async function lockSchedule(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<ScheduleRow | undefined> {
  const { rows } = await sql<ScheduleRow>`select ${scheduleColumns} from export_schedules s
    where s.id = ${id}::uuid and s.account_id = ${accountId}::uuid and s.deleted_at is null for update`.execute(
    trx,
  );
  return rows[0];
}

async function runsWhere(
  db: Db | Trx,
  now: Date,
  where: RawBuilder<unknown>,
  window?: { offset: number; limit: number },
): Promise<ExportRun[]> {
  const { rows } = await sql<RunRow>`select ${runColumns(now)} from export_runs r where ${where}
    order by r.to_day desc, r.from_day desc
    ${window ? sql`limit ${window.limit} offset ${window.offset}` : sql``}`.execute(db);
  return rows.map(runOf);
}

export async function runById(db: Db | Trx, now: Date, id: string): Promise<ExportRun | undefined> {
  return (await runsWhere(db, now, sql`r.id = ${id}::uuid`))[0];
}

export async function runsOf(
  db: Db,
  now: Date,
  scheduleId: string,
  window: { offset: number; limit: number },
): Promise<{ list: ExportRun[]; total: number }> {
  const list = await runsWhere(db, now, sql`r.schedule_id = ${scheduleId}::uuid`, window);
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from export_runs
    where schedule_id = ${scheduleId}::uuid`.execute(db);
  return { list, total: rows[0]?.total ?? 0 };
}

/** Plans the run of a period; an existing one is repeated. */
export async function planRun(
  trx: Trx,
  scheduleId: string,
  { from_day, to_day }: { from_day: string; to_day: string },
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into export_runs as r (schedule_id, from_day, to_day, next_at, created_at)
    values (${scheduleId}::uuid, ${from_day}::date, ${to_day}::date, ${now}, ${now})
    on conflict (schedule_id, from_day, to_day) do update
      set state = 'waiting', next_at = ${now}, error = null,
        tries = case when r.leased_until > ${now} then r.tries else 0 end
    returning r.id`.execute(trx);
  return rows[0]?.id as string;
}

/** Bytes of all files of an account. */
export async function usedBytes(db: Db | Trx, accountId: string): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select coalesce(sum(r.size_bytes), 0) as bytes
    from export_runs r join export_schedules s on s.id = r.schedule_id
    where s.account_id = ${accountId}::uuid and r.file_key is not null`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}
