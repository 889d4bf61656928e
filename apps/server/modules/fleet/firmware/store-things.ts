import { type PackageKind, packageKinds, type UpgradableThing } from '@voltloop/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { inNameOrder } from '../../../platform/name-order.ts';
import type { PageWindow } from '../../../platform/paging.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { seesThing } from '../../people/accounts/index.ts';
import { chooseThings, thingsOf } from '../device-jobs/index.ts';
import { MAX_THINGS } from './rules.ts';
import { upgradeJobs } from './store-campaigns.ts';

export interface ThingFilter {
  search?: string | undefined;
  version?: string | undefined;
  below?: string | undefined;
}

const versionOf = (kind: RawBuilder<unknown>) => sql`firmware_version(${kind}, s.attributes, s.sw_version)`;

/** The caller's matching things, with their state. */
const upgradable = (caller: Caller, pkgtype: PackageKind, filter: ThingFilter) => {
  const installed = versionOf(sql`${pkgtype}`);
  const where: RawBuilder<unknown>[] = [];
  if (filter.version === 'unknown') where.push(sql`${installed} is null`);
  else if (filter.version) where.push(sql`${installed} = ${filter.version}`);
  if (filter.below) {
    where.push(sql`(${installed} is null or version_order(${installed}) < version_order(${filter.below}))`);
  }
  return thingsOf(caller, filter.search, where);
};

const sorts = {
  devname: inNameOrder(sql`t.devname`),
  status: sql`coalesce(s.status, 4)`,
  soc: sql`s.soc_pct`,
};

export async function upgradablePage(
  db: Db,
  caller: Caller,
  query: ThingFilter & {
    pkgtype: PackageKind;
    sort: 'devname' | 'version' | 'status' | 'soc';
    order: 'asc' | 'desc';
  },
  window: PageWindow,
): Promise<{ list: UpgradableThing[]; total: number }> {
  const from = upgradable(caller, query.pkgtype, query);
  const sorted =
    query.sort === 'version' ? sql`version_order(${versionOf(sql`${query.pkgtype}`)})` : sorts[query.sort];
  const direction = query.order === 'desc' ? sql`desc` : sql`asc`;
  const kinds = sql.join(packageKinds.map((k) => sql`${sql.lit(k)}, ${versionOf(sql.lit(k))}`));
  const [count, page] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db),
    sql<UpgradableThing>`
      select t.id, t.devid, t.devname, coalesce(s.status, 4) as status, s.soc_pct as soc, s.hw_version, t.time_zone,
        jsonb_build_object(${kinds}) as versions,
        (select coalesce(jsonb_agg(jsonb_build_object('campaign_id', j.campaign_id, 'pkgtype', j.pkgtype, 'state', j.state,
          'progress', j.progress)), '[]') from upgrade_jobs j where j.thing_id = t.id and j.state in ${upgradeJobs.open}) as jobs
      ${from}
      order by ${sorted} ${direction} nulls last, t.id ${direction}
      limit ${window.limit} offset ${window.offset}`.execute(db),
  ]);
  return { list: page.rows, total: count.rows[0]?.total ?? 0 };
}

/** Things by installed version of each kind, newest first. */
export async function versionCounts(db: Db, caller: Caller) {
  const kinds = sql.join(packageKinds.map((k) => sql`(${sql.lit(k)}, ${versionOf(sql.lit(k))})`));
  const { rows } = await sql<{ pkgtype: PackageKind; version: string | null; total: number }>`
    select v.pkgtype, v.version, count(*)::int as total
    from things t join thing_state s on s.thing_id = t.id
    cross join lateral (values ${kinds}) as v(pkgtype, version)
    where t.deleted_at is null and ${seesThing(caller, 't.id')}
    group by v.pkgtype, v.version
    order by version_order(v.version) desc, v.version`.execute(db);
  const of = (kind: PackageKind) =>
    rows
      .filter((r) => r.pkgtype === kind)
      .map(({ version, total }) => ({ version, total }))
      .sort((a, b) => Number(a.version === null) - Number(b.version === null));
  return Object.fromEntries(packageKinds.map((k) => [k, of(k)])) as Record<
    PackageKind,
    ReturnType<typeof of>
  >;
}

/** State that decides whether a thing joins a campaign. */
export interface ThingChoice {
  id: string;
  devid: string;
  hw_version: string | null;
  installed: string | null;
  online: boolean;
  soc_pct: number | null;
  time_zone: string;
  /** It has an unfinished job of the kind. */
  busy: boolean;
}

/** Columns of {@link ThingChoice}, besides those that every batch reads. */
const choice = (
  pkgtype: PackageKind,
) => sql`s.hw_version, ${versionOf(sql`${pkgtype}`)} as installed, s.soc_pct,
  t.time_zone,
  exists (select from upgrade_jobs j where j.thing_id = t.id and j.pkgtype = ${pkgtype} and j.state in ${upgradeJobs.open}) as busy`;

/** The caller's things that match a filter; at most one more than a campaign may have. */
export async function choicesByFilter(
  db: Db,
  caller: Caller,
  pkgtype: PackageKind,
  filter: ThingFilter,
): Promise<ThingChoice[]> {
  return chooseThings(db, choice(pkgtype), upgradable(caller, pkgtype, filter), MAX_THINGS + 1);
}

/** The caller's things among these ids and devids. */
export async function choicesByName(
  db: Db,
  caller: Caller,
  pkgtype: PackageKind,
  names: readonly string[],
): Promise<ThingChoice[]> {
  const named = sql`(t.devid = any(${[...names]}::text[]) or t.id = any(${names.filter(isUuid)}::uuid[]))`;
  return chooseThings(db, choice(pkgtype), thingsOf(caller, undefined, [named]), names.length);
}
