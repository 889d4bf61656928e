import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  builtList,
  filtersInUse,
  type ListView,
  listFromUrl,
  listSorts,
  listToUrl,
  serverFilters,
  withoutFilter,
} from './list-url.ts';

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const view: fc.Arbitrary<ListView> = fc.record({
  search: fc.string({ maxLength: 100 }),
  state: fc.option(fc.integer({ min: 0, max: 4 })),
  problem: fc.option(fc.integer({ min: 1, max: 3 })),
  sw: fc.string({ maxLength: 100 }),
  hw: fc.string({ maxLength: 100 }),
  from: fc.oneof(fc.constant(''), day),
  to: fc.oneof(fc.constant(''), day),
  devtype: fc.string({ maxLength: 50 }),
  account: fc.string({ maxLength: 64 }),
  site: fc.string({ maxLength: 64 }),
  sort: fc.constantFrom(...listSorts),
  order: fc.constantFrom('asc', 'desc'),
});

describe('the Device List in the URL', () => {
  it('can be read back after it was written, and keeps foreign parameters', () => {
    fc.assert(
      fc.property(view, (wanted) => {
        const params = new URLSearchParams(listToUrl(wanted, new URLSearchParams('view=abc')).toString());
        expect(listFromUrl(params)).toEqual(wanted);
        expect(params.get('view')).toBe('abc');
      }),
    );
  });
  it('is empty for the default view', () => expect(listToUrl(builtList).toString()).toBe(''));
  it('ignores invalid values', () => {
    const odd = new URLSearchParams('state=9&from=yesterday&to=2026-13-45&sort=secret&order=up');
    expect(listFromUrl(odd)).toEqual(builtList);
  });
});

it('filters are removed one at a time or all; search and order stay', () => {
  const wanted: ListView = { ...builtList, search: 'a', state: 2, sw: '1.0', account: 'none', order: 'desc' };
  expect(filtersInUse(wanted)).toEqual(['state', 'sw', 'account']);
  expect(filtersInUse(withoutFilter(wanted, 'sw'))).toEqual(['state', 'account']);
  expect(withoutFilter(wanted, 'all')).toEqual({ ...builtList, search: 'a', order: 'desc' });
});

it('the query uses the parameter names of the specification', () => {
  expect(
    serverFilters({
      ...builtList,
      sw: '1.2',
      hw: 'B',
      from: '2026-01-02',
      to: '2026-01-02',
      devtype: 'HE_BAT',
    }),
  ).toEqual({
    status_filters:
      '[{"status_name":"sw_version","op":"like","status_value":"1.2"},{"status_name":"hw_version","op":"like","status_value":"B"}]',
    description: '{"installTime":"2026-01-02"}',
    devtype: 'HE_BAT',
    sort: 'devname',
    order: 'asc',
  });
  expect(serverFilters({ ...builtList, from: '2026-01-02' })).toMatchObject({ installed_from: '2026-01-02' });
});
