import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Bucket } from './counter-course.ts';
import { mergeBuckets } from './roll-up.ts';

interface Reading {
  time_ms: number;
  value: number;
}

/** The rows that one insert writes for its readings of one quarter-hour. */
function bucket(readings: readonly Reading[]): Bucket {
  const sorted = readings.toSorted((a, b) => a.time_ms - b.time_ms || a.value - b.value);
  const [first, last] = [sorted[0] as Reading, sorted.at(-1) as Reading];
  const values = readings.map((r) => r.value);
  return {
    start_ms: 0,
    first: first.value,
    first_ms: first.time_ms,
    last: last.value,
    last_ms: last.time_ms,
    low: Math.min(...values),
    high: Math.max(...values),
    quarters: 1,
  };
}

test('unmerged rows are equal to all their readings at once, in any order and with duplicates', () => {
  const reading = fc.record({
    time_ms: fc.integer({ min: 0, max: 20 }),
    value: fc.integer({ min: -50, max: 50 }),
  });
  const inserts = fc.array(fc.array(reading, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(inserts, fc.infiniteStream(fc.nat()), (list, order) => {
      const rows = [...list, ...list.slice(0, 2)].map(bucket);
      const shuffled = rows
        .map((row) => ({ row, at: order.next().value as number }))
        .sort((a, b) => a.at - b.at)
        .map(({ row }) => row);
      expect(mergeBuckets(shuffled)).toEqual([bucket(list.flat())]);
    }),
  );
});

test('buckets are sorted by time', () => {
  const at = (start_ms: number) => ({ ...bucket([{ time_ms: 0, value: 1 }]), start_ms });
  expect(mergeBuckets([at(9), at(3), at(9), at(6)]).map((b) => b.start_ms)).toEqual([3, 6, 9]);
});
