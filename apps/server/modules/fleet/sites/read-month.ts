/// <reference lib="esnext.temporal" />
import type { PeriodEnergy, ReplyOf, SiteDetail, siteCost } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import { fieldError } from '../../../platform/errors.ts';
import type { Core } from './core.ts';
import { describeSite, findSite } from './find-site.ts';
import { type MonthEvents, monthEvents } from './month-events.ts';
import { periodsOf } from './read-energy.ts';
import { type Availability, availabilityOf } from './rules.ts';
import { readCost } from './tariff/read-cost.ts';

/** A month of a site, limited to what the caller sees. */
export interface SiteMonth {
  site: SiteDetail;
  from_ms: number;
  to_ms: number;
  /** The start of what the caller sees, if within the month or after it; null when all of the month is visible. */
  visibleFrom_ms: number | null;
  energy: PeriodEnergy;
  cost: Pick<ReplyOf<typeof siteCost>, 'currency' | 'total'>;
  availability: Availability;
  events: MonthEvents;
}

/** @throws notFound; validation for a month that has not begun */
export async function readMonth(
  core: Core,
  ctx: Ctx,
  { id, month }: { id: string; month: string },
): Promise<SiteMonth> {
  const { db } = core.services;
  const row = await findSite(db, ctx, id);
  const zone = row.timeZone;
  const first = Temporal.PlainDate.from(`${month}-01`);
  const from_ms = first.toZonedDateTime(zone).epochMilliseconds;
  const to_ms = first.add({ months: 1 }).toZonedDateTime(zone).epochMilliseconds;
  const now_ms = ctx.now.getTime();
  if (from_ms > now_ms)
    throw fieldError('query.month', 'validation.monthNotBegun', 'The month has not begun at the site');
  const [site, members] = await Promise.all([describeSite(db, ctx, id), periodsOf(db, ctx, row)]);
  const span = { agg_interval: '1M' as const, begin_time: from_ms, end_time: to_ms };
  const seen_ms = Math.max(from_ms, row.visibleFrom_ms);
  const [energy, cost, hours, events] = await Promise.all([
    core.telemetry.memberPeriod(members, { zone, period: 'month', day: first.toString(), now_ms }),
    readCost(core, ctx, { params: { tenantId: ctx.caller.tenantId, id }, query: span }),
    core.telemetry.memberEnergy(members, { interval: '1h', zone, from_ms, to_ms }),
    monthEvents(db, ctx, { siteId: id, from_ms: seen_ms, to_ms }),
  ]);
  return {
    site,
    from_ms,
    to_ms,
    energy,
    cost,
    events,
    visibleFrom_ms: row.visibleFrom_ms > from_ms ? row.visibleFrom_ms : null,
    availability: availabilityOf(hours, members, { zone, now_ms }),
  };
}
