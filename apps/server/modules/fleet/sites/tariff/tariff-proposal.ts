import type { ReplyOf, siteTariffProposal } from '@voltloop/contract';
import { isoDay } from '@voltloop/domain/clock/zone-time.ts';
import { currencyOfZone } from '@voltloop/domain/money/currency-of.ts';
import { zoneOf } from '@voltloop/domain/place/zone-of.ts';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Core } from '../core.ts';
import { describeSite, findSite } from '../find-site.ts';
import { periodsOf } from '../read-energy.ts';
import { tariffsOf } from './tariffs.ts';

/**
 * What a new tariff of a site begins with: the currency of its other tariffs, else that of its country, and the day of
 * its first measured energy. @throws notFound
 */
export async function proposeTariff(
  core: Core,
  ctx: Ctx,
  id: string,
): Promise<ReplyOf<typeof siteTariffProposal>> {
  const { db } = core.services;
  const site = await findSite(db, ctx, id);
  const [tariffs, { gps, region }, periods] = await Promise.all([
    tariffsOf(db, site.id),
    describeSite(db, ctx, site.id),
    periodsOf(db, ctx, site),
  ]);
  const first_ms = await core.telemetry.firstEnergy(periods, ctx.now.getTime());
  return {
    currency:
      tariffs.at(-1)?.content.currency ??
      // Administrative divisions are those of China.
      (region === null ? currencyOfZone(gps ? zoneOf(gps) : site.timeZone) : 'CNY'),
    first_day: first_ms === null ? null : isoDay(first_ms, site.timeZone),
  };
}
