import { setTimeout } from 'node:timers/promises';
import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Fixture, telemetryFixture } from '../../../testing/telemetry.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const now = Date.parse('2026-06-15T12:00:00Z');
const yesterday = Date.parse('2026-06-14T00:00:00Z');

let f: Fixture;
let key: number;
/** Queries that reached ClickHouse. */
let queries = 0;
let seq = 0;
const send = (ts: number, data: Record<string, number>) =>
  f.send('KEPT-1', { ts, seq: seq++, boot: 1, data });

beforeAll(async () => {
  f = await telemetryFixture({
    now: () => new Date(now),
    around: (clickhouse) => ({
      ...clickhouse,
      query: (...args) => {
        queries++;
        return clickhouse.query(...args);
      },
      queryColumns: (...args) => {
        // A counter's readings before a range are not cached; most are in the range that is read.
        if (args[0].name !== 'quarter-hours before') queries++;
        return clickhouse.queryColumns(...args);
      },
    }),
  });
  key = (await f.thing('KEPT-1')).key;
  // The reading before the month, so that older data are not searched for it.
  await send(yesterday - 14 * 24 * HOUR - HOUR, { E_E_PV: 99 });
  for (let i = 0; i < 24; i++) await send(yesterday + i * HOUR, { E_E_PV: 100 + i, E_PV_P: 1000 + i });
  await send(now - 10 * MINUTE, { E_E_PV: 130, E_PV_P: 500 });
  await f.telemetry.flush();
  await cached();
});
afterAll(() => f.stop());
beforeEach(() => {
  queries = 0;
});

const model = () => `/v1/data-mgmt/tenants/${f.main.tenantId}/info-model/HE_BAT/things/KEPT-1`;
const dayChart = async (from: number) => {
  const body = {
    begin_time: from,
    end_time: from + 24 * HOUR,
    agg_interval: '1m',
    agg_type: 'last',
    data_points: ['E_PV_P'],
  };
  const { data } = await f.call(f.main, `${model()}/history-aggregation`, body);
  return (data as { key: number; E_PV_P: { last: number } }[]).map((row) => row.E_PV_P.last);
};
/** Waits until the notices of late frames, which this node receives too, have emptied the cache for the last time. */
const cached = () =>
  vi.waitFor(
    async () => {
      // A day that no test reads.
      await dayChart(yesterday - 24 * HOUR);
      queries = 0;
      await setTimeout(750);
      await dayChart(yesterday - 24 * HOUR);
      expect(queries).toBe(0);
    },
    { timeout: 20_000 },
  );
const month = async () => {
  const query = `agg_interval=1d&begin_time=${yesterday - 14 * 24 * HOUR}&end_time=${yesterday + 16 * 24 * HOUR}`;
  const { data } = await f.call(f.main, `${model()}/_aggregations?${query}&data_points=E_E_PV`);
  return (data as { key: number; E_E_PV: { last: number } }[]).map((row) => row.E_E_PV.last);
};
const newest = async () => {
  const { data } = await f.call(f.main, '/v1/devices/batch/lastdata', [{ devid: 'KEPT-1' }]);
  return (data as { fields: Record<string, { value: number }> }[])[0]?.fields.E_PV_P?.value;
};

test('the chart of a past day is read from ClickHouse once', async () => {
  const first = await dayChart(yesterday);
  expect(first).toHaveLength(24);
  expect(queries).toBe(1);
  expect(await dayChart(yesterday)).toEqual(first);
  expect(queries).toBe(1);
});

test('only the open days of the current month are read again', async () => {
  expect(await month()).toEqual([123, 130]);
  queries = 0;
  await send(now - 5 * MINUTE, { E_E_PV: 131 });
  expect(await month()).toEqual([123, 131]);
  expect(queries).toBe(1);
});

test('a late frame counts in the next answer', async () => {
  const before = await dayChart(yesterday);
  await month();
  await send(yesterday + 23.5 * HOUR, { E_E_PV: 124, E_PV_P: 7 });
  expect(await dayChart(yesterday)).toEqual([...before, 7]);
  expect(await month()).toEqual([124, 131]);
});

test('a late frame committed by another node counts after its notice', async () => {
  await cached();
  const before = await dayChart(yesterday);
  const id = HE_BAT.points.find((point) => point.key === 'E_PV_P')?.id;
  const time = `fromUnixTimestamp64Milli(${yesterday + 23.75 * HOUR})`;
  await f.services.clickhouse.client.command({
    query: `insert into points select ${key}, ${id}, 0, ${time}, 9000`,
  });
  expect(await dayChart(yesterday)).toEqual(before);
  await f.services.pool.query("select pg_notify('voltloop_history', $1)", [String(key)]);
  await vi.waitFor(async () => expect(await dayChart(yesterday)).toEqual([...before, 9]), { timeout: 5000 });
});

test('the chart of today always includes acknowledged frames', async () => {
  const today = yesterday + 24 * HOUR;
  const before = await dayChart(today);
  await send(now - 4 * MINUTE, { E_PV_P: 501 });
  expect(await dayChart(today)).toEqual([...before, 501]);
});

test('newest values are read again only after a new message of the device', async () => {
  expect(await newest()).toBe(501);
  queries = 0;
  expect(await newest()).toBe(501);
  expect(queries).toBe(0);
  await send(now - 3 * MINUTE, { E_PV_P: 502 });
  expect(await newest()).toBe(502);
});
