/// <reference lib="esnext.temporal" />
import type { EnergyTotals, Site } from '@voltloop/contract';
import { selfSufficiency } from '@voltloop/domain/energy/shares.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { fieldError } from '../../../platform/errors.ts';
import { loadNamedAccount } from '../../people/accounts/index.ts';
import type { Core } from './core.ts';
import { monthEvents } from './month-events.ts';
import { periodsOf } from './read-energy.ts';
import { type Availability, availabilityOf } from './rules.ts';
import { findSites, siteDetails } from './store.ts';

/** A month of one site of a fleet, by the calendar of the site's zone. */
export interface FleetSite {
  id: string;
  name: string;
  owner: string;
  devices: number;
  /** Null without measurements. */
  energy: EnergyTotals | null;
  previous: EnergyTotals | null;
  /** Null when it is unknown. */
  selfSufficiency: number | null;
  availability: Availability;
  fault: number;
  warning: number;
  /** The caller sees only part of the month, or nothing of it: the site was transferred without its history. */
  partly: boolean;
}

/** A month of all sites of an account, limited to what the caller sees, by name. */
export interface FleetMonth {
  account: { id: string; name: string };
  /** yyyy-MM. */
  month: string;
  /** The month is over in the zone of every site. */
  over: boolean;
  sites: FleetSite[];
}

/** Limit of sites in one report: each is read separately, and longer tables are unreadable. */
const MAX_SITES = 1000;
const CONCURRENCY = 4;
const BATCH = 100;

/**
 * @param of.account Id or user name of an account at or below the caller
 * @throws notFound; validation for a month that has not begun in any zone, and for too many sites
 */
export async function readFleetMonth(
  core: Core,
  ctx: Ctx,
  of: { account?: string | undefined; month: string },
): Promise<FleetMonth> {
  const { db } = core.services;
  const account = await loadNamedAccount(db, ctx.caller, of.account ?? 'self');
  const first = Temporal.PlainDate.from(`${of.month}-01`);
  const earliest_ms = first.toZonedDateTime('Pacific/Kiritimati').epochMilliseconds;
  if (earliest_ms > ctx.now.getTime())
    throw fieldError('query.month', 'validation.monthNotBegun', 'The month has not begun anywhere');
  const window = { offset: 0, limit: MAX_SITES };
  const { ids, total } = await findSites(db, account, { sort: 'name', order: 'asc' }, window);
  if (total > MAX_SITES) {
    const message = `A report covers ${MAX_SITES} sites; choose an account with fewer`;
    throw fieldError('query.account', 'site.tooManyForReport', message);
  }
  const sites: FleetSite[] = [];
  let over = true;
  for (let at = 0; at < ids.length; at += BATCH) {
    const found = await siteDetails(db, ctx.caller, ids.slice(at, at + BATCH));
    for (let i = 0; i < found.length; i += CONCURRENCY) {
      const some = found.slice(i, i + CONCURRENCY);
      const read = await Promise.all(some.map((site) => readSite(core, ctx, site, first)));
      for (const each of read) {
        over &&= each.to_ms <= ctx.now.getTime();
        sites.push(each.site);
      }
    }
  }
  const { id, name } = account;
  return { account: { id, name }, month: of.month, over, sites };
}

async function readSite(
  core: Core,
  ctx: Ctx,
  site: Site & { visible_from: number | null },
  first: Temporal.PlainDate,
): Promise<{ site: FleetSite; to_ms: number }> {
  const { db } = core.services;
  const zone = site.time_zone;
  const now_ms = ctx.now.getTime();
  const begin = (months: number) => first.add({ months }).toZonedDateTime(zone).epochMilliseconds;
  const [before_ms, from_ms, to_ms] = [begin(-1), begin(0), begin(1)];
  const visibleFrom_ms = site.visible_from ?? 0;
  const members = await periodsOf(db, ctx, { id: site.id, visibleFrom_ms });
  const [months, hours, events] = await Promise.all([
    core.telemetry.memberEnergy(members, { interval: '1M', zone, from_ms: before_ms, to_ms }),
    core.telemetry.memberEnergy(members, { interval: '1h', zone, from_ms, to_ms }),
    monthEvents(db, ctx, { siteId: site.id, from_ms: Math.max(from_ms, visibleFrom_ms), to_ms }),
  ]);
  const energyFrom = (start_ms: number) => {
    const slot = months.find((each) => each.start_ms === start_ms);
    return slot?.measured ? slot.kwh : null;
  };
  return {
    to_ms,
    site: {
      id: site.id,
      name: site.name,
      owner: site.owner.name,
      devices: site.devices,
      energy: energyFrom(from_ms),
      previous: energyFrom(before_ms),
      selfSufficiency: selfSufficiency(
        hours.filter(({ measured }) => measured).map(({ rise }) => rise),
        'longer',
      ),
      availability: availabilityOf(hours, members, { zone, now_ms }),
      fault: events.fault,
      warning: events.warning,
      partly: visibleFrom_ms > from_ms,
    },
  };
}
