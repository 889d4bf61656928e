import { describe, expect, it } from 'vitest';
import { differencesOf, isDecided, mergedValues } from './merge.ts';

const names = ['a', 'b', 'c', 'd', 'e'];
const before = { a: '1', b: '1', c: '1', d: ['x'], e: '' };
const theirs = { a: '2', b: '2', c: '1', d: ['x', 'y'], e: '5' };
const mine = { a: '3', b: '1', c: '4', d: ['x', 'y'], e: '' };
const found = differencesOf(names, { before, theirs, mine });

describe("two users' changes of one row", () => {
  it('conflict only in fields that both changed to different values', () => {
    expect(found.map(({ name, both }) => [name, both])).toEqual([
      ['a', true],
      ['b', false],
      ['c', false],
      ['d', false],
      ['e', false],
    ]);
  });
  it('are decided once every such field has its choice', () => {
    expect(isDecided(found, {})).toBe(false);
    expect(isDecided(found, { a: 'mine' })).toBe(true);
  });
  it.each([
    ['mine', '3'],
    ['theirs', '2'],
  ] as const)('keep both users’ changes, and %s in conflicting fields', (choice, a) => {
    expect(mergedValues(found, { before, theirs }, { a: choice })).toEqual({
      a,
      b: '2',
      c: '4',
      d: ['x', 'y'],
      e: '5',
    });
  });
  it('leave out fields that nobody changed', () => {
    expect(differencesOf(['b', 'c'], { before, theirs: before, mine: before })).toEqual([]);
  });
  it('keep a cleared field empty', () => {
    const emptied = differencesOf(['a'], { before, theirs: before, mine: { ...before, a: '' } });
    expect(mergedValues(emptied, { before, theirs: before }, {})).toMatchObject({ a: '' });
  });
});
