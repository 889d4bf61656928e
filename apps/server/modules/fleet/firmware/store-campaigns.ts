import {
  type Campaign,
  type CampaignState,
  type JobCounts,
  type JobState,
  jobStates,
  type PackageKind,
  type UpgradeWindow,
} from '@voltloop/contract';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import type { Viewer } from '../../people/accounts/index.ts';
import { BatchList, type BatchRow, creatorGone, DeviceJobs } from '../device-jobs/index.ts';
import { MAX_CONCURRENT_JOBS } from './rules.ts';

export const upgradeJobs = new DeviceJobs<JobState>({
  jobs: 'upgrade_jobs',
  batches: 'upgrade_campaigns',
  batch: 'campaign_id',
  states: [
    [[jobStates.failed], 'failed'],
    [[jobStates.timedOut], 'failed'],
    [[jobStates.installing], 'underWay'],
    [[jobStates.downloading], 'underWay'],
    [[jobStates.sent], 'underWay'],
    [[jobStates.waiting], 'waiting'],
    [[jobStates.cancelled], 'dropped'],
    [[jobStates.done], 'succeeded'],
  ],
  unsent: [jobStates.waiting],
  cancelled: jobStates.cancelled,
  retried: ['failed'],
  // Reports of the previous attempt change nothing.
  fresh: {
    run: sql`gen_random_uuid()`,
    progress: 0,
    error: null,
    cancel_asked_at: null,
    cancel_asked_by: null,
    sent_at: null,
  },
  stamped: true,
});

const underWay = upgradeJobs.in('underWay');

/** The window of campaign `b`, or null. */
export const windowColumn = sql`case when b.window_begin is not null then jsonb_build_object(
  'begin', to_char(b.window_begin, 'HH24:MI'), 'end', to_char(b.window_end, 'HH24:MI')) end as window`;

interface Row extends BatchRow<JobState> {
  pkgtype: PackageKind;
  version: string;
  package_id: string;
  state: CampaignState;
  waves: number[];
  wave_things: number[];
  wave: number;
  max_failed_pct: number;
  min_soc: number;
  window: UpgradeWindow | null;
  allow_downgrade: boolean;
  finished_at: Date | null;
}

export const campaigns = new BatchList<JobState, Row, Campaign>(upgradeJobs, {
  objectType: 'upgrade_campaign',
  columns: sql`p.pkgtype, p.version, b.package_id, b.state, b.waves::float8[] as waves, b.wave_things, b.wave,
    b.max_failed_pct::float8 as max_failed_pct, b.min_soc, ${windowColumn}, b.allow_downgrade, b.finished_at`,
  joins: sql`join firmware_packages p on p.id = b.package_id`,
  show: ({ counts, wave_things, ...row }) => ({
    ...row,
    waves: row.waves.map((upto_pct, i) => ({ upto_pct, things: wave_things[i] ?? 0 })),
    jobs: countsByName(counts),
    created_at: row.created_at.getTime(),
    finished_at: row.finished_at?.getTime() ?? null,
  }),
});

function countsByName(counts: Row['counts']): JobCounts {
  const named = Object.entries(jobStates).map(([name, state]) => [name, counts[state] ?? 0]);
  return { ...Object.fromEntries(named), total: upgradeJobs.phases.totals(counts).total };
}

const isActive = sql`b.state in ('running', 'paused', 'stopped')`;

/** SQL conditions: which campaigns a list shows, by its `state`. */
export const shownCampaigns = { all: sql`true`, active: isActive, ended: sql`not ${isActive}` };

export interface NewCampaign {
  tenantId: string;
  packageId: string;
  name: string;
  /** Shares and sizes of the waves, in arrays of equal length. */
  shares: readonly number[];
  sizes: readonly number[];
  maxFailed_pct: number;
  minSoc: number;
  window: UpgradeWindow | null;
  allowDowngrade: boolean;
  by: string;
  now: Date;
}

export async function insertCampaign(trx: Trx, c: NewCampaign): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into upgrade_campaigns (tenant_id, package_id, name, waves, wave_things, max_failed_pct, min_soc, window_begin,
      window_end, allow_downgrade, created_by, created_at, judged_from)
    values (${c.tenantId}, ${c.packageId}, ${c.name}, ${[...c.shares]}::numeric[], ${[...c.sizes]}::int[],
      ${c.maxFailed_pct}, ${c.minSoc}, ${c.window?.begin ?? null}::time, ${c.window?.end ?? null}::time,
      ${c.allowDowngrade}, ${c.by}, ${c.now}, ${c.now})
    returning id`.execute(trx);
  return rows[0]?.id ?? '';
}

/** The columns for changing a campaign's state. */
export interface LockedCampaign {
  id: string;
  tenant_id: string;
  name: string;
  state: CampaignState;
  wave: number;
  waves: number;
  max_failed_pct: number;
  min_soc: number;
  window: UpgradeWindow | null;
  allow_downgrade: boolean;
  judged_from: Date;
  version: string;
  min_hw_version: string | null;
  pkgtype: PackageKind;
  /** The current account that started it; null when it was deleted or may not sign in. */
  owner: Viewer | null;
}

/**
 * Locks a campaign until the transaction ends.
 * @param options.skipLocked Returns undefined also when another node has the lock.
 */
export async function lockCampaign(
  trx: Trx,
  id: string,
  options: { skipLocked?: boolean } = {},
): Promise<LockedCampaign | undefined> {
  const { rows } = await sql<Omit<LockedCampaign, 'owner'> & { path: string; kind: string; gone: boolean }>`
    select b.id, b.tenant_id, b.name, b.state, b.wave, cardinality(b.wave_things) as waves,
      b.max_failed_pct::float8 as max_failed_pct, b.min_soc, ${windowColumn}, b.allow_downgrade, b.judged_from, p.version,
      p.min_hw_version, p.pkgtype, a.path::text as path, a.kind, ${creatorGone} as gone
    from upgrade_campaigns b
    join firmware_packages p on p.id = b.package_id
    join accounts a on a.id = b.created_by
    where b.id = ${id}
    for update of b ${options.skipLocked ? sql`skip locked` : sql``}`.execute(trx);
  const [row] = rows;
  if (!row) return undefined;
  const { path, kind, gone, ...rest } = row;
  return { ...rest, owner: gone ? null : { tenantId: row.tenant_id, path, kind } };
}

export async function setCampaignState(
  trx: Trx,
  id: string,
  state: CampaignState,
  now: Date,
  options: { restartFailureCount?: boolean } = {},
): Promise<void> {
  const ended = state === 'done' || state === 'cancelled';
  await sql`update upgrade_campaigns set state = ${state}, evaluated_at = null,
      finished_at = ${ended ? now : null}::timestamptz,
      judged_from = ${options.restartFailureCount ? sql`${now}::timestamptz` : sql`judged_from`}
    where id = ${id}`.execute(trx);
}

export async function setWave(trx: Trx, id: string, wave: number): Promise<void> {
  await sql`update upgrade_campaigns set wave = ${wave}, evaluated_at = null where id = ${id}`.execute(trx);
}

/** A campaign is evaluated at least this often: devices that go offline or run low change its progress too. */
const EVALUATE_EVERY_MS = 60_000;

/**
 * Unfinished campaigns to evaluate now, the longest ago first: a job has changed since, a waiting one can start, or the
 * last evaluation is old. Others cost one look-up by index.
 */
export async function dueCampaigns(
  db: Db,
  now: Date,
  { limit, without = [] }: { limit: number; without?: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from upgrade_campaigns b
    where ${isActive} and b.id::text <> all(${[...without]}::text[]) and (
      b.evaluated_at is null or b.evaluated_at <= ${new Date(now.getTime() - EVALUATE_EVERY_MS)}
      or exists (select from upgrade_jobs j where j.campaign_id = b.id and j.updated_at >= b.evaluated_at)
      or (b.state = 'running'
        and exists (select from upgrade_jobs j where j.campaign_id = b.id and j.state = 1 and j.wave <= b.wave
          and j.next_at <= ${now})
        and (select count(*) from upgrade_jobs j where j.campaign_id = b.id and j.state in ${underWay}) < ${MAX_CONCURRENT_JOBS}))
    order by b.evaluated_at nulls first, b.created_at, b.id limit ${limit}`.execute(db);
  return rows.map((r) => r.id);
}

/** Call it at the end of an evaluation. A change of state or wave makes the campaign due again. */
export async function setEvaluated(trx: Trx, id: string, now: Date): Promise<void> {
  await sql`update upgrade_campaigns set evaluated_at = ${now} where id = ${id}`.execute(trx);
}

/** Unfinished campaigns of packages. */
export async function openCampaignsOf(trx: Trx, packageIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from upgrade_campaigns b
    where b.package_id = any(${[...packageIds]}::uuid[]) and ${isActive} order by b.id`.execute(trx);
  return rows.map((r) => r.id);
}

/** The progress of a campaign; see `CampaignProgress`. */
export async function campaignProgress(trx: Trx, campaign: LockedCampaign) {
  const { rows } = await sql<{
    open: number;
    total: number;
    ended: number;
    under_way: number;
    held: number;
    since_resume: number;
    failed: number;
  }>`
    select count(*) filter (where j.state in ${upgradeJobs.open})::int as open,
      count(*) filter (where j.wave <= ${campaign.wave})::int as total,
      count(*) filter (where j.wave <= ${campaign.wave} and j.state not in ${upgradeJobs.open})::int as ended,
      count(*) filter (where j.wave <= ${campaign.wave} and j.state in ${underWay})::int as under_way,
      count(*) filter (where j.wave <= ${campaign.wave} and j.state = 1 and (not coalesce(s.online, false)
        or (${campaign.min_soc}::int > 0 and coalesce(s.soc_pct, -1) < ${campaign.min_soc}::int)))::int as held,
      count(*) filter (where j.state in ${upgradeJobs.in('succeeded', 'failed')} and j.sent_at is not null and j.finished_at >= ${campaign.judged_from})::int as since_resume,
      count(*) filter (where j.state in ${upgradeJobs.in('failed')} and j.sent_at is not null and j.finished_at >= ${campaign.judged_from})::int as failed
    from upgrade_jobs j left join thing_state s on s.thing_id = j.thing_id where j.campaign_id = ${campaign.id}`.execute(
    trx,
  );
  const r = rows[0] ?? { open: 0, total: 0, ended: 0, under_way: 0, held: 0, since_resume: 0, failed: 0 };
  return {
    open: r.open,
    begun: { total: r.total, ended: r.ended, underWay: r.under_way, held: r.held },
    sinceResume: { ended: r.since_resume, failed: r.failed },
  };
}
