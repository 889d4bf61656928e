import { expect, it } from 'vitest';
import { builtSites, type SitesView, serverFilters, sitesFromUrl, sitesToUrl } from './sites-url.ts';

it('keeps tags in its URL, one parameter for each', () => {
  const view: SitesView = { ...builtSites, search: 'mill', tags: ['VIP', 'roof south'] };
  expect(sitesToUrl(view).getAll('tag')).toEqual(view.tags);
  expect(sitesFromUrl(sitesToUrl(view))).toEqual(view);
});

it('sends only active filters to the server', () => {
  expect(serverFilters(builtSites)).toEqual({ sort: 'status', order: 'asc' });
  expect(serverFilters({ ...builtSites, state: 0, tags: ['a', 'b'] })).toEqual({
    state: 0,
    tags: 'a,b',
    sort: 'status',
    order: 'asc',
  });
});
