import type { ParamsOf, QueryOf, ReplyOf, siteCost } from '@voltloop/contract';
import { isoDay } from '@voltloop/domain/clock/zone-time.ts';
import type { Ctx } from '../../../../platform/ctx.ts';
import { calendarCuts } from '../../telemetry/index.ts';
import type { Core } from '../core.ts';
import { findSite } from '../find-site.ts';
import { checkSpan, periodsOf } from '../read-energy.ts';
import { Bill, billsOf, NO_PRICES, type Parts, roundParts, sumParts } from './cost-rules.ts';
import { pricesOf } from './prices.ts';
import { tariffsOf } from './tariffs.ts';

/** Two years: a year and the previous one for comparison. */
const MAX_MS = 732 * 86_400_000;

/** A day on which the clock is set back. */
const LONGEST_DAY_MS = 25 * 3_600_000;

/** Costs and savings of a site by slots of its zone, from its hours or priced quarter-hours. @throws notFound, validation */
export async function readCost(
  core: Core,
  ctx: Ctx,
  { params, query }: { params: ParamsOf<typeof siteCost>; query: QueryOf<typeof siteCost> },
): Promise<ReplyOf<typeof siteCost>> {
  const { db } = core.services;
  const site = await findSite(db, ctx, params.id);
  checkSpan(query.begin_time, query.end_time, MAX_MS);
  const [members, tariffs] = await Promise.all([periodsOf(db, ctx, site), tariffsOf(db, site.id)]);
  const { timeZone: zone } = site;
  const wanted = calendarCuts(query.agg_interval, zone, query.begin_time, query.end_time);
  // Amounts are rounded for each month; years are sums of months.
  const cuts =
    query.agg_interval === '1y'
      ? calendarCuts('1M', zone, wanted[0] as number, wanted.at(-1) as number)
      : wanted;
  const dynamic = tariffs.some(({ content }) => content.kind === 'dynamic');
  const prices = dynamic ? await pricesOf(db, site.id, cuts[0] as number, cuts.at(-1) as number) : NO_PRICES;
  const energy = await core.telemetry.memberEnergy(members, {
    interval: prices.slot_h === 1 ? '1h' : '15m',
    zone,
    from_ms: cuts[0] as number,
    to_ms: Math.min(cuts.at(-1) as number, Math.max(ctx.now.getTime(), (cuts[0] as number) + 1)),
  });
  const bills = billsOf(energy, tariffs, {
    zone,
    cuts,
    now_ms: ctx.now.getTime(),
    prices,
    // Without a device there are no costs.
    since_ms: Math.min(ctx.now.getTime(), ...members.map((m) => m.since_ms)),
  });
  const days = bills.map((bill, i) => {
    const key = cuts[i] as number;
    return { key, day: isoDay(key, zone), bill };
  });
  const months = [...Map.groupBy(days, ({ day }) => day.slice(0, 7)).values()];
  const rounded = months.flatMap((month) => {
    const parts = roundParts(month.map(({ bill }) => bill.parts()));
    return month.map((each, i) => ({ ...each, parts: parts[i] as Parts }));
  });
  const slots =
    query.agg_interval === '1y'
      ? [...Map.groupBy(rounded, ({ day }) => day.slice(0, 4)).values()].map(together)
      : rounded;
  const total = together(rounded);
  const slotSpan = query.agg_interval === '1M' || query.agg_interval === '1y' ? 'longer' : 'day';
  const wholeSpan = (cuts.at(-1) as number) - (cuts[0] as number) > LONGEST_DAY_MS ? 'longer' : 'day';
  return {
    currency: tariffs.at(-1)?.content.currency ?? null,
    slots: slots.map(({ key, bill, parts }) => ({ key, ...bill.costs(slotSpan, parts) })),
    total: total.bill.costs(wholeSpan, total.parts),
  };
}

interface RoundedBill {
  key: number;
  bill: Bill;
  parts: Parts;
}

function together(all: readonly RoundedBill[]): RoundedBill {
  const bill = new Bill();
  for (const each of all) bill.addAll(each.bill);
  return { key: all[0]?.key ?? 0, bill, parts: sumParts(all.map(({ parts }) => parts)) };
}
