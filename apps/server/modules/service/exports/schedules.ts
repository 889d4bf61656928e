import {
  type ExportRun,
  type ExportSchedule,
  type ExportScheduleFields,
  energyIntervals,
  type listExportSchedules,
  MAX_EXPORT_SCHEDULES,
  type ReplyOf,
} from '@voltloop/contract';
import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import { checkTimeZone } from '../../../platform/check-time-zone.ts';
import type { Ctx, PublicCtx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { conflictError, fieldError, notFound } from '../../../platform/errors.ts';
import { lockName } from '../../../platform/lock-name.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { checkSite } from '../../people/accounts/index.ts';
import type { Core } from './core.ts';
import { dueAt, lastPeriod, periodOf, runningPeriod } from './periods.ts';
import { lockSchedule, planRun, runById, schedulesOf, usedBytes } from './store.ts';

const MB = 1_000_000;

export async function listSchedules(
  { services: { db, config } }: Core,
  { caller, now }: Ctx,
): Promise<ReplyOf<typeof listExportSchedules>> {
  return {
    list: await schedulesOf(db, caller, now),
    keep_days: config.exports.keepDays,
    used_bytes: await usedBytes(db, caller.accountId),
    most_bytes: config.exports.account_MB * MB,
  };
}

/** @throws validation, conflict with too many */
export async function createSchedule(
  core: Core,
  ctx: Ctx,
  fields: ExportScheduleFields,
): Promise<ExportSchedule> {
  const { caller, now } = ctx;
  const columns = await columnsOf(core, ctx, fields);
  return core.services.db.transaction().execute(async (trx) => {
    await lockName(trx, `exports ${caller.accountId}`);
    const others = await schedulesOf(trx, caller, now);
    if (others.length >= MAX_EXPORT_SCHEDULES)
      throw conflictError(
        '',
        'exports.tooMany',
        `There are ${MAX_EXPORT_SCHEDULES} scheduled exports already`,
      );
    const { rows } = await sql<{ id: string }>`
      insert into export_schedules (account_id, created_at, updated_at, ${names(columns)})
      values (${caller.accountId}::uuid, ${now}, ${now}, ${values(columns)}) returning id`.execute(trx);
    return described(trx, ctx, rows[0]?.id as string, 'export.schedule');
  });
}

/** @throws validation, notFound for one of another account */
export async function updateSchedule(
  core: Core,
  ctx: Ctx,
  id: string,
  fields: ExportScheduleFields,
): Promise<ExportSchedule> {
  if (!isUuid(id)) throw notFound();
  const columns = await columnsOf(core, ctx, fields);
  return core.services.db.transaction().execute(async (trx) => {
    const former = await lockSchedule(trx, ctx.caller.accountId, id);
    if (!former) throw notFound();
    // The file of the previous period may still be due.
    if (!former.stopped_at && former.every === fields.every && former.time_zone === fields.time_zone)
      columns.next_day = former.next_day;
    columns.next_at = new Date(
      dueAt(periodOf(fields.every, columns.next_day), fields.time_zone, fields.hour),
    ).toISOString();
    await sql`update export_schedules set (${names(columns)}, updated_at, stopped_at, stop_reason) =
      (${values(columns)}, ${ctx.now}, null, null) where id = ${id}::uuid`.execute(trx);
    return described(trx, ctx, id, 'export.update');
  });
}

/** Ends a schedule; the sweep removes its files. @throws notFound for one of another account */
export async function deleteSchedule(core: Core, ctx: Ctx, id: string): Promise<void> {
  if (!isUuid(id)) throw notFound();
  await core.services.db.transaction().execute(async (trx) => {
    const former = await lockSchedule(trx, ctx.caller.accountId, id);
    if (!former) throw notFound();
    await sql`update export_schedules set deleted_at = ${ctx.now} where id = ${id}::uuid`.execute(trx);
    await sql`update export_runs set state = 'dropped', error = 'deleted', done_at = ${ctx.now}
      where schedule_id = ${id}::uuid and state = 'waiting'`.execute(trx);
    await audit(trx, ctx, {
      action: 'export.delete',
      objectType: 'export_schedule',
      objectId: id,
      details: { name: former.name },
    });
  });
  core.wake();
}

/** Requests the newest complete period now. @throws notFound, conflict for a stopped one */
export async function runNow(core: Core, ctx: Ctx, id: string): Promise<ExportRun> {
  if (!isUuid(id)) throw notFound();
  const run = await core.services.db.transaction().execute(async (trx) => {
    const schedule = await lockSchedule(trx, ctx.caller.accountId, id);
    if (!schedule) throw notFound();
    if (schedule.stopped_at)
      throw conflictError(
        '',
        'exports.stopped',
        'The export has stopped: edit and save it to start it again',
      );
    const period = lastPeriod(schedule.every, schedule.time_zone, ctx.now.getTime());
    const runId = await planRun(trx, id, period, ctx.now);
    await audit(trx, ctx, {
      action: 'export.run',
      objectType: 'export_schedule',
      objectId: id,
      details: { name: schedule.name, ...period },
    });
    return runById(trx, ctx.now, runId);
  });
  core.wake();
  return run as ExportRun;
}

/** Stops a schedule that its account may no longer have; it stays in the list with the reason. */
export async function stopSchedule(
  trx: Trx,
  ctx: PublicCtx,
  schedule: { id: string; name: string },
  reason: NonNullable<ExportSchedule['stopped']>['reason'],
  tenantId: string,
): Promise<void> {
  await sql`update export_schedules set stopped_at = ${ctx.now}, stop_reason = ${reason}
    where id = ${schedule.id}::uuid and stopped_at is null`.execute(trx);
  await audit(trx, ctx, {
    action: 'export.stop',
    objectType: 'export_schedule',
    objectId: schedule.id,
    tenantId,
    details: { name: schedule.name, reason },
  });
}

async function described(trx: Trx, ctx: Ctx, id: string, action: string): Promise<ExportSchedule> {
  const [schedule] = await schedulesOf(trx, ctx.caller, ctx.now, id);
  if (!schedule) throw notFound();
  const { name, scope, content, format, every, site, devices } = schedule;
  await audit(trx, ctx, {
    action,
    objectType: 'export_schedule',
    objectId: id,
    details: { name, scope, content, format, every, site: site?.name ?? null, devices },
  });
  return schedule;
}

/** Validates a request and returns it as columns. @throws validation, notFound for an invisible site */
async function columnsOf(core: Core, ctx: Ctx, fields: ExportScheduleFields) {
  const { scope, content, every, time_zone, hour } = fields;
  checkTimeZone(time_zone, 'time_zone');
  if (content === 'energy' && !(energyIntervals as readonly string[]).includes(fields.agg_interval))
    throw fieldError('agg_interval', 'exports.energyInterval', 'Energy is exported by hours or days');
  if (content === 'history') checkPoints(fields.data_points);
  if (scope === 'site') {
    if (fields.site === null) throw fieldError('site', 'resource.required', 'A site is needed');
    await checkSite(core.services.db, ctx.caller, fields.site);
  }
  const period = runningPeriod(every, time_zone, ctx.now.getTime());
  return {
    name: fields.name,
    scope,
    content,
    every,
    time_zone,
    hour: String(hour),
    site_id: scope === 'site' ? fields.site : null,
    thing_ids: scope === 'devices' ? await thingIdsOf(core, ctx, fields.devices) : [],
    data_points: content === 'history' ? fields.data_points : [],
    agg_interval: fields.agg_interval,
    agg_type: fields.agg_type,
    format: fields.format,
    language: fields.language,
    next_day: period.from_day,
    next_at: new Date(dueAt(period, time_zone, hour)).toISOString(),
  };
}

function checkPoints(keys: readonly string[]): void {
  if (keys.length === 0) throw fieldError('data_points', 'resource.required', 'At least one value is needed');
  const known = new Set(HE_BAT.points.filter(({ part }) => part === 'system').map(({ key }) => key));
  const unknown = keys.find((key) => !known.has(key));
  if (unknown !== undefined)
    throw fieldError(
      'data_points',
      'validation.unknownPoint',
      `${unknown} is not a point of the whole system`,
    );
}

/** Ids of devices in the given order. @throws validation when one is not visible to the caller */
async function thingIdsOf({ things }: Core, { caller }: Ctx, devids: readonly string[]): Promise<string[]> {
  if (devids.length === 0) throw fieldError('devices', 'resource.required', 'At least one device is needed');
  const seen = new Map((await things.seenOf(caller, devids)).map(({ devid, id }) => [devid, id]));
  return devids.map((devid) => {
    const id = seen.get(devid);
    if (id === undefined) throw fieldError('devices', 'exports.noDevice', `There is no device ${devid}`);
    return id;
  });
}

type Columns = Awaited<ReturnType<typeof columnsOf>>;
const names = (columns: Columns) => sql.join(Object.keys(columns).map((name) => sql.ref(name)));
const types: Partial<Record<keyof Columns, string>> = {
  site_id: 'uuid',
  thing_ids: 'uuid[]',
  data_points: 'text[]',
  hour: 'smallint',
  next_day: 'date',
  next_at: 'timestamptz',
};
const values = (columns: Columns) =>
  sql.join(
    Object.entries(columns).map(
      ([name, value]) => sql`${value}::${sql.raw(types[name as keyof Columns] ?? 'text')}`,
    ),
  );
