import { type Attribute, attributeOf } from '@voltloop/domain/passport/index.ts';
import { expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { telemetryFixture } from '../../../testing/telemetry.ts';
import { missingReason, readers } from './derive.ts';
import type { Facts } from './facts.ts';
import { spanOf } from './span.ts';
import { nothingReported, readingsOf, reportedBy } from './telemetry.ts';
import { extremesOf } from './telemetry-periods.ts';

const now = Date.parse('2026-06-15T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const f = setUp(() => telemetryFixture({ now: () => new Date(now) }));
const measured = () => ({ clickhouse: f.services.clickhouse, counters: f.telemetry.counters });

test('a connected product has its last readings and the extremes of a month, with their times', async () => {
  const { key } = await f.thing('PASS-1');
  const frame = (hours: number, seq: number, data: object) => ({
    ts: now - hours * HOUR,
    seq,
    boot: 1,
    data,
  });
  const temperatures = (low: number, high: number) => ({ M_CELL_T_MIN: low, M_CELL_T_MAX: high });
  await f.send('PASS-1', [
    frame(900, 1, { M_SOC: 10, ...temperatures(-30, 70) }),
    frame(48, 2, {
      M_SOC: 20,
      M_SOH: 91,
      M_CYCLES: 400,
      M_E_CHG_TOTAL: 1_900_000,
      ...temperatures(-5, 41.5),
    }),
    frame(2, 3, {
      M_SOC: 64.5,
      M_SOH: 90,
      M_CYCLES: 402,
      M_E_CHG_TOTAL: 2_000_000,
      M_E_DIS_TOTAL: 1_840_000,
    }),
    frame(1, 4, temperatures(12, 30)),
  ]);
  const readings = await readingsOf(measured(), spanOf(connected(key), new Date(now)));
  expect(readings.soc).toMatchObject({ last: 64.5, at: new Date(now - 2 * HOUR).toISOString() });
  expect(readings.cell_t_max).toMatchObject({ last: 30, high: 41.5 });
  const facts = factsOf(key, [{ code: 'initialEfficiency', value: '95' }], 'PASS-1');
  const read = (code: string) =>
    readers[code]?.telemetry?.({
      facts,
      url: '',
      reported: { ...nothingReported, readings },
    });
  expect(read('soc')).toMatchObject({ value: '64.5', origin: 'telemetry', source: 'PASS-1' });
  expect(read('remainingCapacity')).toMatchObject({ value: '90' });
  expect(read('capacityFade')).toMatchObject({ value: '10' });
  expect(read('fullCycles')).toMatchObject({ value: '402' });
  expect(read('energyThroughput')).toMatchObject({ value: '3840' });
  expect(read('remainingEfficiency')).toMatchObject({ value: '92' });
  expect(read('efficiencyFade')).toMatchObject({ value: '3' });
  // Older values are not extremes of this month.
  expect(read('temperature')).toMatchObject({ value: '-5 – 41.5 °C' });
});

test('a product without reports has no values', async () => {
  const { key } = await f.thing('PASS-2');
  expect(await readingsOf(measured(), spanOf(connected(key), new Date(now)))).toEqual({});
});

/** A reading every five minutes for some hours, starting this many hours ago. */
async function report(devid: string, from_h: number, hours: number, at: (minute: number) => object) {
  const frames = Array.from({ length: hours * 12 + 1 }, (_, n) => ({
    ts: now - from_h * HOUR + n * 5 * MINUTE,
    seq: from_h * 1000 - n,
    boot: 1,
    data: at(n * 5),
  }));
  for (let i = 0; i < frames.length; i += 500) await f.send(devid, frames.slice(i, i + 500));
}
const connected = (key: number) => ({ key, since: null, until: null });
/** The facts that readings are compared with; the other facts of a passport are not read here. */
const factsOf = (key: number, entered: object[] = [], devid = 'PASS') =>
  ({
    thing: { key, devid },
    deviceId: 'd',
    battery: { ratedAh: 100 },
    category: { capacityAh: null },
    entered,
  }) as unknown as Facts;

test('the usable energy follows from long discharges, and the SOCE from that and the certified energy', async () => {
  const { key } = await f.thing('PASS-3');
  // 50 kWh from full to empty: 80 % in eight hours, charged again, and a short trip.
  await report('PASS-3', 40, 8, (minute) => ({
    M_SOC: 95 - minute / 6,
    M_E_DIS_TOTAL: 1_000_000 + Math.round(minute * 83.333),
    M_E_CHG_TOTAL: 1_100_000,
  }));
  await report('PASS-3', 30, 8, (minute) => ({
    M_SOC: 15 + minute / 6,
    M_E_DIS_TOTAL: 1_040_000,
    M_E_CHG_TOTAL: 1_100_000 + minute * 90,
  }));
  const query = (at = now) => ({
    span: spanOf(connected(key), new Date(at)),
    category: 'ev' as const,
    limits: { low: null, high: null },
  });
  const reported = await reportedBy(measured(), query());
  expect(reported.energy?.energy_kWh).toBeCloseTo(50, 0);
  expect(reported.energy?.discharges).toHaveLength(1);
  expect(reported.extremes).toBeNull();
  const facts = factsOf(key, [{ code: 'certifiedUsableEnergy', value: '60' }]);
  const soce = readers.soce?.telemetry?.({ facts, url: '', reported });
  expect(Number(soce?.value)).toBeCloseTo(83.3, 0);
  expect(soce).toMatchObject({ origin: 'telemetry', basis: { kind: 'discharges', uncertainty_pct: 7.5 } });
  // Ninety days later none of it counts.
  expect((await reportedBy(measured(), query(now + 90 * 24 * HOUR))).energy).toBeNull();
});

test('a doubtful reading of a counter changes neither the throughput nor the usable energy', async () => {
  const { key } = await f.thing('PASS-9');
  await report('PASS-9', 40, 8, (minute) => ({
    M_SOC: 95 - minute / 6,
    // The last reading of a quarter-hour.
    M_E_DIS_TOTAL: minute === 250 ? 200_000_000 : 1_000_000 + Math.round(minute * 83.333),
    M_E_CHG_TOTAL: minute === 480 ? 0.5 : 1_100_000,
  }));
  const span = spanOf(connected(key), new Date(now));
  const limits = { low: null, high: null };
  const { energy, readings } = await reportedBy(measured(), { span, category: 'ev', limits });
  expect(energy?.energy_kWh).toBeCloseTo(50, 0);
  expect([readings.terminal_charge?.last, readings.terminal_discharge?.last]).toEqual([1_100_000, 1_040_000]);
});

test('minutes beyond the limits are counted between readings, those while charging separately', async () => {
  const { key } = await f.thing('PASS-4');
  const cells = (low: number, high: number, watt: number) => ({
    M_CELL_T_MIN: low,
    M_CELL_T_MAX: high,
    M_POWER: watt,
  });
  // Two hours above 45 °C, charging in the second; then silence; an hour below 0 °C, not charging.
  await report('PASS-4', 100, 4, (minute) =>
    cells(20, minute >= 60 && minute < 180 ? 46 : 45, minute >= 120 ? -2000 : 500),
  );
  await report('PASS-4', 50, 1, () => cells(-0.5, 10, 0));
  const { clickhouse } = f.services;
  const span = spanOf(connected(key), new Date(now));
  const found = await extremesOf(clickhouse, span, { low: 0, high: 45 });
  // The last reading before the silence counts for a quarter of an hour.
  expect(found?.minutes).toEqual({ hot: 120, cold: 75, chargingHot: 60, chargingCold: 0 });
  expect(found).toMatchObject({ from: now - 100 * HOUR, hours: 5.5 });
  // Duplicates count once.
  await report('PASS-4', 50, 1, () => cells(-0.5, 10, 0));
  expect((await extremesOf(clickhouse, span, { low: 0, high: 45 }))?.minutes.cold).toBe(75);
  expect((await extremesOf(clickhouse, span, { low: -1, high: null }))?.minutes).toMatchObject({
    hot: 0,
    cold: 0,
  });
});

test('a device that reports only the power and the counters of its inverter has the same values', async () => {
  const { key } = await f.thing('PASS-10');
  await report('PASS-10', 40, 8, (minute) => ({
    M_SOC: 95 - minute / 6,
    E_E_DIS: 1_000_000 + Math.round(minute * 83.333),
    E_E_CHG: 1_100_000,
  }));
  await report('PASS-10', 20, 1, () => ({ M_CELL_T_MAX: 46, E_BAT_P: -2000 }));
  const span = spanOf(connected(key), new Date(now));
  const limits = { low: null, high: 45 };
  const { energy, readings } = await reportedBy(measured(), { span, category: 'ev', limits });
  expect(energy?.energy_kWh).toBeCloseTo(50, 0);
  expect([readings.terminal_charge?.last, readings.terminal_discharge?.last]).toEqual([1_100_000, 1_040_000]);
  const found = await extremesOf(f.services.clickhouse, span, limits);
  expect(found?.minutes).toMatchObject({ hot: 75, chargingHot: 75 });
});

test('reports of a device before or after it measured the battery do not count', async () => {
  const { key } = await f.thing('PASS-6');
  const day = (back: number) => new Date(now - back * 24 * HOUR).toISOString().slice(0, 10);
  const warm = () => ({ M_CELL_T_MAX: 50, M_SOC: 30 });
  for (const days of [20, 10, 1]) await report('PASS-6', days * 24, 1, warm);
  const spans = (since: string | null, until: string | null) => spanOf({ key, since, until }, new Date(now));
  const minutes = async (since: string | null, until: string | null) => {
    const found = await extremesOf(f.services.clickhouse, spans(since, until), { low: null, high: 45 });
    return found?.minutes.hot;
  };
  expect(await minutes(null, null)).toBe(225);
  expect(await minutes(day(15), null)).toBe(150);
  expect(await minutes(day(15), day(5))).toBe(75);
  expect(await minutes(day(5), day(5))).toBeUndefined();
  const { soc } = await readingsOf(measured(), spans(null, day(10)));
  expect(soc?.at).toBe(new Date(now - 239 * HOUR).toISOString());
});

test('deep discharges are the sum over all packs', async () => {
  const { key } = await f.thing('PASS-5');
  const pack = (P_no: number, P_DEEP_DIS_CNT: number) => ({ P_no, P_DEEP_DIS_CNT });
  const query = (at = now) => ({
    span: spanOf(connected(key), new Date(at)),
    category: 'stationary' as const,
    limits: { low: null, high: null },
  });
  const read = () => reportedBy(measured(), query());
  expect((await read()).deepDischarges).toBeNull();
  await f.send('PASS-5', { ts: now - 2 * HOUR, seq: 1, boot: 1, packs: [pack(1, 2), pack(2, 5)] });
  await f.send('PASS-5', { ts: now - HOUR, seq: 2, boot: 1, packs: [pack(1, 3)] });
  expect((await read()).deepDischarges).toMatchObject({ count: 8 });
});

test('a value missing from telemetry has a reason', () => {
  const why = (code: string, facts: Facts) =>
    missingReason(attributeOf(code) as Attribute, {
      facts,
      url: '',
      reported: nothingReported,
    });
  expect(why('soce', { ...factsOf(1), thing: null })).toBe('notConnected');
  expect(why('soce', factsOf(1))).toBe('noCertifiedEnergy');
  expect(why('soce', factsOf(1, [{ code: 'certifiedUsableEnergy', value: '60' }]))).toBe('noDischarge');
  expect(why('minutesHot', factsOf(1))).toBe('noLimit');
  expect(why('minutesHot', factsOf(1, [{ code: 'idleTemperatureHigh', value: '45' }]))).toBe('noReadings');
  expect(why('accidents', factsOf(1))).toBeNull();
});
