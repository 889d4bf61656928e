import { expect, it } from 'vitest';
import { builtSites, type SitesView, serverFilters, sitesFromUrl, sitesToUrl } from './sites-url.ts';

it('keeps a view in its address, and nothing of what is default', () => {
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

it('takes what makes no sense as default', () => {
  expect(sitesFromUrl(new URLSearchParams('state=9&sort=x&order=y&page=-1&size=7'))).toEqual(builtSites);
});

it('asks the server for what is set only', () => {
  expect(serverFilters(builtSites)).toEqual({ sort: 'status', order: 'asc' });
  expect(serverFilters({ ...builtSites, state: 0, tags: ['a', 'b'] })).toEqual({
    ...{ state: 0, tags: 'a,b', sort: 'status', order: 'asc' },
  });
});
