import {
  type JobState,
  jobStates,
  type PackageKind,
  type UpgradeJob,
  type UpgradeWindow,
} from '@voltloop/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import type { PageWindow } from '../../../platform/paging.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { mayReachThing, seesThing, subtree, type Viewer } from '../../people/accounts/index.ts';
import { decideStart } from './rules.ts';
import { upgradeJobs, windowColumn } from './store-campaigns.ts';

/** The columns for sending a job and processing its reports. */
export interface JobRow {
  id: string;
  run: string;
  campaign_id: string;
  thing_id: string;
  tenant_id: string;
  devid: string;
  pkgtype: PackageKind;
  package_id: string;
  version: string;
  min_hw_version: string | null;
  /** Bytes. */
  size: number;
  sha256: Buffer;
  signature: Buffer;
  min_soc: number;
  allow_downgrade: boolean;
  state: JobState;
  progress: number;
  attempt: number;
  error: string | null;
  cancel_asked_at: Date | null;
  sent_at: Date | null;
  deadline_at: Date;
}

const underWay = upgradeJobs.in('underWay');

const jobColumns = sql`j.id, j.run, j.campaign_id, j.thing_id, b.tenant_id, t.devid, j.pkgtype, b.package_id, p.version,
  p.min_hw_version, p.size::float8 as size, p.sha256, p.signature, b.min_soc, b.allow_downgrade, j.state, j.progress,
  j.attempt, j.error, j.cancel_asked_at, j.sent_at, j.deadline_at`;
const packageJoin = sql`join firmware_packages p on p.id = b.package_id`;
const jobTables = sql`upgrade_jobs j join upgrade_campaigns b on b.id = j.campaign_id ${packageJoin}
  join things t on t.id = j.thing_id`;

async function jobs(db: Db | Trx, rest: RawBuilder<unknown>): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`select ${jobColumns} from ${jobTables} ${rest}`.execute(db);
  return rows;
}

/** The job of an attempt, for any device. */
export async function jobOfRun(db: Db, run: string): Promise<JobRow | undefined> {
  if (!isUuid(run)) return undefined;
  return (await jobs(db, sql`where j.run = ${run} and t.deleted_at is null`))[0];
}

/** The unfinished jobs of things, locked until the transaction ends. */
export async function lockOpenOf(trx: Trx, thingIds: readonly string[]): Promise<JobRow[]> {
  return jobs(
    trx,
    sql`where j.thing_id = any(${[...thingIds]}::uuid[]) and j.state in ${upgradeJobs.open} order by j.id for update of j`,
  );
}

/**
 * A job in progress as it is now, for sending a message of it: undefined when it has ended, was retried, or its device
 * was deleted. `allowed`: its creator may still change the device.
 */
export async function jobToSend(
  db: Db,
  job: Pick<JobRow, 'id' | 'run'>,
): Promise<(JobRow & { allowed: boolean }) | undefined> {
  const { rows } = await sql<JobRow & { allowed: boolean }>`
    select ${jobColumns}, ${mayReachThing('b.created_by', 'j.thing_id')} as allowed from ${jobTables}
    where j.id = ${job.id} and j.run = ${job.run} and j.state in ${underWay} and t.deleted_at is null`.execute(
    db,
  );
  return rows[0];
}

/** As {@link jobOfRun}, locked until the transaction ends; only the job of this device. */
export async function lockJobOfRun(trx: Trx, run: string, devid: string): Promise<JobRow | undefined> {
  return (
    await jobs(trx, sql`where j.run = ${run} and t.devid = ${devid} and t.deleted_at is null for update of j`)
  )[0];
}

/** The job of a thing in progress, locked until the transaction ends. */
export async function lockUnderWay(trx: Trx, thingId: string): Promise<JobRow | undefined> {
  return (await jobs(trx, sql`where j.thing_id = ${thingId} and j.state in ${underWay} for update of j`))[0];
}

/** A visible job, locked until the transaction ends. */
export async function lockJob(trx: Trx, caller: Caller, id: string): Promise<JobRow | undefined> {
  if (!isUuid(id)) return undefined;
  const mine = sql`exists (select from accounts a where a.id = b.created_by and ${subtree(caller, 'a', { deletedToo: true })})`;
  return (
    await jobs(
      trx,
      sql`where j.id = ${id} and ${mine} and ${seesThing(caller, 'j.thing_id')} for update of j`,
    )
  )[0];
}

/** Number of newest finished jobs for the estimate of a duration; with too few there is none. */
const MEASURED = { most: 200, least: 5 };

/** 90th percentile of recent upgrade durations of a kind, among visible things; null with too few. */
export async function typicalDuration_ms(
  db: Db,
  caller: Caller,
  pkgtype: PackageKind,
): Promise<number | null> {
  const { rows } = await sql<{ n: number; duration_ms: number | null }>`
    select count(*)::int as n,
      (percentile_cont(0.9) within group (order by extract(epoch from d.took)) * 1000)::float8 as duration_ms
    from (select j.finished_at - j.sent_at as took from upgrade_jobs j
      where j.pkgtype = ${pkgtype} and j.state in ${upgradeJobs.in('succeeded')} and j.sent_at is not null and j.finished_at > j.sent_at
        and ${seesThing(caller, 'j.thing_id')}
      order by j.finished_at desc limit ${MEASURED.most}) d`.execute(db);
  const [row] = rows;
  return row && row.n >= MEASURED.least ? row.duration_ms : null;
}

interface Overdue {
  now: Date;
  /** Since when a cancellation must be unconfirmed. */
  cancelledBefore: Date;
}

const isTimedOut = ({ now }: Overdue) => sql`(j.state in ${upgradeJobs.open} and j.deadline_at <= ${now})`;
/** Installing jobs are not cancelled. */
const isUnconfirmed = ({ cancelledBefore }: Overdue) =>
  sql`(j.state in (2, 3) and j.cancel_asked_at <= ${cancelledBefore})`;

/** Timed-out jobs and those with an unconfirmed cancellation. */
export async function overdueJobs(
  db: Db,
  { limit, without, ...of }: Overdue & { limit: number; without: readonly string[] },
): Promise<string[]> {
  const others = sql`j.id::text <> all(${[...without]}::text[])`;
  const { rows } = await sql<{ id: string }>`
    (select j.id from upgrade_jobs j where ${isUnconfirmed(of)} and ${others} limit ${limit})
    union (select j.id from upgrade_jobs j where ${isTimedOut(of)} and ${others}
      order by j.deadline_at limit ${limit})`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those of these jobs that are still overdue, locked; those locked by another node are skipped. */
export async function lockOverdue(trx: Trx, ids: readonly string[], of: Overdue): Promise<JobRow[]> {
  return jobs(
    trx,
    sql`where j.id = any(${[...ids]}::uuid[]) and (${isTimedOut(of)} or ${isUnconfirmed(of)})
      order by j.id for update of j skip locked`,
  );
}

/** Jobs in progress to send again to an online device; postpones their next sending. */
export async function claimResends(trx: Trx, now: Date, next: Date, limit: number): Promise<JobRow[]> {
  const due = await jobs(
    trx,
    sql`where j.state in ${underWay} and j.next_at <= ${now} and t.deleted_at is null
      and exists (select from thing_state s where s.thing_id = j.thing_id and s.online)
      order by j.next_at limit ${limit} for update of j skip locked`,
  );
  await setNext(
    trx,
    due.map((j) => j.id),
    next,
  );
  return due;
}

export async function setNext(db: Db | Trx, ids: readonly string[], next: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql`update upgrade_jobs set next_at = ${next} where id = any(${[...ids]}::uuid[])`.execute(db);
}

/** Makes the waiting jobs of a thing due now. */
export async function wakeWaiting(db: Db, thingId: string, now: Date): Promise<void> {
  await sql`update upgrade_jobs set next_at = ${now}
    where thing_id = ${thingId} and state = 1 and next_at > ${now}`.execute(db);
}

export interface Candidate extends JobRow {
  online: boolean;
  soc_pct: number | null;
  hw_version: string | null;
  installed: string | null;
  time_zone: string;
  other_job: boolean;
  command_pending: boolean;
  visible: boolean;
}

/**
 * State of a job's thing that decides whether it may start.
 * @param owner The account in whose name the campaign runs; null when it was deleted: then nothing is visible.
 */
const startColumns = (owner: Viewer | null, now: Date) => sql`
  coalesce(s.online, false) as online, s.soc_pct, s.hw_version, t.time_zone,
  firmware_version(j.pkgtype, s.attributes, s.sw_version) as installed,
  exists (select from upgrade_jobs o where o.thing_id = j.thing_id and o.state in ${underWay}) as other_job,
  exists (select from commands m where m.thing_id = j.thing_id and m.state in ('queued', 'sent')
    and m.expires_at > ${now}) as command_pending,
  ${owner ? sql`(t.deleted_at is null and ${seesThing(owner, 'j.thing_id')})` : sql`false`} as visible`;

/** Due waiting jobs of a campaign's started waves, locked. */
export async function lockCandidates(
  trx: Trx,
  campaign: { id: string; wave: number; owner: Viewer | null },
  now: Date,
  limit: number,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select ${jobColumns}, ${startColumns(campaign.owner, now)}
    from ${jobTables} left join thing_state s on s.thing_id = j.thing_id
    where j.campaign_id = ${campaign.id} and j.state = 1 and j.wave <= ${campaign.wave} and j.next_at <= ${now}
    order by j.wave, j.next_at, j.id limit ${limit} for update of j skip locked`.execute(trx);
  return rows;
}

/** Number of jobs of a campaign in progress. */
export async function countUnderWay(trx: Trx, campaignId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from upgrade_jobs where campaign_id = ${campaignId} and state in ${underWay}`.execute(
    trx,
  );
  return rows[0]?.n ?? 0;
}

/** Marks jobs as sent for the first time. */
export async function markSent(
  trx: Trx,
  jobs: readonly { id: string; installed: string | null }[],
  times: { now: Date; next: Date; deadline: Date },
): Promise<void> {
  const installed = JSON.stringify(Object.fromEntries(jobs.map((job) => [job.id, job.installed])));
  const columns = {
    state: jobStates.sent,
    progress: 0,
    error: null,
    sent_at: times.now,
    next_at: times.next,
    deadline_at: times.deadline,
    from_version: sql`${installed}::jsonb ->> j.id::text`,
  };
  await upgradeJobs.change(trx, sql`j.id = any(${jobs.map((j) => j.id)}::uuid[])`, columns, times.now);
}

/** Requests cancellation of a job in progress. */
export async function requestCancel(trx: Trx, id: string, by: string | null, now: Date): Promise<void> {
  await requestCancels(trx, sql`id = ${id}`, by, now);
}

/** Requests cancellation of sent jobs that are not installing yet. Returns their number. */
export async function cancelSent(
  trx: Trx,
  campaignIds: readonly string[],
  by: string | null,
  now: Date,
): Promise<number> {
  const sent = sql`campaign_id = any(${[...campaignIds]}::uuid[]) and state in (2, 3)`;
  return requestCancels(trx, sent, by, now);
}

async function requestCancels(trx: Trx, where: RawBuilder<unknown>, by: string | null, now: Date) {
  const result =
    await sql`update upgrade_jobs set cancel_asked_at = ${now}, cancel_asked_by = ${by}::uuid, next_at = ${now}
    where ${where} and cancel_asked_at is null`.execute(trx);
  return Number(result.numAffectedRows ?? 0);
}

/** Retriable jobs of a campaign, locked. A thing with another unfinished job of the kind is skipped. */
export function lockRetries(
  trx: Trx,
  campaignId: string,
  ids: readonly string[] | undefined,
): Promise<string[]> {
  const and = sql`exists (select from things t where t.id = j.thing_id and t.deleted_at is null)
    and not exists (select from upgrade_jobs o where o.thing_id = j.thing_id and o.pkgtype = j.pkgtype
      and o.state in ${upgradeJobs.open})`;
  return upgradeJobs.lockRetries(trx, campaignId, ids, and);
}

interface ShownJob extends Candidate {
  devname: string;
  from_version: string | null;
  wave: number;
  campaign_state: string;
  campaign_wave: number;
  window: UpgradeWindow | null;
  operator: string | null;
  created_at: Date;
  updated_at: Date;
  finished_at: Date | null;
  next_at: Date;
}

/** A page of jobs; as {@link upgradeJobs}.page. */
export async function jobPage(
  db: Db,
  caller: Caller,
  where: RawBuilder<unknown>,
  window: Pick<PageWindow, 'offset' | 'limit'>,
  now: Date,
): Promise<{ list: UpgradeJob[]; total: number }> {
  const { rows, total } = await upgradeJobs.page<ShownJob>(db, caller, where, window, {
    columns: sql`${jobColumns}, ${startColumns(caller, now)}, t.devname, j.from_version, j.wave, b.state as campaign_state,
      b.wave as campaign_wave, ${windowColumn}, a.user_name as operator, j.created_at, j.updated_at, j.finished_at, j.next_at`,
    joins: sql`${packageJoin} join accounts a on a.id = b.created_by and ${subtree(caller, 'a', { deletedToo: true })}`,
    order: sql`j.wave, j.updated_at desc, j.id`,
  });
  return { list: rows.map((row) => toJob(row, now)), total };
}

export async function shownJob(
  db: Db,
  caller: Caller,
  id: string,
  now: Date,
): Promise<UpgradeJob | undefined> {
  const { list } = await jobPage(db, caller, sql`j.id = ${id}::uuid`, { limit: 1, offset: 0 }, now);
  return list[0];
}

/** A job on the wire; times in epoch ms. */
function toJob(row: ShownJob, now: Date): UpgradeJob {
  return {
    id: row.id,
    campaign_id: row.campaign_id,
    devid: row.devid,
    devname: row.devname,
    pkgtype: row.pkgtype,
    from_version: row.from_version,
    to_version: row.version,
    state: row.state,
    progress: row.progress,
    wave: row.wave,
    attempt: row.attempt,
    waits_for: row.state === 1 ? waitsFor(row, now) : null,
    cancelling: row.cancel_asked_at !== null && upgradeJobs.phases.isOpen(row.state),
    error: row.error,
    operator: row.operator,
    created_at: row.created_at.getTime(),
    sent_at: row.sent_at?.getTime() ?? null,
    updated_at: row.updated_at.getTime(),
    finished_at: row.finished_at?.getTime() ?? null,
    time_zone: row.time_zone,
  };
}

function waitsFor(row: ShownJob, now: Date): UpgradeJob['waits_for'] {
  if (row.campaign_state === 'paused' || row.campaign_state === 'stopped') return 'paused';
  if (row.wave > row.campaign_wave) return 'wave';
  const start = decideStart(startFacts(row), row, now);
  if (start.what === 'wait') return start.for;
  // The device has answered "not now" and is retried later.
  if (row.error === 'low_soc' && row.next_at > now) return 'low_soc';
  return 'soon';
}

export const startFacts = (row: Candidate) => ({
  online: row.online,
  soc_pct: row.soc_pct,
  hw_version: row.hw_version,
  installed: row.installed,
  timeZone: row.time_zone,
  otherJob: row.other_job,
  commandPending: row.command_pending,
  visible: row.visible,
});
