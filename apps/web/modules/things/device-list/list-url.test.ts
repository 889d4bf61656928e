import { expect, it } from 'vitest';
import { builtList, filtersInUse, type ListView, serverFilters, withoutFilter } from './list-url.ts';

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
