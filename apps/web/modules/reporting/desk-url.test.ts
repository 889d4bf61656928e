import { expect, test } from 'vitest';
import { filterOf, isFiltered, viewFromUrl, viewToUrl } from './desk-url.ts';

const id = '018f0000-0000-7000-8000-000000000001';

test('a view round-trips through its URL', () => {
  const address = `search=RK2026&type=8&state=4&when=overdue&site=${id}&enterprise=${id}&from=2026-01-01&to=2026-02-01&page=3&size=100`;
  const view = viewFromUrl(new URLSearchParams(address));
  expect(viewToUrl(view).toString()).toBe(address);
  expect(filterOf(view)).toEqual({
    search: 'RK2026',
    type: 8,
    state: 4,
    when: 'overdue',
    siteId: id,
    enterpriseId: id,
    from: '2026-01-01',
    to: '2026-02-01',
  });
});

test('invalid values are omitted', () => {
  const view = viewFromUrl(
    new URLSearchParams('type=11&state=x&when=never&site=1&from=1.1.2026&page=0&size=7'),
  );
  expect(viewToUrl(view).toString()).toBe('');
  expect(isFiltered(view)).toBe(false);
});
