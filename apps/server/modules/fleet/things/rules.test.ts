import { describe, expect, test } from 'vitest';
import { changedDescription, devidFilter, notClearable, peopleOf, sortOf } from './rules.ts';

test.each([
  [{}, 'registertime', 'desc'],
  [{ descend: 'true' }, 'registertime', 'desc'],
  [{ descend: 'false' }, 'registertime', 'asc'],
  [{ descend: 'soc' }, 'soc', 'desc'],
  [{ descend: 'secret_hash; drop table things' }, 'registertime', 'desc'],
  [{ sort: 'devid' as const }, 'devid', 'asc'],
  [{ sort: 'devid' as const, order: 'desc' as const, descend: 'soc' }, 'devid', 'desc'],
  [{ order: 'asc' as const }, 'registertime', 'asc'],
])('order %j is by %s %s', (query, column, direction) =>
  expect(sortOf(query)).toEqual({ column, direction }),
);

test('both forms of the devid filter are equivalent; an empty one is ignored', () => {
  expect(devidFilter({ devid: 'HB.*' })).toBe('HB.*');
  expect(devidFilter({ devid: { $regex: 'HB.*', $options: 'i' } })).toBe('HB.*');
  for (const none of [undefined, {}, { devid: '' }, { devid: { $regex: '' } }]) {
    expect(devidFilter(none)).toBeNull();
  }
});

describe('changing a description', () => {
  const before = { name: 'Anna', mobile: '0412', address: 'Old Road 1' };
  test('replaces given fields, clears named ones, keeps the rest', () => {
    expect(changedDescription(before, { address: 'New Road 2', company: 'Hale' }, ['mobile'])).toEqual({
      name: 'Anna',
      address: 'New Road 2',
      company: 'Hale',
    });
    expect(changedDescription(before, undefined, [])).toEqual(before);
  });
  test('clearing wins over a value for the same field', () => {
    expect(changedDescription(before, { mobile: '0999' }, ['mobile'])).not.toHaveProperty('mobile');
  });
  test('only fields of the description can be cleared', () => {
    expect(notClearable(['name', 'mobile', 'installTime'])).toBeNull();
    expect(notClearable(['name', 'devid', 'secret'])).toBe('devid');
    expect(notClearable(['__proto__'])).toBe('__proto__');
  });
});

describe('people of a thing', () => {
  const names = new Map([
    ['1', 'main'],
    ['2', 'factory'],
    ['5', 'installer'],
    ['9', 'agent'],
  ]);
  test('are named from the bound account up to the caller, nearest first, without duplicates', () => {
    const bindings = [
      { userName: 'owner', path: '1.2.5.7' },
      { userName: 'second', path: '1.2.5.8' },
      { userName: 'agent', path: '1.9' },
    ];
    expect(peopleOf(bindings, 1, names)).toEqual({
      parents: ['installer', 'factory', 'main'],
      subusers: ['agent', 'owner', 'second'],
    });
    expect(peopleOf(bindings.toReversed(), 1, names)).toEqual(peopleOf(bindings, 1, names));
  });
  test('accounts above the caller are not named', () => {
    expect(peopleOf([{ userName: 'owner', path: '1.2.5.7' }], 3, names).parents).toEqual(['installer']);
    expect(peopleOf([{ userName: 'installer', path: '1.2.5' }], 3, names)).toEqual({
      parents: [],
      subusers: ['installer'],
    });
  });
  test('an unbound thing has none', () => {
    expect(peopleOf([], 1, names)).toEqual({ parents: [], subusers: [] });
  });
});
