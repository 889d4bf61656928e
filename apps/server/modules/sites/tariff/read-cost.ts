import type { ParamsOf, QueryOf, ReplyOf, siteCost } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import { calendarCuts } from '../../telemetry/index.ts';
import type { Core } from '../core.ts';
import { findSite } from '../find-site.ts';
import { checkSpan, periodsOf } from '../read-energy.ts';
import { Bill, billsOf, NO_PRICES } from './cost-rules.ts';
import { pricesOf } from './prices.ts';
import { tariffsOf } from './tariffs.ts';

/** Two years: a year and the previous one for comparison. */
const MAX_MS = 732 * 86_400_000;

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
  const cuts = calendarCuts(query.agg_interval, site.timeZone, query.begin_time, query.end_time);
  const dynamic = tariffs.some(({ content }) => content.kind === 'dynamic');
  const prices = dynamic ? await pricesOf(db, site.id, cuts[0] as number, cuts.at(-1) as number) : NO_PRICES;
  const slots = await core.telemetry.memberEnergy(members, {
    interval: prices.slot_h === 1 ? '1h' : '15m',
    zone: site.timeZone,
    from_ms: cuts[0] as number,
    to_ms: Math.min(cuts.at(-1) as number, Math.max(ctx.now.getTime(), (cuts[0] as number) + 1)),
  });
  const bills = billsOf(slots, tariffs, {
    zone: site.timeZone,
    cuts,
    now_ms: ctx.now.getTime(),
    prices,
    // Without a device there are no costs.
    since_ms: Math.min(ctx.now.getTime(), ...members.map((m) => m.since_ms)),
  });
  const total = new Bill();
  for (const bill of bills) total.addAll(bill);
  return {
    currency: tariffs.at(-1)?.content.currency ?? null,
    slots: bills.map((bill, i) => ({ key: cuts[i] as number, ...bill.costs() })),
    total: total.costs(),
  };
}
