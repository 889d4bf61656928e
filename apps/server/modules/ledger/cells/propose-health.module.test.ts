import { expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { telemetryFixture } from '../../../testing/telemetry.ts';
import { actingAs } from '../../people/accounts/index.ts';
import { proposeHealth } from './propose-health.ts';

const MINUTE = 60_000;
const now = Date.parse('2026-06-15T12:00:00Z');
const f = setUp(() => telemetryFixture({ now: () => new Date(now) }));

/**
 * Two days of a battery of 84 Ah and 40 mΩ: rest, charge, rest, discharge. The device counts discharging as positive.
 */
async function live(devid: string) {
  let soc = 20;
  const frames: object[] = [];
  for (let minute = 0; minute < 2880; minute++) {
    const at = minute % 480;
    const charging_A = at % 240 < 60 ? 0 : at < 240 ? 20 : -20;
    frames.push({
      ts: now - (2880 - minute) * MINUTE,
      seq: minute,
      boot: 1,
      data: {
        M_SOC: Math.round(soc * 10) / 10,
        M_VOLT: 350 + charging_A * 0.04,
        M_CURR: -charging_A,
        ...(minute % 60 === 0 ? { M_CELL_T_AVG: 25, M_CYCLES: 410 } : {}),
      },
    });
    soc += (100 * charging_A) / 60 / 84;
  }
  for (let i = 0; i < frames.length; i += 500) await f.send(devid, frames.slice(i, i + 500));
}

const propose = (devid: string) => {
  const { db, clickhouse, log } = f.services;
  const ctx = { caller: actingAs(f.main), now: new Date(now), ip: '', requestId: '', log };
  return proposeHealth({ db, clickhouse }, ctx, { devid, ratedCapacityAh: '100', days: 30 });
};

test('a connected battery gets a proposed health from its reports', async () => {
  await f.thing('HEALTH-1');
  await live('HEALTH-1');
  const found = await propose('HEALTH-1');
  expect(found).toMatchObject({ points: 2880, temperature_C: 25, cycles: 410 });
  expect(found.periods.length).toBeGreaterThan(5);
  expect(found.soh_pct).toBeGreaterThan(82);
  expect(found.soh_pct).toBeLessThan(86);
  expect(found.uncertainty_pct).toBeGreaterThan(1);
  // Voltages are stored in tenths of a volt.
  expect(found.resistance_mOhm).toBeGreaterThan(35);
  expect(found.resistance_mOhm).toBeLessThan(45);
});

test('a battery without reports gets no proposal, and an unknown one is not found', async () => {
  await f.thing('HEALTH-2');
  expect(await propose('HEALTH-2')).toMatchObject({ points: 0, soh_pct: null, periods: [], cycles: null });
  await expect(propose('HEALTH-3')).rejects.toMatchObject({ codeName: 'notFound' });
});
