import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { setUp } from '../../testing/set-up.ts';
import { telemetryFixture } from '../../testing/telemetry.ts';
import { readCounterDays, readCounters } from './aggregations.ts';
import { calendarCuts } from './calendar.ts';
import { energyPoints } from './energy-points.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The clocks of Berlin go forward on the 29th. */
const begin = Date.parse('2026-03-22T00:00:00Z');
const end = Date.parse('2026-04-05T00:00:00Z');
const points = energyPoints.slice(0, 2);
const [point = 0] = points;

const f = setUp(telemetryFixture);
/** Names of the queries that reached ClickHouse. */
let queries: string[] = [];
let clickhouse: ClickHouse;

beforeAll(() => {
  const opened = f.services.clickhouse;
  clickhouse = {
    ...opened,
    query: (query, params) => {
      queries.push(query.name);
      return opened.query(query, params);
    },
    queryColumns: (query, params) => {
      queries.push(query.name);
      return opened.queryColumns(query, params);
    },
  };
});
beforeEach(() => {
  queries = [];
});

type Reading = [thing: number, point: number, time: number, value: number];

const textOf = (ms: number) => new Date(ms).toISOString().slice(0, -1).replace('T', ' ');

/** Stores readings as a part of its own. */
const store = (readings: readonly Reading[]) =>
  f.services.clickhouse.client.insert({
    table: 'points',
    format: 'JSONCompactEachRow',
    columns: ['thing', 'point', 'part', 'time', 'value'],
    values: readings.map(([thing, id, time, value]) => [thing, id, 0, textOf(time), value]),
  });

/** A generator of numbers in [0, 1) that repeats from the same seed. */
function random(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Readings of one counter every few minutes, with restarts, steps back to an older level, zeros, pauses of up to two
 * days, and readings at full hours.
 */
function* readingsOf(thing: number, id: number, restarts: number): Generator<Reading> {
  const next = random(thing * 100 + id);
  let value = 1000 + Math.floor(next() * 1_000_000);
  let zeroUntil = 0;
  for (let time = begin; time < end; ) {
    // Every third thing reads zero once in a while, for one reading or for hours.
    if (thing % 3 === 0 && next() < 0.01) zeroUntil = time + Math.floor(next() ** 4 * 8 * HOUR);
    yield [thing, id, time, time <= zeroUntil ? 0 : value];
    const step = (1 + Math.floor(next() * 11)) * MINUTE;
    time += next() < 0.002 ? Math.floor(next() * 2 * DAY) : step;
    if (next() < 0.05) time = Math.ceil(time / HOUR) * HOUR;
    value = next() < restarts ? 0 : value + Math.floor(next() * 900);
    if (next() < restarts) value -= Math.floor(value * next() * 0.09);
  }
}

test('counters that restart at many things take a bounded number of queries', async () => {
  const things = Array.from({ length: 200 }, (_, i) => 500_000 + i);
  const from = begin + DAY;
  await store(
    things.flatMap((thing) =>
      points.flatMap((id): Reading[] => [
        [thing, id, from - HOUR, 500],
        [thing, id, from + HOUR, 700],
        [thing, id, from + 2 * HOUR, 0],
        [thing, id, from + 3 * HOUR, 40 + (thing % 7)],
      ]),
    ),
  );
  const cuts = calendarCuts('1d', 'UTC', from, from + DAY);
  const energy = await readCounterDays(clickhouse, things, points, new Set(points), 'UTC', cuts);
  expect(energy.size).toBe(200);
  for (const [thing, series] of energy)
    expect(series.get(point)).toMatchObject([{ start_ms: from, rise: 200 + 40 + (thing % 7), reset: true }]);
  expect(queries).toEqual(['counters by days', 'courses by days']);
});

test('a long range of many things is read in parts of limited size', async () => {
  const things = Array.from({ length: 100 }, (_, i) => 510_000 + i);
  await store(
    things.flatMap((thing): Reading[] => [
      [thing, point, begin + HOUR, 700],
      [thing, point, begin + 2 * HOUR, 0],
      [thing, point, begin + 3 * HOUR, 50],
    ]),
  );
  const cuts = calendarCuts('1M', 'UTC', begin - 366 * DAY, end);
  const energy = await readCounterDays(clickhouse, things, [point], new Set([point]), 'UTC', cuts, {
    unit: 'month',
  });
  for (const thing of things) expect(energy.get(thing)?.get(point)).toMatchObject([{ rise: 50 }]);
  // 14 months have 41,000 quarter-hours; at most a million of them are in a query.
  expect(queries.filter((name) => name === 'courses by months')).toHaveLength(5);
});

describe('generated counters have the same slots as when each thing is read by its quarter-hours', () => {
  const things = Array.from({ length: 16 }, (_, i) => 520_000 + i);
  /** Restarts per reading: never, once a week, several times a day, all the time. */
  const restarts = [0, 0.0006, 0.01, 0.3];

  beforeAll(async () => {
    const readings = things.flatMap((thing, i) =>
      points.flatMap((id) => [...readingsOf(thing, id, restarts[i % 4] ?? 0)]),
    );
    const next = random(1);
    const late = readings.filter(() => next() < 0.1);
    const twice = readings.filter(() => next() < 0.1);
    const isLate = new Set(late);
    await store(readings.filter((reading) => !isLate.has(reading)));
    await store(late);
    await store(twice);
  });

  test.each([
    ['UTC', 'day', '1d', '2026-03-24', '2026-04-03'],
    ['Europe/Berlin', 'day', '1d', '2026-03-24', '2026-04-03'],
    ['Asia/Kathmandu', 'day', '1d', '2026-03-24', '2026-04-03'],
    ['America/New_York', 'day', '1M', '2026-04-02', '2026-04-03'],
    ['Asia/Kathmandu', 'hour', '1h', '2026-03-24', '2026-04-03'],
    ['Europe/Berlin', 'hour', '1h', '2026-03-24', '2026-04-03'],
    ['Pacific/Auckland', 'month', '1M', '2026-04-02', '2026-04-03'],
  ] as const)('%s: %ss as slots of %s', async (zone, unit, interval, from, to) => {
    const cuts = calendarCuts(interval, zone, Date.parse(from), Date.parse(to));
    const start = cuts[0] as number;
    // Of every third thing, only what is at most five minutes older is visible.
    const oldest = new Map(things.map((thing, i) => [thing, i % 3 === 0 ? start - 5 * MINUTE : 0]));
    const all = new Set(points);
    const found = await readCounterDays(clickhouse, things, points, all, zone, cuts, { unit, oldest });
    expect(queries).toEqual(expect.arrayContaining([`courses by ${unit}s`]));
    let reset = 0;
    for (const thing of things) {
      const alone = await readCounters(clickhouse, thing, points, cuts, oldest.get(thing));
      for (const id of points) {
        expect(found.get(thing)?.get(id), `thing ${thing}`).toEqual(alone.get(id));
        for (const slot of alone.get(id) ?? []) if (slot.reset) reset++;
      }
    }
    expect(reset).toBeGreaterThan(10);
  });
});
