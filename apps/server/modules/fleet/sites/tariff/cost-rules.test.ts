import type { SiteTariff } from '@voltloop/contract';
import { describe, expect, test } from 'vitest';
import { Bill, billsOf, type PricedSlot, roundParts } from './cost-rules.ts';

const zone = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);
const HOUR = 3_600_000;
const common = { currency: 'EUR', feed_in_price: '0.08', standing_charge: '0.30' };
const flat = (from: string, import_price: string): SiteTariff => ({
  from,
  content: { kind: 'flat', ...common, import_price },
});
/** Night (22 to 6) and day. */
const hours = Array.from({ length: 24 }, (_, hour) => (hour >= 22 || hour < 6 ? 1 : 0));
const tou = (from: string): SiteTariff => ({
  from,
  content: {
    kind: 'tou',
    ...common,
    rates: [
      { name: 'Day', price: '0.40' },
      { name: 'Night', price: '0.20' },
    ],
    seasons: [{ from: '01-01', day_kinds: [{ days: [1, 2, 3, 4, 5, 6, 7], hours }] }],
  },
});

/** Each hour 1 kWh from the grid, 1.5 kWh of load, 2 kWh of solar, 0.5 kWh exported. */
function hourly(from: number, to: number): PricedSlot[] {
  const rise = {
    pv_kwh: 2e6,
    charge_kwh: 0,
    discharge_kwh: 0,
    import_kwh: 1e6,
    export_kwh: 0.5e6,
    load_kwh: 1.5e6,
  };
  return Array.from({ length: (to - from) / HOUR }, (_, i) => ({
    start_ms: from + i * HOUR,
    rise,
    measured: true,
  }));
}
function bill(from: string, to: string, tariffs: SiteTariff[]) {
  const cuts = [at(from), at(to)];
  const of = { zone, cuts, since_ms: 0, now_ms: at('2030-01-01T00:00:00Z') };
  return (billsOf(hourly(cuts[0] as number, cuts[1] as number), tariffs, of)[0] as Bill).costs('day');
}

describe('a day across a change of the clocks', () => {
  test('of 23 hours has 7 at night and 16 by day', () => {
    // import 7 × 0.20 + 16 × 0.40 = 7.80; feed-in 11.5 × 0.08 = 0.92; load 1.5 × 7.80 = 11.70.
    expect(bill('2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00', [tou('2026-01-01')])).toEqual({
      import_cost: '7.80',
      feed_in: '0.92',
      standing: '0.30',
      cost: '7.18',
      baseline: '12.00',
      savings: '4.82',
      unpriced_hours: 0,
      self_consumption: 0.75,
      self_sufficiency: 1 / 3,
    });
  });

  test('of 25 hours has 9 at night, and counts the repeated hour twice', () => {
    // import 9 × 0.20 + 16 × 0.40 = 8.20; feed-in 12.5 × 0.08 = 1.00; load 12.30.
    expect(bill('2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00', [tou('2026-01-01')])).toMatchObject(
      {
        import_cost: '8.20',
        feed_in: '1.00',
        cost: '7.50',
        baseline: '12.60',
        savings: '5.10',
      },
    );
  });
});

test('applies hourly prices, with separate prices for the repeated hour', () => {
  const cuts = [at('2026-10-25T00:00:00+02:00'), at('2026-10-26T00:00:00+01:00')] as const;
  const content = { kind: 'dynamic', ...common, surcharge: '0.12', source_url: null } as const;
  // 0.05 in each of the 25 hours except two at two o'clock: 0.20, then −0.10; and none for the last hour.
  const second = at('2026-10-25T02:00:00+01:00');
  const prices = new Map(
    Array.from({ length: 24 }, (_, i) => [cuts[0] + i * HOUR, '0.05'] as [number, string]),
  );
  prices.set(second - HOUR, '0.20').set(second, '-0.10');
  const of = {
    zone,
    cuts,
    since_ms: 0,
    now_ms: at('2030-01-01T00:00:00Z'),
    prices: { byStart: prices, slot_h: 1 as const },
  };
  const [bill] = billsOf(hourly(...cuts), [{ from: '2026-01-01', content }], of);
  // import 22 × 0.17 + 0.32 + 0.02 = 4.08; feed-in 12 × 0.08 = 0.96; load 1.5 × 4.08 = 6.12.
  expect(bill?.costs('day')).toMatchObject({
    import_cost: '4.08',
    feed_in: '0.96',
    cost: '3.42',
    baseline: '6.42',
    savings: '3.00',
    unpriced_hours: 1,
  });
});

test('applies prices of quarter-hours, and counts an hour without all of them once', () => {
  const from = at('2026-06-01T00:00:00+02:00');
  const QUARTER = HOUR / 4;
  const content = { kind: 'dynamic', ...common, surcharge: '0', source_url: null } as const;
  const rise = { pv_kwh: 0, charge_kwh: 0, discharge_kwh: 0, import_kwh: 0, export_kwh: 0, load_kwh: 0 };
  // 1, 2, 3 and 4 kWh at 0.10, 0.20, 0.30 and 0.40: 3.00; an hour's mean of 0.25 would give 2.50. Then a quarter without a price.
  const slots = [1, 2, 3, 4, 5].map((kWh, i) => ({
    start_ms: from + i * QUARTER,
    rise: { ...rise, import_kwh: kWh * 1e6, load_kwh: kWh * 1e6 },
    measured: true,
  }));
  const byStart = new Map(['0.10', '0.20', '0.30', '0.40'].map((price, i) => [from + i * QUARTER, price]));
  const [bill] = billsOf(slots, [{ from: '2026-01-01', content }], {
    zone,
    cuts: [from, from + 24 * HOUR],
    since_ms: 0,
    now_ms: from + 2 * HOUR,
    prices: { byStart, slot_h: 0.25 },
  });
  expect(bill?.costs('day')).toMatchObject({ import_cost: '3.00', unpriced_hours: 1 });
});

test('shares are those of the hours, whatever the energy is priced by', () => {
  const from = at('2026-06-01T00:00:00+02:00');
  const none = { pv_kwh: 0, charge_kwh: 0, discharge_kwh: 0, import_kwh: 0, export_kwh: 0, load_kwh: 0 };
  // The sun charges the battery in one quarter-hour, and the grid in the next.
  const first = { ...none, pv_kwh: 4e6, charge_kwh: 1e6, load_kwh: 1e6, export_kwh: 2e6 };
  const second = { ...none, charge_kwh: 1e6, import_kwh: 2e6, load_kwh: 1e6 };
  const whole = { ...first, charge_kwh: 2e6, import_kwh: 2e6, load_kwh: 2e6 };
  const shares = (rises: PricedSlot['rise'][], slot_h: 1 | 0.25) => {
    const slots = rises.map((rise, i) => ({ start_ms: from + (i * HOUR) / 4, rise, measured: true }));
    const of = { zone, cuts: [from, from + HOUR], since_ms: 0, now_ms: from + HOUR };
    const [bill] = billsOf(slots, [flat('2026-01-01', '0.30')], {
      ...of,
      prices: { byStart: new Map(), slot_h },
    });
    const { self_consumption, self_sufficiency } = (bill as Bill).costs('day');
    return { self_consumption, self_sufficiency };
  };
  expect(shares([first, second], 0.25)).toEqual(shares([whole], 1));
});

test('a tariff that changes within a month applies from the first hour of its day', () => {
  // March 2026 has 743 hours: 14 days of 24 at 0.30, then 16 of 24 and one of 23 at 0.35.
  // import 336 × 0.30 + 407 × 0.35 = 243.25; feed-in 371.5 × 0.08 = 29.72; standing 31 × 0.30 = 9.30.
  const tariffs = [flat('2026-01-01', '0.30'), flat('2026-03-15', '0.35')];
  expect(bill('2026-03-01T00:00:00+01:00', '2026-04-01T00:00:00+02:00', tariffs)).toMatchObject({
    import_cost: '243.25',
    feed_in: '29.72',
    standing: '9.30',
    cost: '222.83',
    baseline: '374.18',
    savings: '151.35',
  });
});

test('hours before the first tariff are counted and cost nothing; future days have no charge', () => {
  const cuts = [at('2026-06-01T00:00:00+02:00'), at('2026-06-05T00:00:00+02:00')] as const;
  const of = { zone, cuts, since_ms: 0, now_ms: at('2026-06-03T12:00:00+02:00') };
  const bills = billsOf(hourly(cuts[0], of.now_ms), [flat('2026-06-02', '0.10')], of);
  expect(bills[0]?.costs('day')).toMatchObject({ import_cost: '3.60', standing: '0.60', unpriced_hours: 24 });
});

test('amounts are exact until a single rounding', () => {
  const thirds = new Bill();
  const tariff = flat('2026-01-01', '0.1005');
  const local = Temporal.Instant.from('2026-06-01T00:00:00Z').toZonedDateTimeISO(zone);
  const rise = {
    pv_kwh: 0,
    charge_kwh: 0,
    discharge_kwh: 0,
    import_kwh: 333_333,
    export_kwh: 0,
    load_kwh: 333_333,
  };
  const parts = [1, 2, 3].map(() => {
    const part = new Bill();
    part.addEnergy(tariff, local, { start_ms: 0, rise, measured: true });
    thirds.addAll(part);
    return part.costs('day').import_cost;
  });
  // 0.0335 each, 0.1004998995 together.
  expect(parts).toEqual(['0.03', '0.03', '0.03']);
  expect(thirds.costs('day').import_cost).toBe('0.10');
});

test('totals are those of the shown parts, and the days of a month add up to it', () => {
  const cuts = Array.from({ length: 31 }, (_, i) => at('2026-06-01T00:00:00+02:00') + i * 24 * HOUR);
  const of = { zone, cuts, since_ms: 0, now_ms: at('2026-07-01T00:00:00+02:00') };
  const tariff = flat('2026-01-01', '0.12345');
  const days = billsOf(hourly(cuts[0] as number, of.now_ms), [tariff], of);
  const month = new Bill();
  for (const day of days) month.addAll(day);
  const parts = roundParts(days.map((day) => day.parts()));
  const shown = days.map((day, i) => day.costs('day', parts[i]));
  const sum = (name: 'import_cost' | 'feed_in' | 'standing' | 'cost' | 'baseline' | 'savings') =>
    (shown.reduce((total, day) => total + Math.round(Number(day[name]) * 100), 0) / 100).toFixed(2);
  // 720 kWh × 0.12345 = 88.884; a day is 2.9628, which thirty times 2.96 would make 88.80.
  expect(month.costs('longer')).toMatchObject({ import_cost: '88.88', feed_in: '28.80', cost: '69.08' });
  for (const name of ['import_cost', 'feed_in', 'standing', 'cost', 'baseline', 'savings'] as const)
    expect([name, sum(name)]).toEqual([name, month.costs('longer')[name]]);
});
