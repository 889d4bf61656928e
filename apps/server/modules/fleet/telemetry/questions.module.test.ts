import type { energyPeriod, HistoryRow, ReplyOf } from '@voltloop/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { type Fixture, telemetryFixture } from '../../../testing/telemetry.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const now = Date.parse('2026-06-15T12:00:00Z');
const f = setUp(() => telemetryFixture({ now: () => new Date(now) }));
const at = (text: string) => Date.parse(text);
const model = () => `/v1/data-mgmt/tenants/${f.main.tenantId}/info-model/HE_BAT`;

let seq = 0;
const frame = (ts: number, data: Record<string, number>, packs?: object[]) => ({
  ts,
  seq: seq++,
  boot: 1,
  data,
  ...(packs ? { packs } : {}),
});

/** A frame each `step` in [from, to) with the values that `data` returns for its time, in messages of 500. */
async function sendSeries(
  devid: string,
  range: { from: number; to: number; step: number },
  data: (t: number) => Record<string, number>,
): Promise<void> {
  const frames: object[] = [];
  for (let t = range.from; t < range.to; t += range.step) frames.push(frame(t, data(t)));
  const messages: object[][] = [];
  while (frames.length > 0) messages.push(frames.splice(0, 500));
  await Promise.all(messages.map((m) => f.send(devid, m)));
}

describe('rows as sent', () => {
  const t = (i: number) => at('2026-06-14T00:00:00Z') + i * MINUTE;
  beforeAll(async () => {
    await f.thing('ROWS-1');
    for (let i = 0; i < 30; i++) {
      const data: Record<string, number> = { M_SOC: 50 + i / 10, E_PV_P: i };
      if (i % 10 === 0) data.M_SOH = 99;
      await Promise.all([
        f.send('ROWS-1', frame(t(i), data)),
        i % 5 === 0 &&
          f.send('ROWS-1', frame(t(i), {}, [{ P_no: 2, P_SOC: 40 + i, P_CELL_V: [3300, 3301] }])),
      ]);
    }
    // The same frame again, as after a lost acknowledgement.
    await f.send('ROWS-1', frame(t(3), { M_SOC: 50.3, E_PV_P: 3 }));
  });
  const ask = async (query: string) => {
    const { status, data } = await f.call(
      f.main,
      `${model()}/things/batch/data?thirdThingsIds=ROWS-1&${query}`,
    );
    expect(status).toBe(200);
    return data as HistoryRow[];
  };

  test('ascend by time, each time once, with all points that arrived for it', async () => {
    const rows = await ask('');
    expect(rows.map((r) => r.time)).toEqual(Array.from({ length: 30 }, (_, i) => t(i)));
    expect(rows[3]?.fields).toEqual({ M_SOC: 50.3, E_PV_P: 3 });
    expect(rows[5]?.fields).toEqual({
      M_SOC: 50.5,
      E_PV_P: 5,
      'P_SOC@2': 45,
      'P_CELL_V@2.01': 3300,
      'P_CELL_V@2.02': 3301,
    });
  });

  test('latest and first return one row', async () => {
    expect(await ask('topN=1&order=desc&data_points=M_SOC')).toEqual([
      { thirdThingsId: 'ROWS-1', time: t(29), fields: { M_SOC: 52.9 } },
    ]);
    expect(await ask('topN=1&data_points=M_SOC')).toEqual([
      { thirdThingsId: 'ROWS-1', time: t(0), fields: { M_SOC: 50 } },
    ]);
  });

  test('use half-open ranges, in seconds too', async () => {
    const rows = await ask(`begin_time=${t(2) / 1000}&end_time=${t(4)}`);
    expect(rows.map((r) => r.time)).toEqual([t(2), t(3)]);
  });

  test('can be filtered by an existing key', async () => {
    const rows = await ask('exists=M_SOH&order=desc');
    expect(rows.map((r) => r.time)).toEqual([t(20), t(10), t(0)]);
  });

  test('can be limited to a category, to single parts, or to an alias', async () => {
    expect((await ask('category_id=P')).map((r) => r.time)).toEqual([0, 5, 10, 15, 20, 25].map(t));
    expect((await ask('data_points=P_CELL_V@2.02&topN=1'))[0]?.fields).toEqual({ 'P_CELL_V@2.02': 3301 });
    expect((await ask('data_points=E_PvPower&topN=2'))[1]?.fields).toEqual({ E_PV_P: 1 });
  });

  test('are refused for an unknown key beside its field', async () => {
    const { status, data } = await f.call(
      f.main,
      `${model()}/things/batch/data?thirdThingsIds=ROWS-1&data_points=M_NOPE`,
    );
    expect(status).toBe(400);
    expect(data).toMatchObject([{ path: 'query.data_points' }]);
  });

  test('are not found for a thing outside the subtree or of another model or tenant', async () => {
    const url = (m: string) => `${m}/things/batch/data?thirdThingsIds=ROWS-1`;
    expect((await f.call(f.factory, url(model()))).status).toBe(404);
    expect((await f.call(f.main, url(model().replace('HE_BAT', 'OTHER')))).status).toBe(404);
    const elsewhere = model().replace(f.main.tenantId, '00000000-0000-4000-8000-000000000000');
    expect((await f.call(f.main, url(elsewhere))).status).toBe(404);
  });
});

test('the newest value of each point has its own time, however old', async () => {
  const old = now - 40 * 24 * HOUR;
  await f.thing('LAST-1');
  await f.thing('LAST-2');
  await f.send('LAST-1', [
    frame(old, { M_SOH: 97.5, M_SOC: 10 }),
    frame(now - HOUR, { M_SOC: 20 }, [{ P_no: 1, P_SOC: 21 }]),
    frame(now - 2 * HOUR, { M_SOC: 19, E_PV_P: 5 }),
  ]);
  const { data } = await f.call(f.main, '/v1/devices/batch/lastdata?devtype=HE_BAT', [
    { devid: 'LAST-2' },
    { devid: 'LAST-1', devtype: 'HE_BAT' },
  ]);
  expect(data).toEqual([
    { devid: 'LAST-2', time: null, fields: {} },
    {
      devid: 'LAST-1',
      time: now - HOUR,
      fields: {
        M_SOC: { value: 20, time: now - HOUR },
        'P_SOC@1': { value: 21, time: now - HOUR },
        E_PV_P: { value: 5, time: now - 2 * HOUR },
        M_SOH: { value: 97.5, time: old },
      },
    },
  ]);
  expect((await f.call(f.factory, '/v1/devices/batch/lastdata', [{ devid: 'LAST-1' }])).status).toBe(404);
});

describe('charts', () => {
  // Two days around the change to winter time: 2025-10-26 has 25 hours in Berlin.
  const from = at('2025-10-25T22:00:00Z');
  const to = at('2025-10-27T23:00:00Z');
  beforeAll(async () => {
    await f.thing('CHART-1', 'Europe/Berlin');
    await f.thing('CHART-2', 'Asia/Kathmandu');
    const hour = (t: number) => Math.floor((t - from) / HOUR);
    await sendSeries('CHART-1', { from, to, step: 5 * MINUTE }, (t) => ({
      M_POWER: hour(t),
      M_SOC: (t / MINUTE) % 7,
    }));
    await sendSeries(
      'CHART-2',
      { from: at('2026-06-14T00:00:00Z'), to: at('2026-06-14T03:00:00Z'), step: 10 * MINUTE },
      (t) => ({ M_SOC: (t - at('2026-06-14T00:00:00Z')) / MINUTE / 2 }),
    );
    await f.send(
      'CHART-2',
      frame(at('2026-06-14T00:00:00Z'), {}, [
        { P_no: 1, P_SOC: 5 },
        { P_no: 2, P_SOC: 7 },
      ]),
    );
    // Delivered twice, late, out of order: no figure may change.
    await sendSeries('CHART-1', { from, to: from + 3 * HOUR, step: 5 * MINUTE }, (t) => ({
      M_POWER: hour(t),
    }));
  });
  const ask = async (devid: string, body: object) => {
    const answer = await f.call(f.main, `${model()}/things/${devid}/history-aggregation`, body);
    return { status: answer.status, data: answer.data as Record<string, never>[] };
  };

  test('1m is the series as sent', async () => {
    const { data } = await ask('CHART-1', {
      begin_time: from,
      end_time: from + 11 * MINUTE,
      data_points: ['M_POWER', 'M_SOC'],
      agg_interval: '1m',
      agg_type: 'last',
    });
    expect(data).toEqual(
      [0, 5, 10].map((m) => ({
        key: from + m * MINUTE,
        M_POWER: { last: 0 },
        M_SOC: { last: (from / MINUTE + m) % 7 },
      })),
    );
  });

  test('days are in the thing’s zone: 25 hours have the average of 0 to 24', async () => {
    const body = { begin_time: from, end_time: to, data_points: ['M_POWER'], agg_interval: '1d' };
    const expected = [
      { key: from, M_POWER: { avg: 12, min: 0, max: 24, first: 0, last: 24 } },
      { key: from + 25 * HOUR, M_POWER: { avg: 36.5, min: 25, max: 48, first: 25, last: 48 } },
    ];
    const all = ['avg', 'min', 'max', 'first', 'last'] as const;
    expect((await ask('CHART-1', { ...body, agg_type: all })).data).toEqual(expected);
    // Without an average the quarter-hours are read, with the same figures.
    const { data } = await ask('CHART-1', { ...body, agg_type: all.slice(1) });
    expect(data).toEqual(expected.map(({ key, M_POWER: { avg: _, ...rest } }) => ({ key, M_POWER: rest })));
  });

  test('months are built from days', async () => {
    const { data } = await ask('CHART-1', {
      begin_time: from,
      end_time: to,
      data_points: ['M_POWER'],
      agg_interval: '1M',
      agg_type: 'avg',
    });
    expect(data).toEqual([{ key: at('2025-09-30T22:00:00Z'), M_POWER: { avg: 24 } }]);
  });

  test('hours are cut at the full hours of Kathmandu', async () => {
    const { data } = await ask('CHART-2', {
      begin_time: at('2026-06-14T00:00:00Z'),
      end_time: at('2026-06-14T03:00:00Z'),
      data_points: ['M_SOC'],
      agg_interval: '1h',
      agg_type: ['avg', 'max'],
    });
    // Local hours begin at :15 UTC; values are half the minutes since midnight, every ten minutes.
    expect(data).toEqual([
      { key: at('2026-06-13T23:15:00Z'), M_SOC: { avg: 2.5, max: 5 } },
      { key: at('2026-06-14T00:15:00Z'), M_SOC: { avg: 22.5, max: 35 } },
      { key: at('2026-06-14T01:15:00Z'), M_SOC: { avg: 52.5, max: 65 } },
      { key: at('2026-06-14T02:15:00Z'), M_SOC: { avg: 77.5, max: 85 } },
    ]);
  });

  test('a point of packs returns a series for each pack', async () => {
    const { data } = await ask('CHART-2', {
      begin_time: at('2026-06-14T00:00:00Z'),
      end_time: at('2026-06-14T03:00:00Z'),
      data_points: ['P_SOC'],
      agg_interval: '1h',
      agg_type: 'max',
    });
    expect(data).toEqual([{ key: at('2026-06-13T23:15:00Z'), 'P_SOC@1': { max: 5 }, 'P_SOC@2': { max: 7 } }]);
  });

  test('intervals without data are absent', async () => {
    const { data } = await ask('CHART-2', {
      begin_time: at('2026-06-13T00:00:00Z'),
      end_time: at('2026-06-14T00:12:00Z'),
      data_points: ['M_SOC'],
      agg_interval: '5m',
      agg_type: 'avg',
    });
    expect(data.map((r) => r.key)).toEqual([at('2026-06-14T00:00:00Z'), at('2026-06-14T00:10:00Z')]);
  });

  test('a backwards or too long range is an error beside end_time', async () => {
    for (const end_time of [from, from + 3 * 365 * 24 * HOUR]) {
      const { status, data } = await ask('CHART-1', {
        begin_time: from,
        end_time,
        data_points: ['M_SOC'],
        agg_interval: '1m',
      });
      expect(status).toBe(400);
      expect(data).toMatchObject([{ path: 'end_time' }]);
    }
  });
});

describe('counters by calendar slots', () => {
  const zone = 'America/New_York';
  const day = (n: number) => at(`2026-05-${String(n).padStart(2, '0')}T04:00:00Z`);
  // 10 Wh a minute: 14,400 Wh a day.
  const meter = (t: number) => 1_000_000 + ((t - day(1)) / MINUTE) * 10;
  beforeAll(async () => {
    await f.thing('METER-1', zone);
    const step = 5 * MINUTE;
    const data = (t: number) => ({ E_E_PV: meter(t), M_SOC: 50 });
    await sendSeries('METER-1', { from: day(1) - HOUR, to: day(2) + 6 * HOUR, step }, data);
    // Silent from 6:00 on the 2nd until 9:00 on the 4th; then the counter is replaced on the 5th at noon.
    await sendSeries('METER-1', { from: day(4) + 9 * HOUR, to: day(5) + 12 * HOUR, step }, data);
    await sendSeries('METER-1', { from: day(5) + 12 * HOUR, to: day(6), step }, (t) => ({
      E_E_PV: ((t - day(5) - 12 * HOUR) / MINUTE) * 10,
    }));
    // Late and duplicate: the first day again, in reverse.
    const late: object[] = [];
    for (let t = day(2) - step; t >= day(1); t -= step) late.push(frame(t, data(t)));
    await f.send('METER-1', late);
  });
  const ask = async (query: string) => {
    const url = `${model()}/things/METER-1/_aggregations?begin_time=${day(1)}&end_time=${day(31)}&${query}`;
    return (await f.call(f.main, url)).data;
  };

  test('a month of days, with a gap and a reset', async () => {
    const last = (t: number) => meter(t - 5 * MINUTE);
    const resumed = day(4) + 9 * HOUR;
    const silent = day(2) + 6 * HOUR;
    expect(await ask('data_points=E_E_PV&agg_interval=1d')).toEqual([
      { key: day(1), E_E_PV: { first: last(day(1)), last: last(day(2)), value: 14_400 } },
      { key: day(2), E_E_PV: { first: last(day(2)), last: last(silent), value: 3_600 } },
      {
        key: day(4),
        E_E_PV: { first: meter(resumed), last: last(day(5)), value: last(day(5)) - last(silent), gap: true },
      },
      {
        key: day(5),
        // 7,150 Wh above the midnight reading until the replacement, then 7,150 Wh on the new counter.
        E_E_PV: { first: last(day(5)), last: 7_150, value: 7_200 + 7_150, reset: true, doubtful: true },
      },
    ]);
  });

  test('a month is the sum of its days, and of its hours', async () => {
    type Slots = { E_E_PV: { value: number } }[];
    const sum = (slots: unknown) => (slots as Slots).reduce((s, r) => s + r.E_E_PV.value, 0);
    const month = sum(await ask('data_points=E_E_PV&agg_interval=1M'));
    expect(month).toBe(meter(day(5) + 12 * HOUR) - 50 - (meter(day(1)) - 50) + 7_150);
    expect(sum(await ask('data_points=E_E_PV&agg_interval=1d'))).toBeCloseTo(month, 6);
    expect(sum(await ask('data_points=E_E_PV&agg_interval=1h'))).toBeCloseTo(month, 6);
    expect(sum(await ask('data_points=E_E_PV&agg_interval=15m'))).toBeCloseTo(month, 6);
  });

  test('a point that is not a counter has first, last and their difference; rows can be filtered by an existing key', async () => {
    const rows = (await ask('data_points=M_SOC,E_E_PV&exist_points=M_SOC&agg_interval=1d')) as object[];
    expect(rows.map((r) => (r as { key: number }).key)).toEqual([day(1), day(2), day(4), day(5)]);
    expect(rows[0]).toMatchObject({ M_SOC: { first: 50, last: 50, value: 0 } });
  });

  test('accepts the intervals, figures and kinds of points of the specification', async () => {
    const first = (await ask(`data_points=E_E_PV&agg_interval=5m`)) as { key: number }[];
    expect(first.slice(0, 2)).toEqual([
      { key: day(1), E_E_PV: { first: meter(day(1) - 5 * MINUTE), last: meter(day(1)), value: 50 } },
      { key: day(1) + 5 * MINUTE, E_E_PV: expect.objectContaining({ value: 50 }) },
    ]);
    const figures = await ask(
      'data_points=E_E_PV,M_SOC&agg_interval=1d&agg_type=min,max,avg&data_type=gauge',
    );
    expect((figures as object[])[0]).toEqual({ key: day(1), M_SOC: { min: 50, max: 50, avg: 50 } });
    expect(
      (await ask('data_points=E_E_PV,M_SOC&agg_interval=1y&agg_type=max&exist_points=E_E_PV')) as object,
    ).toEqual([
      {
        key: at('2026-01-01T05:00:00Z'),
        E_E_PV: { max: meter(day(5) + 12 * HOUR - 5 * MINUTE) },
        M_SOC: { max: 50 },
      },
    ]);
  });

  test.each([
    ['agg_type=bogus', 'query.agg_type'],
    ['agg_type=avg,bogus', 'query.agg_type'],
    ['data_type=bogus', 'query.data_type'],
    ['category_id=bogus', 'query.category_id'],
    ['event_name=fan', 'query.event_name'],
  ])('refuses %s beside its field', async (query, path) => {
    const url = `${model()}/things/METER-1/_aggregations?begin_time=${day(1)}&end_time=${day(2)}&data_points=M_SOC&${query}`;
    const { status, data } = await f.call(f.main, url);
    expect([status, data]).toMatchObject([
      400,
      [expect.objectContaining({ path: expect.stringMatching(path) })],
    ]);
  });

  test('a point of packs is an error beside its field', async () => {
    const url = `${model()}/things/METER-1/_aggregations?begin_time=${day(1)}&end_time=${day(2)}&data_points=P_SOC`;
    const { status, data } = await f.call(f.main, url);
    expect([status, data]).toMatchObject([400, [{ path: 'query.data_points' }]]);
  });
});

describe('energy of the fleet', () => {
  let fleet: Fixture;
  beforeAll(async () => {
    fleet = await telemetryFixture({ now: () => new Date(now) });
    // 12:00 UTC on the 15th is the 15th in Lima and still the 15th in Tokyo (21:00).
    for (const [devid, zone, start] of [
      ['LIMA-1', 'America/Lima', at('2026-06-01T05:00:00Z')],
      ['TOKYO-1', 'Asia/Tokyo', at('2026-05-31T15:00:00Z')],
    ] as const) {
      await fleet.thing(devid, zone);
      const frames: object[] = [];
      // 1 kWh an hour since the local first of the month; counters began long ago.
      for (let t = start - 2 * HOUR; t <= now; t += 15 * MINUTE) {
        frames.push(frame(t, { E_E_PV: 5_000_000 + ((t - start) / HOUR) * 1000, E_E_LOAD: 7 }));
      }
      await Promise.all([fleet.send(devid, frames.slice(0, 700)), fleet.send(devid, frames.slice(700))]);
    }
  });
  afterAll(() => fleet.stop());

  test('is the sum of each thing’s own days', async () => {
    const { data } = await fleet.call(fleet.main, `/v1/data-mgmt/tenants/${fleet.main.tenantId}/energy`);
    const energy = data as {
      today: object;
      month: object;
      days: { day: string; pv_kwh: number }[];
      as_of: number;
    };
    // The reading at a midnight is the one a quarter-hour before it.
    const lima = 14 * 24 + 7 + 0.25;
    const tokyo = 14 * 24 + 21 + 0.25;
    expect(energy.today).toMatchObject({ pv_kwh: 7.25 + 21.25, load_kwh: 0 });
    expect(energy.month).toMatchObject({ pv_kwh: lima + tokyo });
    expect(energy.days).toHaveLength(15);
    expect(energy.days[0]).toMatchObject({ day: '2026-06-01', pv_kwh: 48 });
    expect(energy.days.reduce((s, d) => s + d.pv_kwh, 0)).toBeCloseTo(lima + tokyo, 6);
    expect(energy.as_of).toBe(now);
  });

  const energyOf = async (query: string, as = fleet.main) => {
    const { status, data } = await fleet.call(
      as,
      `/v1/data-mgmt/tenants/${fleet.main.tenantId}/energy-period?${query}`,
    );
    expect(status).toBe(200);
    return data as ReplyOf<typeof energyPeriod>;
  };

  test('of a period is the same by hours, days and months, each thing by its own zone', async () => {
    const month = await energyOf('period=month');
    expect([month.from, month.slots.length, month.complete]).toEqual(['2026-06-01', 30, false]);
    expect(month.total).toMatchObject({ pv_kwh: 14 * 48 + 7.25 + 21.25, load_kwh: 0 });
    expect(month.slots[0]?.current).toMatchObject({ pv_kwh: 48 });
    expect(month.slots[20]?.current).toBeNull();
    // The load counter stands still; nothing reports imports.
    expect(month.reported.toSorted()).toEqual(['load_kwh', 'pv_kwh']);
    expect((await energyOf('period=year')).total?.pv_kwh).toBeCloseTo((month.total?.pv_kwh ?? 0) + 3.5, 3);
    const day = await energyOf('period=day&devids=LIMA-1');
    expect(day.slots.slice(0, 9).map((s) => s.current?.pv_kwh ?? null)).toEqual([
      1,
      1,
      1,
      1,
      1,
      1,
      1,
      0.25,
      null,
    ]);
    expect(day.previous).toMatchObject({ things: 1, now: { pv_kwh: 7 }, former: { pv_kwh: 7 } });
    // Nothing was reported in the first days of May.
    expect([month.previous, month.year_ago]).toEqual([null, null]);
  });

  test('of a past day is compared with the whole day before it', async () => {
    const day = await energyOf('period=day&devids=LIMA-1,TOKYO-1&day=2026-06-10');
    expect([day.from, day.complete]).toEqual(['2026-06-10', true]);
    expect(day.previous).toMatchObject({ things: 2, now: { pv_kwh: 48 }, former: { pv_kwh: 48 } });
  });

  test('of a day of many things is read by hours, and compared by full hours', async () => {
    const ids = Array.from({ length: 49 }, (_, i) => `MANY-${i}`);
    for (const id of ids) await fleet.thing(id, 'Asia/Kathmandu');
    const day = await energyOf('period=day');
    // Seven hours of the day have passed in Lima, 21 in Tokyo.
    expect(day.total).toMatchObject({ pv_kwh: 7.25 + 21.25 });
    expect(day.previous).toMatchObject({ things: 2, now: { pv_kwh: 28 }, former: { pv_kwh: 28 } });
  });

  test('of a period is refused to accounts that do not see the device', async () => {
    const path = `/v1/data-mgmt/tenants/${fleet.main.tenantId}/energy-period?period=month&devids=LIMA-1`;
    expect((await fleet.call(fleet.factory, path)).status).toBe(404);
    expect((await energyOf('period=month', fleet.factory)).total).toBeNull();
  });

  test('is empty for an account that sees nothing', async () => {
    const { data } = await fleet.call(fleet.factory, `/v1/data-mgmt/tenants/${fleet.main.tenantId}/energy`);
    expect(data).toMatchObject({ days: [], month: { pv_kwh: null } });
  });
});

test('the information model is the dictionary, without the numbers of ClickHouse', async () => {
  const { data } = await f.call(f.main, model());
  const { points } = data as { points: object[] };
  expect(points).toContainEqual(expect.objectContaining({ key: 'M_SOC', unit: '%', step: 0.1 }));
  expect(points[0]).not.toHaveProperty('id');
});
