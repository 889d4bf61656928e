import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fixture, telemetryFixture } from '../../testing/telemetry.ts';
import { readers } from './derive.ts';
import { readingsOf } from './telemetry.ts';

const now = Date.parse('2026-06-15T12:00:00Z');
const HOUR = 3_600_000;
let f: Fixture;

beforeAll(async () => {
  f = await telemetryFixture({ now: () => new Date(now) });
});
afterAll(() => f.stop());

test('a connected product gives its last readings, extremes of a month, and when they were', async () => {
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
  const readings = await readingsOf(f.services.clickhouse, key, new Date(now));
  expect(readings.M_SOC).toMatchObject({ last: 64.5, at: new Date(now - 2 * HOUR).toISOString() });
  expect(readings.M_CELL_T_MAX).toMatchObject({ last: 30, high: 41.5 });
  const facts = {
    ...{
      thing: { key, devid: 'PASS-1' },
      deviceId: 'd',
      battery: { ratedAh: 100 },
      category: { capacityAh: null },
    },
    entered: [{ code: 'initialEfficiency', value: '95' }],
  };
  const read = (code: string) => readers[code]?.telemetry?.({ facts: facts as never, url: '', readings });
  expect(read('soc')).toMatchObject({ value: '64.5', origin: 'telemetry', source: 'PASS-1' });
  expect(read('remainingCapacity')).toMatchObject({ value: '90' });
  expect(read('capacityFade')).toMatchObject({ value: '10' });
  expect(read('fullCycles')).toMatchObject({ value: '402' });
  expect(read('energyThroughput')).toMatchObject({ value: '3840' });
  expect(read('remainingEfficiency')).toMatchObject({ value: '92' });
  expect(read('efficiencyFade')).toMatchObject({ value: '3' });
  // What is older than a month is no extreme of this one.
  expect(read('temperature')).toMatchObject({ value: '-5 – 41.5 °C' });
});

test('one that has reported nothing gives nothing', async () => {
  const { key } = await f.thing('PASS-2');
  expect(await readingsOf(f.services.clickhouse, key, new Date(now))).toEqual({});
});
