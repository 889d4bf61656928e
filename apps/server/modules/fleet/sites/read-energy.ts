import type {
  EnergyForecast,
  EnergyHours,
  ParamsOf,
  PeriodEnergy,
  QueryOf,
  ReplyOf,
  siteEnergy,
  siteEnergyHours,
  siteEnergyPeriod,
  siteSeries,
} from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { fieldError } from '../../../platform/errors.ts';
import type { Core } from './core.ts';
import { findSite } from './find-site.ts';
import { QUARTER_MS, visiblePeriods } from './rules.ts';
import { membersOf, type SiteRow } from './store.ts';

/** Limit of quarter-hours times devices of one answer: three years of five devices. */
const MAX_QUARTERS = 530_000;
/** Limit of devices, including past ones, whose hours of a year are read together. */
const MAX_BY_HOURS = 30;
/** Limit of a chart of powers, which is computed from raw readings. */
const MAX_SERIES_MS = 32 * 86_400_000;

/** A device during its membership in a site, within the caller's history cutoff. */
export interface SiteDevicePeriod {
  key: number;
  devid: string;
  since_ms: number;
  until_ms: number | null;
  visibleFrom_ms: number;
}

export async function devicePeriods(
  db: Db,
  ctx: Ctx,
  site: Pick<SiteRow, 'id' | 'visibleFrom_ms'>,
): Promise<SiteDevicePeriod[]> {
  const members = await membersOf(db, ctx.caller, site.id);
  return visiblePeriods(
    members.map(({ key, devid, since, until, visibleFrom_ms }) => ({
      key,
      devid,
      since_ms: since,
      until_ms: until,
      visibleFrom_ms,
    })),
    site.visibleFrom_ms,
  );
}

/** The same by key. */
export async function periodsOf(db: Db, ctx: Ctx, site: Pick<SiteRow, 'id' | 'visibleFrom_ms'>) {
  return (await devicePeriods(db, ctx, site)).map(({ devid: _devid, ...period }) => period);
}

/** @throws validation for a range that is empty, backwards or too long */
export function checkSpan(begin_ms: number, end_ms: number, most_ms: number): void {
  if (end_ms <= begin_ms)
    throw fieldError('query.end_time', 'validation.range', 'end_time must be after begin_time');
  if (end_ms - begin_ms > most_ms)
    throw fieldError('query.end_time', 'validation.rangeTooLong', 'The range is too long: shorten it');
}

/** Energy of a site by slots of its own zone. @throws notFound, validation */
export async function readSiteEnergy(
  core: Core,
  ctx: Ctx,
  { params, query }: { params: ParamsOf<typeof siteEnergy>; query: QueryOf<typeof siteEnergy> },
): Promise<ReplyOf<typeof siteEnergy>> {
  const { db } = core.services;
  const site = await findSite(db, ctx, params.id);
  const members = await periodsOf(db, ctx, site);
  const most = (MAX_QUARTERS / Math.max(1, members.length)) * QUARTER_MS;
  checkSpan(query.begin_time, query.end_time, most);
  const slots = await core.telemetry.memberEnergy(members, {
    interval: query.agg_interval,
    zone: site.timeZone,
    from_ms: query.begin_time,
    to_ms: query.end_time,
  });
  return slots.map(({ start_ms, kwh, measured, gap, reset }) => ({
    key: start_ms,
    ...kwh,
    measured,
    ...(gap ? { gap } : {}),
    ...(reset ? { reset } : {}),
  }));
}

/** Energy of a day, month or year of a site, with previous periods. @throws notFound */
export async function readSitePeriod(
  core: Core,
  ctx: Ctx,
  { params, query }: { params: ParamsOf<typeof siteEnergyPeriod>; query: QueryOf<typeof siteEnergyPeriod> },
): Promise<PeriodEnergy> {
  const { db } = core.services;
  const site = await findSite(db, ctx, params.id);
  const members = await periodsOf(db, ctx, site);
  return core.telemetry.memberPeriod(members, {
    zone: site.timeZone,
    period: query.period,
    day: query.day,
    now_ms: ctx.now.getTime(),
  });
}

/** One energy of a site through a year, by hours. @throws notFound, validation */
export async function readSiteHours(
  core: Core,
  ctx: Ctx,
  { params, query }: { params: ParamsOf<typeof siteEnergyHours>; query: QueryOf<typeof siteEnergyHours> },
): Promise<EnergyHours> {
  const { db } = core.services;
  const site = await findSite(db, ctx, params.id);
  const members = await periodsOf(db, ctx, site);
  if (members.length > MAX_BY_HOURS)
    throw fieldError(
      'query.year',
      `telemetry.tooManyThings?max=${MAX_BY_HOURS}`,
      'too many devices for the hours of a year',
    );
  return core.telemetry.memberHours(members, {
    zone: site.timeZone,
    now_ms: ctx.now.getTime(),
    ...query,
  });
}

/** Forecast of a site until the end of tomorrow. @throws notFound */
export async function readSiteForecast(core: Core, ctx: Ctx, id: string): Promise<EnergyForecast> {
  const { db } = core.services;
  const site = await findSite(db, ctx, id);
  const members = await periodsOf(db, ctx, site);
  return core.telemetry.memberForecast(members, { zone: site.timeZone, now_ms: ctx.now.getTime() });
}

/** Powers of a site by quarter-hours. @throws notFound, validation */
export async function readSiteSeries(
  core: Core,
  ctx: Ctx,
  { params, query }: { params: ParamsOf<typeof siteSeries>; query: QueryOf<typeof siteSeries> },
): Promise<ReplyOf<typeof siteSeries>> {
  checkSpan(query.begin_time, query.end_time, MAX_SERIES_MS);
  const site = await findSite(core.services.db, ctx, params.id);
  const members = await periodsOf(core.services.db, ctx, site);
  return core.telemetry.memberPower(members, query.begin_time, query.end_time);
}
