import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarCuts } from './calendar.ts';
import { type CounterBucket, counterSlots, type Reading } from './counter-rules.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const QUARTER = 15 * MINUTE;

/** Quarter-hours as ClickHouse builds them from readings in any order. */
function bucketsOf(readings: readonly Reading[]): CounterBucket[] {
  const groups = Map.groupBy(readings, (r) => Math.floor(r.time_ms / QUARTER));
  return [...groups.keys()]
    .sort((a, b) => a - b)
    .map((key) => {
      const group = (groups.get(key) ?? []).toSorted((a, b) => a.time_ms - b.time_ms);
      const first = group[0] as Reading;
      const last = group.at(-1) as Reading;
      const values = group.map((r) => r.value);
      return {
        ...{ first: first.value, first_ms: first.time_ms, last: last.value, last_ms: last.time_ms },
        ...{ low: Math.min(...values), high: Math.max(...values) },
      };
    });
}

/** A reading each minute in [from, to), rising by `step` from `value`. */
function minutes(from_ms: number, to_ms: number, value: number, step: number): Reading[] {
  const readings: Reading[] = [];
  for (let t = from_ms, v = value; t < to_ms; t += MINUTE, v += step) readings.push({ time_ms: t, value: v });
  return readings;
}

const cuts = [0, HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR];

describe('slots of a counter', () => {
  test('begin with the reading at their start', () => {
    const slots = counterSlots(bucketsOf(minutes(0, 2 * HOUR, 100, 1)), cuts, {
      time_ms: -MINUTE,
      value: 99,
    });
    expect(slots).toEqual([
      { start_ms: 0, first: 99, last: 159, rise: 60, gap: false, reset: false },
      { start_ms: HOUR, first: 159, last: 219, rise: 60, gap: false, reset: false },
    ]);
  });

  test('begin with their own first reading when there is no earlier one', () => {
    const slots = counterSlots(bucketsOf(minutes(10 * MINUTE, HOUR, 100, 1)), cuts, null);
    expect(slots).toEqual([{ start_ms: 0, first: 100, last: 149, rise: 49, gap: false, reset: false }]);
  });

  test('are absent without readings; energy of a gap counts where readings resume, and is marked', () => {
    const readings = [
      ...minutes(0, 20 * MINUTE, 100, 1),
      ...minutes(2 * HOUR + 5 * MINUTE, 3 * HOUR, 500, 1),
    ];
    expect(counterSlots(bucketsOf(readings), cuts, null)).toEqual([
      { start_ms: 0, first: 100, last: 119, rise: 19, gap: false, reset: false },
      { start_ms: 2 * HOUR, first: 500, last: 554, rise: 435, gap: true, reset: false },
    ]);
  });

  test('take a reading of 30 minutes ago as the one at their start, but not one of 31 minutes ago', () => {
    const after = minutes(HOUR + 5 * MINUTE, HOUR + 10 * MINUTE, 200, 1);
    const at = (before_min: number) =>
      counterSlots(bucketsOf(after), cuts, { time_ms: HOUR - before_min * MINUTE, value: 150 })[0];
    expect(at(30)).toMatchObject({ first: 150, rise: 54, gap: false });
    expect(at(31)).toMatchObject({ first: 200, rise: 54, gap: true });
  });

  test('have no gap mark when no energy passed in the gap', () => {
    const slots = counterSlots(bucketsOf(minutes(HOUR, 2 * HOUR, 100, 0)), cuts, {
      time_ms: -5 * HOUR,
      value: 100,
    });
    expect(slots).toMatchObject([{ first: 100, rise: 0, gap: false }]);
  });

  test('continue counting after the counter restarted between two quarter-hours', () => {
    const readings = [...minutes(0, 30 * MINUTE, 1000, 2), ...minutes(30 * MINUTE, HOUR, 4, 2)];
    // 58 before the drop, 4 already on the new counter, 58 after.
    expect(counterSlots(bucketsOf(readings), cuts, null)).toMatchObject([
      { first: 1000, last: 62, rise: 120, reset: true },
    ]);
  });

  test('continue counting after the counter restarted within a quarter-hour', () => {
    const readings = [...minutes(0, 20 * MINUTE, 1000, 2), ...minutes(20 * MINUTE, HOUR, 0, 2)];
    expect(counterSlots(bucketsOf(readings), cuts, null)).toMatchObject([{ rise: 38 + 78, reset: true }]);
  });

  test('follow days of 23 and 25 hours', () => {
    const zone = 'Europe/Berlin';
    const perHour = (from: string, to: string) => {
      const days = calendarCuts('1d', zone, Date.parse(from), Date.parse(to));
      const start = (days[0] as number) - HOUR;
      const readings = minutes(start, days.at(-1) as number, 0, 1);
      return counterSlots(bucketsOf(readings.slice(60)), days, readings[59] ?? null).map((s) => s.rise / 60);
    };
    expect(perHour('2026-03-28T12:00Z', '2026-03-30T12:00Z')).toEqual([24, 23, 24]);
    expect(perHour('2026-10-24T12:00Z', '2026-10-26T12:00Z')).toEqual([24, 25, 24]);
  });

  test('ignore readings outside the cuts', () => {
    const slots = counterSlots(bucketsOf(minutes(-HOUR, 5 * HOUR, 0, 1)), cuts, null);
    expect(slots.map((s) => s.start_ms)).toEqual([0, HOUR, 2 * HOUR, 3 * HOUR]);
  });
});

test('slots of any length add up to the meter, whatever gaps there are', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 0, max: 50 })), {
    minLength: 2,
    maxLength: 200,
  });
  fc.assert(
    fc.property(steps, fc.constantFrom(HOUR, 24 * HOUR), (list, length) => {
      const readings: Reading[] = [];
      let reading = { time_ms: 0, value: 1000 };
      for (const [wait, rise] of list) {
        readings.push(reading);
        reading = { time_ms: reading.time_ms + wait * MINUTE, value: reading.value + rise };
      }
      const last = readings.at(-1) as Reading;
      const slots = counterSlots(
        bucketsOf(readings),
        Array.from({ length: Math.floor(last.time_ms / length) + 2 }, (_, i) => i * length),
        null,
      );
      expect(slots.reduce((sum, s) => sum + s.rise, 0)).toBe(last.value - 1000);
    }),
  );
});

test('late and duplicate frames change nothing: buckets are the same in any order', () => {
  const readings = minutes(0, 3 * HOUR, 0, 3);
  fc.assert(
    fc.property(
      fc.shuffledSubarray(readings, { minLength: readings.length }),
      fc.subarray(readings),
      (all, twice) => {
        expect(bucketsOf([...all, ...twice])).toEqual(bucketsOf(readings));
      },
    ),
    { numRuns: 20 },
  );
});
