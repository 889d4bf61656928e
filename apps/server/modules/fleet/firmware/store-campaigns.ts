import type { Campaign, CampaignState, JobCounts, PackageKind } from '@voltloop/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { type PageWindow, readPage } from '../../../platform/paging.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { subtree, type Viewer } from '../../people/accounts/index.ts';
import { MAX_CONCURRENT_JOBS } from './rules.ts';

interface CampaignRow {
  id: string;
  name: string;
  pkgtype: PackageKind;
  version: string;
  package_id: string;
  state: CampaignState;
  waves: number[];
  wave_things: number[];
  wave: number;
  max_failed_pct: number;
  min_soc: number;
  window_begin: string | null;
  window_end: string | null;
  allow_downgrade: boolean;
  creator: string | null;
  created_at: Date;
  finished_at: Date | null;
  counts: Record<string, number>;
}

const shown = sql`c.id, c.name, p.pkgtype, p.version, c.package_id, c.state, c.waves::float8[] as waves, c.wave_things,
  c.wave, c.max_failed_pct::float8 as max_failed_pct, c.min_soc, to_char(c.window_begin, 'HH24:MI') as window_begin,
  to_char(c.window_end, 'HH24:MI') as window_end, c.allow_downgrade, a.user_name as creator, c.created_at, c.finished_at,
  (select coalesce(jsonb_object_agg(j.state, j.n), '{}') from
    (select state, count(*)::int as n from upgrade_jobs where campaign_id = c.id group by state) j) as counts`;

/** Campaigns that the caller's account or one below it started; all of the tenant for the main account. */
const seen = (caller: Caller, where: RawBuilder<unknown>) => sql`
  from upgrade_campaigns c
  join firmware_packages p on p.id = c.package_id
  join accounts a on a.id = c.created_by and ${subtree(caller, 'a', { deletedToo: true })}
  where c.tenant_id = ${caller.tenantId}::uuid and ${where}`;

/** A campaign on the wire; times in epoch ms. */
function toCampaign(row: CampaignRow): Campaign {
  const n = (state: number) => row.counts[state] ?? 0;
  const jobs: JobCounts = {
    total: Object.values(row.counts).reduce((a, b) => a + b, 0),
    waiting: n(1),
    sent: n(2),
    downloading: n(3),
    installing: n(4),
    done: n(5),
    failed: n(6),
    timedOut: n(7),
    cancelled: n(8),
  };
  return {
    id: row.id,
    name: row.name,
    pkgtype: row.pkgtype,
    version: row.version,
    package_id: row.package_id,
    state: row.state,
    waves: row.waves.map((upto_pct, i) => ({ upto_pct, things: row.wave_things[i] ?? 0 })),
    wave: row.wave,
    max_failed_pct: row.max_failed_pct,
    min_soc: row.min_soc,
    window:
      row.window_begin === null || row.window_end === null
        ? null
        : { begin: row.window_begin, end: row.window_end },
    allow_downgrade: row.allow_downgrade,
    jobs,
    created_by: row.creator,
    created_at: row.created_at.getTime(),
    finished_at: row.finished_at?.getTime() ?? null,
  };
}

export async function campaignById(db: Db | Trx, caller: Caller, id: string): Promise<Campaign | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<CampaignRow>`select ${shown} ${seen(caller, sql`c.id = ${id}`)}`.execute(db);
  return rows[0] && toCampaign(rows[0]);
}

export async function campaignPage(
  db: Db,
  caller: Caller,
  state: 'active' | 'ended' | undefined,
  window: PageWindow,
): Promise<{ list: Campaign[]; total: number }> {
  const states = sql`c.state in ('running', 'paused', 'stopped')`;
  const where = state === undefined ? sql`true` : state === 'active' ? states : sql`not ${states}`;
  const from = seen(caller, where);
  const order = sql`c.created_at desc, c.id`;
  const { rows, total } = await readPage<CampaignRow>(db, window, { columns: shown, from, order });
  return { list: rows.map(toCampaign), total };
}

export interface NewCampaign {
  tenantId: string;
  packageId: string;
  name: string;
  /** Shares and sizes of the waves, in arrays of equal length. */
  shares: readonly number[];
  sizes: readonly number[];
  maxFailed_pct: number;
  minSoc: number;
  window: { begin: string; end: string } | null;
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
  window: { begin: string; end: string } | null;
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
  options: { caller?: Caller; skipLocked?: boolean } = {},
): Promise<LockedCampaign | undefined> {
  if (!isUuid(id)) return undefined;
  const mine = options.caller
    ? sql`c.tenant_id = ${options.caller.tenantId}::uuid and ${subtree(options.caller, 'a', { deletedToo: true })}`
    : sql`true`;
  const { rows } = await sql<
    Omit<LockedCampaign, 'owner' | 'window'> & {
      window_begin: string | null;
      window_end: string | null;
      path: string;
      kind: string;
      gone: boolean;
    }
  >`
    select c.id, c.tenant_id, c.name, c.state, c.wave, cardinality(c.wave_things) as waves,
      c.max_failed_pct::float8 as max_failed_pct, c.min_soc, to_char(c.window_begin, 'HH24:MI') as window_begin,
      to_char(c.window_end, 'HH24:MI') as window_end, c.allow_downgrade, c.judged_from, p.version, p.min_hw_version,
      p.pkgtype, a.path::text as path, a.kind, (a.deleted_at is not null or a.disabled_at is not null or tenant_disabled(a.tenant_id)) as gone
    from upgrade_campaigns c
    join firmware_packages p on p.id = c.package_id
    join accounts a on a.id = c.created_by
    where c.id = ${id} and ${mine}
    for update of c ${options.skipLocked ? sql`skip locked` : sql``}`.execute(trx);
  const row = rows[0];
  if (!row) return undefined;
  const { window_begin, window_end, path, kind, gone, ...rest } = row;
  return {
    ...rest,
    window: window_begin === null || window_end === null ? null : { begin: window_begin, end: window_end },
    owner: gone ? null : { tenantId: row.tenant_id, path, kind },
  };
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
    select c.id from upgrade_campaigns c
    where c.state in ('running', 'paused', 'stopped') and c.id::text <> all(${[...without]}::text[]) and (
      c.evaluated_at is null or c.evaluated_at <= ${new Date(now.getTime() - EVALUATE_EVERY_MS)}
      or exists (select from upgrade_jobs j where j.campaign_id = c.id and j.updated_at >= c.evaluated_at)
      or (c.state = 'running'
        and exists (select from upgrade_jobs j where j.campaign_id = c.id and j.state = 1 and j.wave <= c.wave
          and j.next_at <= ${now})
        and (select count(*) from upgrade_jobs j where j.campaign_id = c.id and j.state in (2, 3, 4)) < ${MAX_CONCURRENT_JOBS}))
    order by c.evaluated_at nulls first, c.created_at, c.id limit ${limit}`.execute(db);
  return rows.map((r) => r.id);
}

/** Call it at the end of an evaluation. A change of state or wave makes the campaign due again. */
export async function setEvaluated(trx: Trx, id: string, now: Date): Promise<void> {
  await sql`update upgrade_campaigns set evaluated_at = ${now} where id = ${id}`.execute(trx);
}

/** Unfinished campaigns of packages. */
export async function openCampaignsOf(trx: Trx, packageIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from upgrade_campaigns
    where package_id = any(${[...packageIds]}::uuid[]) and state in ('running', 'paused', 'stopped')
    order by id`.execute(trx);
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
    select count(*) filter (where j.state <= 4)::int as open,
      count(*) filter (where j.wave <= ${campaign.wave})::int as total,
      count(*) filter (where j.wave <= ${campaign.wave} and j.state > 4)::int as ended,
      count(*) filter (where j.wave <= ${campaign.wave} and j.state in (2, 3, 4))::int as under_way,
      count(*) filter (where j.wave <= ${campaign.wave} and j.state = 1 and (not coalesce(s.online, false)
        or (${campaign.min_soc}::int > 0 and coalesce(s.soc_pct, -1) < ${campaign.min_soc}::int)))::int as held,
      count(*) filter (where j.state in (5, 6, 7) and j.sent_at is not null and j.finished_at >= ${campaign.judged_from})::int as since_resume,
      count(*) filter (where j.state in (6, 7) and j.sent_at is not null and j.finished_at >= ${campaign.judged_from})::int as failed
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
