import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarCuts } from './calendar.ts';
import { type CounterBucket, counterSlots, type Reading, type ReadingBefore } from './counter-rules.ts';

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
        first: first.value,
        first_ms: first.time_ms,
        last: last.value,
        last_ms: last.time_ms,
        low: Math.min(...values),
        high: Math.max(...values),
      };
    });
}

const before = (time_ms: number, value: number, level = value): ReadingBefore => ({ time_ms, value, level });

/** A reading each minute in [from, to), rising by `step` from `value`. */
function minutes(from_ms: number, to_ms: number, value: number, step: number): Reading[] {
  const readings: Reading[] = [];
  for (let t = from_ms, v = value; t < to_ms; t += MINUTE, v += step) readings.push({ time_ms: t, value: v });
  return readings;
}

const cuts = [0, HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR];

describe('slots of a counter', () => {
  test('begin with the reading at their start', () => {
    const slots = counterSlots(bucketsOf(minutes(0, 2 * HOUR, 100, 1)), cuts, before(-MINUTE, 99));
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
    const at = (minutesAgo: number) =>
      counterSlots(bucketsOf(after), cuts, before(HOUR - minutesAgo * MINUTE, 150))[0];
    expect(at(30)).toMatchObject({ first: 150, rise: 54, gap: false });
    expect(at(31)).toMatchObject({ first: 200, rise: 54, gap: true });
  });

  test('have no gap mark when no energy passed in the gap', () => {
    const slots = counterSlots(bucketsOf(minutes(HOUR, 2 * HOUR, 100, 0)), cuts, before(-5 * HOUR, 100));
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

  test('count no energy when a counter reads zero for a while and resumes at its level', () => {
    const at = (minute: number, value: number): Reading => ({ time_ms: minute * MINUTE, value });
    const within = [at(0, 18_000_200), at(1, 0), at(2, 18_000_300)];
    expect(counterSlots(bucketsOf(within), cuts, null)).toMatchObject([{ rise: 100, reset: false }]);
    // Zero at the end of a quarter-hour, in whole ones, and at the start of the last, over two slots.
    const long = [at(50, 18_000_200), at(58, 0), at(70, 0), at(80, 0), at(95, 0), at(96, 18_000_300)];
    expect(counterSlots(bucketsOf(long), cuts, null)).toMatchObject([
      { rise: 0, reset: false },
      { rise: 100, reset: false },
    ]);
    const earlier = before(-MINUTE, 0, 18_000_200);
    expect(counterSlots(bucketsOf([at(0, 0), at(20, 18_000_300)]), cuts, earlier)).toMatchObject([
      { rise: 100, reset: false },
    ]);
  });

  test('count from zero when a counter resumes below its level', () => {
    const at = (minute: number, value: number): Reading => ({ time_ms: minute * MINUTE, value });
    const readings = [at(50, 1000), at(58, 0), at(70, 0), at(95, 0), at(96, 3), at(100, 8)];
    expect(counterSlots(bucketsOf(readings), cuts, null)).toMatchObject([
      { rise: 0, reset: false },
      { rise: 8, reset: true },
    ]);
  });

  test('continue from an older level that a device resumes after a restart', () => {
    const at = (minute: number, value: number): Reading => ({ time_ms: minute * MINUTE, value });
    const between = [at(0, 18_000_000), at(14, 18_000_900), at(16, 18_000_600), at(50, 18_001_000)];
    expect(counterSlots(bucketsOf(between), cuts, null)).toMatchObject([{ rise: 1300, reset: true }]);
    const within = [at(0, 18_000_000), at(5, 18_000_900), at(9, 18_000_600), at(20, 18_001_000)];
    expect(counterSlots(bucketsOf(within), cuts, null)).toMatchObject([{ rise: 1300, reset: true }]);
    const [slot] = counterSlots(bucketsOf([at(1, 900)]), cuts, before(-MINUTE, 1000));
    expect(slot).toMatchObject({ rise: 0, reset: true });
    // More than a tenth less is a restart from zero.
    const [restarted] = counterSlots(bucketsOf([at(1, 899)]), cuts, before(-MINUTE, 1000));
    expect(restarted).toMatchObject({ rise: 899, reset: true });
  });

  test('count the first energy of a new counter', () => {
    const readings = [...minutes(0, 20 * MINUTE, 0, 0), ...minutes(20 * MINUTE, HOUR, 5, 1)];
    expect(counterSlots(bucketsOf(readings), cuts, null)).toMatchObject([{ rise: 44, reset: false }]);
  });

  test('follow days of 23 and 25 hours', () => {
    const zone = 'Europe/Berlin';
    const perHour = (from: string, to: string) => {
      const days = calendarCuts('1d', zone, Date.parse(from), Date.parse(to));
      const start = (days[0] as number) - HOUR;
      const readings = minutes(start, days.at(-1) as number, 0, 1);
      const slots = counterSlots(bucketsOf(readings.slice(60)), days, before(start + 59 * MINUTE, 59));
      return slots.map((s) => s.rise / 60);
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

test('slots add up to the meter when any readings between the first and the last are zero', () => {
  const steps = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 50 }), fc.boolean()),
    {
      minLength: 2,
      maxLength: 100,
    },
  );
  fc.assert(
    fc.property(steps, (list) => {
      let reading = { time_ms: 0, value: 1000 };
      const readings = [reading];
      for (const [wait, rise, zero] of list) {
        reading = { time_ms: reading.time_ms + wait * MINUTE, value: reading.value + rise };
        readings.push(zero ? { ...reading, value: 0 } : reading);
      }
      readings.push({ time_ms: reading.time_ms + MINUTE, value: reading.value });
      const slots = counterSlots(
        bucketsOf(readings),
        Array.from({ length: 100 }, (_, i) => i * HOUR),
        null,
      );
      expect(slots.reduce((sum, s) => sum + s.rise, 0)).toBe(reading.value - 1000);
      expect(slots.some((s) => s.reset)).toBe(false);
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
