import { ATTENTION_LEVEL, type Site, type SiteDevice } from '@voltloop/contract';
import { type RawBuilder, sql } from 'kysely';
import { assignments, type Db, oneRow, type Trx } from '../../../platform/db.ts';
import { containing } from '../../../platform/like.ts';
import { inNameOrder } from '../../../platform/name-order.ts';
import { historyFloor, maskMobile, seesSite, seesThing, type Viewer } from '../../people/accounts/index.ts';
import { chargeOf } from '../things/index.ts';

export interface SiteFilter {
  search?: string | undefined;
  tags?: string[] | undefined;
  state?: number | undefined;
  sort: 'name' | 'owner' | 'status' | 'created';
  order: 'asc' | 'desc';
}

/** Worst first: fault, offline, upgrading, not activated, online. */
const RANK = sql`array_position(array[2,0,3,4,1], s2.status::int)`;
const worstOf = (
  site: RawBuilder<unknown>,
) => sql`(select (array[2,0,3,4,1])[min(${RANK})] from site_devices d2
  join thing_state s2 on s2.thing_id = d2.thing_id where d2.site_id = ${site} and d2.until is null)`;

function conditionsOf(of: Viewer, filter: SiteFilter): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [seesSite(of, 's')];
  if (filter.tags?.length) all.push(sql`s.tags @> ${filter.tags}::text[]`);
  if (filter.state !== undefined) all.push(sql`${worstOf(sql`s.id`)} = ${filter.state}`);
  if (filter.search) {
    const words = containing(filter.search.toLowerCase());
    all.push(sql`(lower(s.name) like ${words} or lower(s.address) like ${words} or lower(a.name) like ${words}
      or lower(a.user_name::text) like ${words} or exists (select from site_devices ds join things ts on ts.id = ds.thing_id
        where ds.site_id = s.id and ds.until is null and lower(ts.devid || ' ' || ts.devname) like ${words}))`);
  }
  return sql.join(all, sql` and `);
}

const sorted: Record<SiteFilter['sort'], RawBuilder<unknown>> = {
  name: inNameOrder(sql`s.name`),
  owner: inNameOrder(sql`a.name`),
  // States that need attention sort before upgrading, not activated and online.
  status: sql`(select min(least(${RANK}, case when s2.problem_level >= ${ATTENTION_LEVEL} then 2.5 end)) from site_devices d2
    join thing_state s2 on s2.thing_id = d2.thing_id where d2.site_id = s.id and d2.until is null)`,
  created: sql`s.created_at`,
};

/** Ids of a page of sites, in order, and the number of matches. */
export async function findSites(
  db: Db,
  of: Viewer,
  filter: SiteFilter,
  window: { offset: number; limit: number },
): Promise<{ ids: string[]; total: number }> {
  const from = sql`from sites s join accounts a on a.id = s.account_id where ${conditionsOf(of, filter)}`;
  const direction = filter.order === 'desc' ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ ids: string[]; total: number }>`
    select (select count(*)::int ${from}) as total,
      array(select s.id ${from} order by ${sorted[filter.sort]} ${direction} nulls last, s.id ${direction}
        limit ${window.limit} offset ${window.offset}) as ids`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

interface Row {
  id: string;
  name: string;
  account_id: string;
  user_name: string;
  owner_name: string;
  kind: string;
  mobile: string | null;
  region: string | null;
  address: string;
  longitude: number | null;
  latitude: number | null;
  time_zone: string;
  tags: string[];
  created_at: Date;
  floor: Date | null;
  devices: number;
  offline: number;
  status: number | null;
  bat_power_w: number | null;
  grid_power_w: number | null;
  pv_power_w: number | null;
  load_power_w: number | null;
  soc_pct: number | null;
  left_wh: number | null;
  rated_wh: number | null;
  batteries: number;
  counted: number;
  as_of: Date | null;
  problem: Site['problem'];
}

/** The columns that verbs need. */
export interface SiteRow {
  id: string;
  name: string;
  accountId: string;
  timeZone: string;
  /** The viewer's history cutoff, epoch ms; 0 without one. */
  visibleFrom_ms: number;
}

/** A visible site, locked when it is about to be changed. */
export async function siteById(
  db: Db | Trx,
  viewer: Viewer,
  id: string,
  lock: 'lock' | 'read' = 'read',
): Promise<SiteRow | undefined> {
  const { rows } = await sql<Omit<SiteRow, 'visibleFrom_ms'> & { floor: Date | null }>`
    select s.id, s.name, s.account_id as "accountId", s.time_zone as "timeZone",
      ${historyFloor(viewer, 'site_id', 's.id')} as floor
    from sites s
    where s.id = ${id}::uuid and ${seesSite(viewer, 's')} ${lock === 'lock' ? sql`for update of s` : sql``}`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return undefined;
  const { floor, ...site } = row;
  return { ...site, visibleFrom_ms: floor?.getTime() ?? 0 };
}

/** Sites by id, in the order of `ids`. @param phones Whether phone numbers are unmasked */
export async function siteDetails(
  db: Db | Trx,
  viewer: Viewer,
  ids: readonly string[],
  phones: 'masked' | 'full' = 'masked',
): Promise<(Site & { visible_from: number | null })[]> {
  const { rows } = await sql<Row>`
    select s.id, s.name, s.account_id, a.user_name::text as user_name, a.name as owner_name, a.kind, a.mobile,
      s.region, s.address, s.longitude::float8 as longitude, s.latitude::float8 as latitude, s.time_zone, s.tags, s.created_at,
      ${historyFloor(viewer, 'site_id', 's.id')} as floor, m.*, e.problem
    from unnest(${[...ids]}::uuid[]) with ordinality as wanted(id, at)
    join sites s on s.id = wanted.id
    join accounts a on a.id = s.account_id
    cross join lateral (
      select count(*)::int as devices, (count(*) filter (where s2.status = 0))::int as offline,
        (array[2,0,3,4,1])[min(${RANK})] as status,
        sum(s2.bat_power_w::float8) filter (where s2.online) as bat_power_w,
        sum(s2.grid_power_w::float8) filter (where s2.online) as grid_power_w,
        sum(s2.pv_power_w::float8) filter (where s2.online) as pv_power_w,
        sum(s2.load_power_w::float8) filter (where s2.online) as load_power_w,
        ${chargeOf('s2', sql`s2.online`)},
        min(s2.last_time) filter (where s2.online) as as_of
      from site_devices d join thing_state s2 on s2.thing_id = d.thing_id
      where d.site_id = s.id and d.until is null) m
    left join lateral (
      select p.problem || jsonb_build_object('devid', t.devid, 'active', sum(p.active_events) over ()) as problem
      from site_devices d join thing_state p on p.thing_id = d.thing_id and p.problem_level > 0
      join things t on t.id = d.thing_id
      where d.site_id = s.id and d.until is null
      order by p.problem_level desc, (p.problem->>'since')::float8 desc limit 1) e on true
    order by wanted.at`.execute(db);
  return rows.map((r) => ({
    id: r.id,
    name: r.name,
    owner: {
      id: r.account_id,
      user_name: r.user_name,
      name: r.owner_name,
      kind: r.kind,
      phone: r.mobile === null || phones === 'full' ? r.mobile : maskMobile(r.mobile),
    },
    region: r.region,
    address: r.address,
    gps:
      r.longitude === null || r.latitude === null ? null : { longitude: r.longitude, latitude: r.latitude },
    time_zone: r.time_zone,
    tags: r.tags,
    devices: r.devices,
    offline: r.offline,
    status: r.status,
    problem: r.problem,
    power: {
      bat_power_w: r.bat_power_w,
      grid_power_w: r.grid_power_w,
      pv_power_w: r.pv_power_w,
      load_power_w: r.load_power_w,
      soc: r.soc_pct,
      left_wh: r.left_wh,
      rated_wh: r.rated_wh,
      batteries: r.batteries,
      counted: r.counted,
      as_of: r.as_of?.getTime() ?? null,
    },
    created_at: r.created_at.getTime(),
    visible_from: r.floor?.getTime() ?? null,
  }));
}

/** Tags of the visible sites, most used first. */
export async function tagsInUse(db: Db, viewer: Viewer): Promise<{ tag: string; sites: number }[]> {
  const { rows } = await sql<{ tag: string; sites: number }>`
    select tag, count(*)::int as sites from sites s, unnest(s.tags) as tag
    where ${seesSite(viewer, 's')} group by tag order by sites desc, tag limit 200`.execute(db);
  return rows;
}

export interface MemberRow extends SiteDevice {
  thingId: string;
  key: number;
  /** The time at which the device was taken over without its history during its membership; 0 otherwise. */
  visibleFrom_ms: number;
}

/** Devices of a site, current ones first; empty memberships are omitted. */
export async function membersOf(db: Db | Trx, viewer: Viewer, siteId: string): Promise<MemberRow[]> {
  const { rows } = await sql<
    Omit<MemberRow, 'since' | 'until' | 'last_time'> & {
      since: Date;
      until: Date | null;
      last_time: Date | null;
    }
  >`
    select t.id as "thingId", t.key, t.devid, t.devname, d.since, d.until, v.visible,
      case when v.visible then st.status end as status, case when v.visible then st.soc_pct end as soc,
      coalesce(extract(epoch from ${historyFloor(viewer, 'thing_id', 't.id', sql`w.before > d.since and w.before < coalesce(d.until, 'infinity')`)}) * 1000, 0)::float8 as "visibleFrom_ms",
      case when v.visible then st.bat_power_w end as bat_power_w, case when v.visible then st.last_time end as last_time
    from site_devices d join things t on t.id = d.thing_id left join thing_state st on st.thing_id = t.id
    cross join lateral (select (t.deleted_at is null and ${seesThing(viewer, 't.id')}) as visible) v
    where d.site_id = ${siteId}::uuid and d.until is distinct from d.since
    order by d.until is not null, d.since desc, t.devid`.execute(db);
  return rows.map((r) => ({
    ...r,
    since: r.since.getTime(),
    until: r.until?.getTime() ?? null,
    last_time: r.last_time?.getTime() ?? null,
  }));
}

export interface SiteFields {
  name?: string | undefined;
  region?: string | null | undefined;
  address?: string | undefined;
  gps?: { longitude: number; latitude: number } | null | undefined;
  time_zone?: string | undefined;
  tags?: string[] | undefined;
}

export async function insertSite(
  trx: Trx,
  fields: SiteFields & { name: string; time_zone: string },
  { tenantId, accountId, by, at }: { tenantId: string; accountId: string; by: string; at: Date },
): Promise<string> {
  const { id } = oneRow(
    await sql<{ id: string }>`
      insert into sites (name, time_zone, tenant_id, account_id, created_by, created_at, region, address, tags,
        longitude, latitude)
      values (${fields.name}, ${fields.time_zone}, ${tenantId}, ${accountId}, ${by}, ${at}, ${fields.region ?? null},
        ${fields.address ?? ''}, ${fields.tags ?? []}, ${fields.gps?.longitude ?? null}, ${fields.gps?.latitude ?? null})
      returning id`.execute(trx),
  );
  return id;
}

export async function changeSite(trx: Trx, id: string, fields: SiteFields, at: Date): Promise<void> {
  const { gps } = fields;
  const changes = assignments({
    name: fields.name,
    region: fields.region,
    address: fields.address,
    time_zone: fields.time_zone,
    tags: fields.tags,
    longitude: gps === undefined ? undefined : (gps?.longitude ?? null),
    latitude: gps === undefined ? undefined : (gps?.latitude ?? null),
    updated_at: at,
  });
  await sql`update sites set ${changes} where id = ${id}`.execute(trx);
}

/** The visible present site of a thing if it has this zone, and no other of its devices has; locked. */
export async function siteToFollow(
  trx: Trx,
  viewer: Viewer,
  thingId: string,
  zone: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select s.id from site_devices d join sites s on s.id = d.site_id
    where d.thing_id = ${thingId}::uuid and d.until is null and s.time_zone = ${zone} and ${seesSite(viewer, 's')}
      and not exists (select from site_devices o join things t on t.id = o.thing_id
        where o.site_id = s.id and o.until is null and o.thing_id <> d.thing_id and t.time_zone = ${zone})
    for update of s`.execute(trx);
  return rows[0]?.id;
}

export async function markSiteDeleted(trx: Trx, id: string, at: Date): Promise<void> {
  await sql`update sites set deleted_at = ${at} where id = ${id}`.execute(trx);
}
