import { expect, it } from 'vitest';
import { builtSites, type SitesView, serverFilters, sitesFromUrl, sitesToUrl } from './sites-url.ts';

it('keeps a view in its URL, without defaults', () => {
  const view: SitesView = {
    ...{
      search: 'mill',
      state: 2,
      tags: ['VIP', 'roof south'],
      sort: 'owner',
      order: 'desc',
      page: 3,
      size: 50,
    },
  };
  expect(sitesFromUrl(sitesToUrl(view))).toEqual(view);
  expect(sitesToUrl(builtSites).toString()).toBe('');
});

it('replaces invalid values by the default', () => {
  expect(sitesFromUrl(new URLSearchParams('state=9&sort=x&order=y&page=-1&size=7'))).toEqual(builtSites);
});

it('sends only active filters to the server', () => {
  expect(serverFilters(builtSites)).toEqual({ sort: 'status', order: 'asc' });
  expect(serverFilters({ ...builtSites, state: 0, tags: ['a', 'b'] })).toEqual({
    ...{ state: 0, tags: 'a,b', sort: 'status', order: 'asc' },
  });
});
