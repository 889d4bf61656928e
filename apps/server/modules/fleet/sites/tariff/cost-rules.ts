/// <reference lib="esnext.temporal" />
import type { EnergyTotals, ReplyOf, SiteTariff, siteCost, TariffContent } from '@voltloop/contract';
import { selfConsumption, selfSufficiency } from '@voltloop/domain/energy/shares.ts';
import { rateAt } from '@voltloop/domain/tariff/rates.ts';
import { apportioned, decimalOf } from '@voltloop/resource-kit';
import { addEnergy } from '../../telemetry/index.ts';

/**
 * Cost of energy. Pure. Energy is an integer (thousandths of Wh), summed per price before the multiplication, so amounts
 * are exact until they are rounded, once for each month.
 */

type Costs = ReplyOf<typeof siteCost>['total'];
type Money = ReturnType<typeof decimalOf>;

/** Energy of an hour, or of a quarter of one, in thousandths of Wh. */
export interface PricedSlot {
  start_ms: number;
  rise: EnergyTotals;
  measured: boolean;
}

/** Thousandths of Wh in a kWh. */
const PER_KWH = '1000000';

/** The tariff in effect on a day (yyyy-MM-dd); `tariffs` ascending by their first day. */
export const tariffOn = (tariffs: readonly SiteTariff[], day: string): SiteTariff | undefined =>
  tariffs.findLast(({ from }) => from <= day);

/** Prices of slots for dynamic tariffs; energy is summed by the same slots. */
export interface SlotPrices {
  /** By start, epoch ms. */
  byStart: ReadonlyMap<number, string>;
  /** Hours of a slot. */
  slot_h: 1 | 0.25;
}
export const NO_PRICES: SlotPrices = { byStart: new Map(), slot_h: 1 };

/** Price of a kWh from the grid at a local time; undefined for a slot without a price. */
export function importPrice(
  content: TariffContent,
  at: Temporal.ZonedDateTime,
  { byStart }: SlotPrices = NO_PRICES,
): string | undefined {
  if (content.kind === 'flat') return content.import_price;
  if (content.kind === 'dynamic') {
    const price = byStart.get(at.epochMilliseconds);
    return price === undefined ? undefined : decimalOf(price).plus(decimalOf(content.surcharge)).toFixed();
  }
  const { month, day, hour, dayOfWeek: weekday } = at;
  return content.rates[rateAt(content.seasons, { month, day, weekday, hour })]?.price ?? '0';
}

/** Sums to be multiplied later: energy by price. Unknown until something was measured. */
class ByPrice {
  readonly #energy = new Map<string, number>();
  #measured = false;
  /** Notes energy that has no price, too: then the amount is known, though nothing is in it. */
  note(energy: number | null): void {
    this.#measured ||= energy !== null;
  }
  add(price: string, energy: number | null): void {
    if (energy !== null) this.#energy.set(price, (this.#energy.get(price) ?? 0) + energy);
  }
  addAll(other: ByPrice): void {
    this.#measured ||= other.#measured;
    for (const [price, energy] of other.#energy) this.add(price, energy);
  }
  amount(): Money | null {
    if (!this.#measured) return null;
    let sum = decimalOf(0);
    for (const [price, energy] of this.#energy) sum = sum.plus(decimalOf(price).times(energy));
    return sum.div(PER_KWH);
  }
}

/** Running totals of a range. */
export class Bill {
  readonly #import = new ByPrice();
  readonly #baseline = new ByPrice();
  readonly #feedIn = new ByPrice();
  #standing: Money = decimalOf(0);
  #unpriced = 0;
  /** By start: shares are computed from hours, whatever the energy is priced by. */
  readonly #hours = new Map<number, EnergyTotals>();

  addEnergy(
    tariff: SiteTariff | undefined,
    at: Temporal.ZonedDateTime,
    { rise, measured }: PricedSlot,
    prices: SlotPrices = NO_PRICES,
  ): void {
    if (measured) {
      const start_ms = at.round({ smallestUnit: 'hour', roundingMode: 'floor' }).epochMilliseconds;
      this.#addHour(start_ms, rise);
    }
    this.#import.note(rise.import_kwh);
    this.#baseline.note(rise.load_kwh);
    this.#feedIn.note(rise.export_kwh);
    const price = tariff && importPrice(tariff.content, at, prices);
    if (!tariff || price === undefined) {
      if (measured) this.#unpriced += prices.slot_h;
      return;
    }
    this.#import.add(price, rise.import_kwh);
    this.#baseline.add(price, rise.load_kwh);
    this.#feedIn.add(tariff.content.feed_in_price, rise.export_kwh);
  }

  addDay(tariff: SiteTariff): void {
    this.#standing = this.#standing.plus(decimalOf(tariff.content.standing_charge));
  }

  addAll(other: Bill): void {
    this.#import.addAll(other.#import);
    this.#baseline.addAll(other.#baseline);
    this.#feedIn.addAll(other.#feedIn);
    this.#standing = this.#standing.plus(other.#standing);
    this.#unpriced += other.#unpriced;
    for (const [start_ms, rise] of other.#hours) this.#addHour(start_ms, rise);
  }

  #addHour(start_ms: number, rise: EnergyTotals): void {
    const hour = this.#hours.get(start_ms);
    if (hour) addEnergy(hour, rise);
    else this.#hours.set(start_ms, { ...rise });
  }

  /** Exact amounts of the range; null for what needs an energy that was never measured. */
  parts(): Parts {
    return {
      imported: this.#import.amount(),
      feedIn: this.#feedIn.amount(),
      load: this.#baseline.amount(),
      standing: this.#standing,
    };
  }

  /**
   * Import and standing charge less feed-in, compared with the whole load at the same prices and standing charge. What
   * needs an energy that was never measured is null; feed-in that was not measured is in no cost.
   * @param span The length of the range, for the self-sufficiency
   * @param parts The amounts to the cent; totals are computed from them, so that they add up as shown
   */
  costs(span: 'day' | 'longer', parts: Parts = roundParts([this.parts()])[0] as Parts): Costs {
    const { imported, feedIn, load, standing } = parts;
    const cost = imported?.plus(standing).minus(feedIn ?? decimalOf(0)) ?? null;
    const baseline = load?.plus(standing) ?? null;
    const hours = [...this.#hours.values()];
    const text = (amount: Money | null) => amount?.toFixed(2) ?? null;
    return {
      cost: text(cost),
      import_cost: text(imported),
      feed_in: text(feedIn),
      standing: standing.toFixed(2),
      baseline: text(baseline),
      savings: text(baseline && cost && baseline.minus(cost)),
      self_consumption: selfConsumption(hours),
      self_sufficiency: selfSufficiency(hours, span),
      unpriced_hours: Math.ceil(this.#unpriced),
    };
  }
}

/** The amounts that a cost consists of. */
export interface Parts {
  imported: Money | null;
  feedIn: Money | null;
  /** The whole load at the prices of the grid. */
  load: Money | null;
  standing: Money;
}

const NAMES = ['imported', 'feedIn', 'load', 'standing'] as const;

/** The amounts of a month's days to the cent: they add up to the month, which is rounded once (docs/decisions/0116). */
export function roundParts(all: readonly Parts[]): Parts[] {
  const rows = all.map((parts) => ({ ...parts }));
  for (const name of NAMES) {
    const known = rows.filter((parts) => parts[name] !== null);
    const shares = apportioned(
      known.map((parts) => parts[name] as Money),
      2,
    );
    known.forEach((parts, i) => {
      parts[name] = shares[i] as Money;
    });
  }
  return rows;
}

/** Null where no amount is known. */
export function sumParts(all: readonly Parts[]): Parts {
  const sum = (name: (typeof NAMES)[number]) => {
    const known = all.flatMap((parts) => parts[name] ?? []);
    return known.length === 0 ? null : known.reduce((total, amount) => total.plus(amount), decimalOf(0));
  };
  return {
    imported: sum('imported'),
    feedIn: sum('feedIn'),
    load: sum('load'),
    standing: sum('standing') ?? decimalOf(0),
  };
}

/**
 * A bill for each range between `cuts`. A standing charge counts for each day of the site's zone that has begun by
 * `now_ms` with a tariff in effect, from `since_ms` on.
 */
export function billsOf(
  slots: readonly PricedSlot[],
  tariffs: readonly SiteTariff[],
  of: { zone: string; cuts: readonly number[]; since_ms: number; now_ms: number; prices?: SlotPrices },
): Bill[] {
  const { zone, cuts, since_ms, now_ms } = of;
  const bills = cuts.slice(0, -1).map(() => new Bill());
  let at = 0;
  for (const slot of slots) {
    while (at < bills.length - 1 && (cuts[at + 1] as number) <= slot.start_ms) at++;
    const local = zoned(slot.start_ms, zone);
    bills[at]?.addEnergy(tariffOn(tariffs, local.toPlainDate().toString()), local, slot, of.prices);
  }
  bills.forEach((bill, i) => {
    const end = Math.min(cuts[i + 1] as number, now_ms);
    let day = zoned(Math.max(cuts[i] as number, since_ms), zone).startOfDay();
    for (; day.epochMilliseconds < end; day = day.add({ days: 1 })) {
      const tariff = tariffOn(tariffs, day.toPlainDate().toString());
      if (tariff) bill.addDay(tariff);
    }
  });
  return bills;
}

const zoned = (ms: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
