import { expect, it } from 'vitest';
import { serverFilters } from './queries.ts';

it('the query uses the parameter names of the specification', () => {
  expect(
    serverFilters({
      sw: '1.2',
      hw: 'B',
      from: '2026-01-02',
      to: '2026-01-02',
      devtype: 'HE_BAT',
      sort: 'devname',
      order: 'asc',
    }),
  ).toEqual({
    status_filters:
      '[{"status_name":"sw_version","op":"like","status_value":"1.2"},{"status_name":"hw_version","op":"like","status_value":"B"}]',
    description: '{"installTime":"2026-01-02"}',
    devtype: 'HE_BAT',
    sort: 'devname',
    order: 'asc',
  });
  expect(serverFilters({ from: '2026-01-02' })).toEqual({ installed_from: '2026-01-02' });
});
