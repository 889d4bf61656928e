import type { doubtfulReadings, EnergyTotals, energyPeriod, ReplyOf } from '@voltloop/contract';
import { expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { telemetryFixture } from '../../../testing/telemetry.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const now = Date.parse('2026-06-15T12:00:00Z');
const day = now - 12 * HOUR - 5 * DAY;
const f = setUp(() => telemetryFixture({ now: () => new Date(now) }));

/** Sends a reading of a counter each minute of two hours, rising by 10 Wh, with some changed. */
async function send(devid: string, change: (minute: number) => number | undefined, key = 'E_E_PV') {
  const frames = Array.from({ length: 120 }, (_, minute) => ({
    ts: day + 10 * HOUR + minute * MINUTE,
    seq: minute,
    boot: 1,
    data: { [key]: change(minute) ?? 1_000_000 + minute * 10 },
  }));
  await f.send(devid, frames);
}

const url = (devid: string) =>
  `/v1/data-mgmt/tenants/${f.main.tenantId}/info-model/HE_BAT/things/${devid}/_aggregations`;

/** The energy of the day on every resolution, Wh. */
async function sums(devid: string): Promise<number[]> {
  const found: number[] = [];
  for (const interval of ['5m', '15m', '1h', '1d', '1M', '1y']) {
    const query = `agg_interval=${interval}&begin_time=${day}&end_time=${day + DAY}&data_points=E_E_PV`;
    const { status, data } = await f.call(f.main, `${url(devid)}?${query}`);
    expect(status).toBe(200);
    const rows = data as { E_E_PV: { value: number } }[];
    found.push(rows.reduce((sum, row) => sum + row.E_E_PV.value, 0));
  }
  return found;
}

const all = (value: number) => Array.from({ length: 6 }, () => value);
const path = (devid: string) => `/v1/data-mgmt/tenants/${f.main.tenantId}/things/${devid}`;
const list = async (devid: string) => {
  const { status, data } = await f.call(
    f.main,
    `${path(devid)}/doubtful-readings?begin_time=${day}&end_time=${day + DAY}`,
  );
  expect(status).toBe(200);
  return data as ReplyOf<typeof doubtfulReadings>;
};

test('one impossible reading is no energy on any resolution, and is listed', async () => {
  for (const [devid, minute, value] of [
    ['SPIKE-1', 50, 200_000_000],
    ['DIP-1', 50, 500_000],
    ['DIP-2', 59, 500_000],
    ['DIP-3', 44, 999_000],
  ] as const) {
    await f.thing(devid);
    await send(devid, (at) => (at === minute ? value : undefined));
    expect(await sums(devid), devid).toEqual(all(1190));
    const time = day + 10 * HOUR + minute * MINUTE;
    const reason = value > 1_100_000 ? 'rise' : 'drop';
    expect((await list(devid)).list, devid).toMatchObject([
      { point: 'E_E_PV', time, value, reason, state: 'wrong' },
    ]);
  }
});

test('a clock that was 20 hours ahead for an hour moves no energy to another day', async () => {
  await f.thing('CLOCK-1');
  const frames = Array.from({ length: 36 * 60 }, (_, minute) => {
    const ts = day - 12 * HOUR + minute * MINUTE;
    const wrong = minute >= 5 * 60 && minute < 6 * 60;
    return {
      ts: wrong ? ts + 20 * HOUR + MINUTE / 2 : ts,
      seq: minute,
      boot: 1,
      data: { E_E_PV: 1e6 + minute * 20 },
    };
  });
  for (let i = 0; i < frames.length; i += 500) await f.send('CLOCK-1', frames.slice(i, i + 500));
  // From the reading at the last midnight to the last one of the day.
  const [fine, quarters, hours, days] = await sums('CLOCK-1');
  expect([fine, quarters, hours, days]).toEqual([28_800, 28_800, 28_800, 28_800]);
});

test('a person can exclude, confirm and restore readings; energy follows at once, and all of it is audited', async () => {
  await f.thing('METER-1');
  await send('METER-1', (minute) => (minute >= 60 ? 1_100_000 + minute * 10 : undefined));
  expect(await sums('METER-1')).toEqual(all(1180));
  const from = day + 11 * HOUR;
  const decide = (verdict: string, more: object = {}) =>
    f.call(f.main, `${path('METER-1')}/reading-verdicts`, {
      point: 'E_E_PV',
      from,
      to: from + HOUR,
      verdict,
      reason: 'Measured by hand',
      ...more,
    });
  const confirmed = await decide('confirm', { to: from + MINUTE });
  expect(confirmed.status).toBe(200);
  expect(await sums('METER-1')).toEqual(all(101_190));
  const { id } = (await decide('exclude')).data as { id: string };
  expect(await sums('METER-1')).toEqual(all(590));
  expect((await list('METER-1')).verdicts).toMatchObject([
    { verdict: 'exclude', reason: 'Measured by hand', by: 'Main', from, to: from + HOUR },
    { verdict: 'confirm' },
  ]);
  const fleet = async () => {
    const { data } = await f.call(
      f.main,
      `/v1/data-mgmt/tenants/${f.main.tenantId}/energy-period?period=day&day=${new Date(day).toISOString().slice(0, 10)}&devids=METER-1`,
    );
    return (data as { total: EnergyTotals }).total;
  };
  expect(await fleet()).toMatchObject({ pv_kwh: 0.59, load_kwh: null, import_kwh: null });
  const restored = await f.call(f.main, `${path('METER-1')}/reading-verdicts/${id}`, undefined, 'DELETE');
  expect(restored.status).toBe(200);
  expect(await sums('METER-1')).toEqual(all(101_190));
  expect(await fleet()).toMatchObject({ pv_kwh: 101.19 });
  const { rows } = await f.services.pool.query(
    `select action from audit where action like 'reading.%' order by action`,
  );
  expect(rows.map(({ action }) => action)).toEqual(['reading.confirm', 'reading.exclude', 'reading.restore']);
});

test('a period names the slots with doubtful readings', async () => {
  await f.thing('SLOTS-1');
  await send('SLOTS-1', (minute) => (minute === 70 ? 200_000_000 : undefined));
  const slots = async (period: string) => {
    const query = `period=${period}&day=${new Date(day).toISOString().slice(0, 10)}&devids=SLOTS-1`;
    const { data } = await f.call(f.main, `/v1/data-mgmt/tenants/${f.main.tenantId}/energy-period?${query}`);
    const found = data as ReplyOf<typeof energyPeriod>;
    expect(found.doubtful).toBe(true);
    return found.slots.filter(({ doubtful }) => doubtful).map(({ slot }) => slot);
  };
  expect(await slots('day')).toEqual([11]);
  expect(await slots('month')).toEqual([new Date(day).getUTCDate()]);
});

test('readings of a device that the caller does not see can be neither listed nor decided about, nor those to come', async () => {
  await f.thing('HIDDEN-1');
  const query = `begin_time=${day}&end_time=${day + DAY}`;
  expect((await f.call(f.factory, `${path('HIDDEN-1')}/doubtful-readings?${query}`)).status).toBe(404);
  const body = { point: 'E_E_PV', from: day, to: day + HOUR, verdict: 'exclude', reason: 'x' };
  expect((await f.call(f.factory, `${path('HIDDEN-1')}/reading-verdicts`, body)).status).toBe(404);
  const wrong = await f.call(f.main, `${path('HIDDEN-1')}/reading-verdicts`, { ...body, point: 'M_SOC' });
  expect([wrong.status, wrong.data]).toMatchObject([400, [{ path: 'point' }]]);
  const later = await f.call(f.main, `${path('HIDDEN-1')}/reading-verdicts`, { ...body, to: now + DAY });
  expect([later.status, later.data]).toMatchObject([400, [{ path: 'to', key: 'telemetry.futureRange' }]]);
});
