import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { setUp } from '../../../testing/set-up.ts';
import { telemetryFixture } from '../../../testing/telemetry.ts';
import { calendarCuts } from './calendar.ts';
import { countersOf, energyIn } from './energy-points.ts';
import { NewestCounters } from './newest-counters.ts';
import { type CounterQuery, readCounterSlots } from './read-counters.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The clocks of Berlin go forward on the 29th. */
const begin = Date.parse('2026-03-22T00:00:00Z');
const end = Date.parse('2026-04-05T00:00:00Z');
const points = countersOf(['pv_kwh', 'import_kwh']);
const [point = 0] = points;

const f = setUp(telemetryFixture);
/** Names of the queries that reached ClickHouse. */
let queries: string[] = [];
let clickhouse: ClickHouse;
const read = (query: CounterQuery) =>
  readCounterSlots({ clickhouse, verdicts: () => [], version: () => 0 }, query);

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
        ...[40, 50, 60].map((value, i): Reading => [thing, id, from + (3 + i) * HOUR, value + (thing % 7)]),
      ]),
    ),
  );
  const cuts = calendarCuts('1d', 'UTC', from, from + DAY);
  const energy = await read({ things, points, cuts, by: { unit: 'day', zone: 'UTC' } });
  expect(energy.size).toBe(200);
  for (const [thing, series] of energy)
    expect(series.get(point)).toMatchObject([{ start_ms: from, rise: 200 + 60 + (thing % 7), reset: true }]);
  expect(queries.filter((name) => name === 'counters by days')).toHaveLength(1);
  expect(queries.length).toBeLessThan(12);
});

test('a counter that has never left zero is judged once, not at each reading of its level', async () => {
  const thing = 510_000;
  const [id = 0] = points;
  const at = begin + 2 * DAY;
  const counters = new NewestCounters({ clickhouse, verdicts: () => [], version: () => 0 });
  const levels = () => counters.read([thing], at - DAY);
  const name = energyIn(new Map(), id) as string;
  await store([0, 5, 10].map((minutes): Reading => [thing, id, at + minutes * MINUTE, 0]));
  expect((await levels()).get(thing)).toEqual({ [name]: 0 });
  queries = [];
  await store([[thing, id, at + 15 * MINUTE, 0]]);
  expect((await levels()).get(thing)).toEqual({ [name]: 0 });
  expect(queries).toEqual(['newest readings of things']);
  await store([[thing, id, at + 20 * MINUTE, 5000]]);
  expect((await levels()).get(thing)).toEqual({ [name]: 5 });
});

test('a counter of another model without a role rises as those with one', async () => {
  const [thing, own] = [515_000, 1000];
  const from = begin + DAY;
  await store(
    [0, 1, 2, 3].map((hour): Reading => [thing, own, from + hour * HOUR, 100_000 + hour * 500_000]),
  );
  const cuts = calendarCuts('1d', 'UTC', from, from + DAY);
  const slots = await read({ things: [thing], points: [own], cuts, by: 'quarter' });
  const [day] = slots.get(thing)?.get(own) ?? [];
  expect(day).toMatchObject({ rise: 1_500_000 });
  expect(day?.doubtful).not.toBe(true);
});

describe('generated counters have the same slots as when each thing is read by its quarter-hours', () => {
  /** One for each combination of restarts (four) and of what every third thing does. */
  const things = Array.from({ length: 12 }, (_, i) => 520_000 + i);
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
    const found = await read({ things, points, cuts, oldest, by: { unit, zone } });
    let reset = 0;
    for (const thing of things) {
      const alone = (await read({ things: [thing], points, cuts, oldest, by: 'quarter' })).get(thing);
      for (const id of points) {
        expect(found.get(thing)?.get(id), `thing ${thing}`).toEqual(alone?.get(id));
        for (const slot of alone?.get(id) ?? []) if (slot.reset) reset++;
      }
    }
    expect(reset).toBeGreaterThan(10);
  });
});
