import { describe, expect, test } from 'vitest';
import { aggregateOf, foldPieces, type Piece } from './chart-rules.ts';

const piece = (start_ms: number, values: number[]): Piece => ({
  start_ms,
  first: values[0] as number,
  last: values.at(-1) as number,
  low: Math.min(...values),
  high: Math.max(...values),
  sum: values.reduce((a, b) => a + b, 0),
  count: values.length,
});

describe('pieces fold into slots', () => {
  const slots = foldPieces([piece(0, [5, 1]), piece(50, [9]), piece(250, [7, 7])], [0, 100, 200, 300]);

  test('one piece for each slot with data', () => expect(slots.map((s) => s.start_ms)).toEqual([0, 200]));

  test('and keep the inputs of each figure', () => {
    const figures = (['avg', 'min', 'max', 'first', 'last'] as const).map((a) =>
      aggregateOf(slots[0] as Piece, a),
    );
    expect(figures).toEqual([5, 1, 9, 5, 9]);
  });

  test('an average weights every reading equally', () => {
    const [slot] = foldPieces([piece(0, [0, 0, 0]), piece(10, [1])], [0, 100]);
    expect(aggregateOf(slot as Piece, 'avg')).toBe(0.25);
  });

  test('pieces outside the range are ignored', () => {
    expect(foldPieces([piece(-1, [1]), piece(100, [2])], [0, 100])).toEqual([]);
  });
});
