import { lineFields } from '@voltloop/resource-kit';
import { describe, expect, test } from 'vitest';
import { countDifferences, groupProblems, rangesOf } from './line-problems.ts';

const lines = [
  { clientKey: 'a', code: 'P1' },
  { clientKey: 'b', lotNo: 'BM-1' },
  { clientKey: 'c', code: 'P3' },
];
const problem = (path: string, message: string) => ({ path, key: '', message });

describe('the problems of lines', () => {
  test('name their lines, and those with the same text are one', () => {
    const problems = [
      problem('lines.b.kg', 'not there'),
      problem('lines.c.kg', 'no mass'),
      problem('lines.a.kg', 'no mass'),
    ];
    expect(groupProblems(problems, lines, ({ message }) => message)).toEqual([
      { text: 'no mass', numbers: [1, 3], name: '' },
      { text: 'not there', numbers: [2], name: 'BM-1' },
    ]);
  });

  test('without a known line have no number', () => {
    const problems = [problem('lines.x.kg', 'gone'), problem('lines', 'none')];
    expect(groupProblems(problems, lines, ({ message }) => message)).toMatchObject([
      { text: 'gone', numbers: [] },
      { text: 'none', numbers: [] },
    ]);
  });

  test('have numbers in ranges', () => {
    expect(rangesOf([1, 2, 3, 5, 7, 8], ', ')).toBe('1–3, 5, 7, 8');
  });
});

describe('the differences between two states of lines', () => {
  test('are added, removed and changed lines', () => {
    const after = [
      { clientKey: 'a', code: 'P1', kg: '2' },
      { clientKey: 'b', lotNo: 'BM-1' },
      { clientKey: 'd' },
    ];
    expect(countDifferences(lineFields, lines, after)).toBe(3);
    expect(countDifferences(lineFields, lines, lines)).toBe(0);
  });

  test('are not what the server writes in another way', () => {
    const typed = [{ clientKey: 'a', lotNo: ' bm-1', kg: '402.50', remark: '' }];
    const saved = [{ clientKey: 'a', lotNo: 'BM-1', kg: '402.5', remark: null, mass: '402.5', itemId: 'i' }];
    expect(countDifferences(lineFields, typed, saved)).toBe(0);
  });
});
