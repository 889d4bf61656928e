import { describe, expect, it } from 'vitest';
import type { RouteMeta } from '../../context/route-meta.ts';
import { who } from '../../context/test-who.ts';
import { siteMap } from '../../routes.tsx';
import {
  closingAll,
  closingOne,
  closingOthers,
  isAffix,
  MOST_TABS,
  metaOf,
  type Site,
  startTabs,
  surplus,
  visit,
} from './tab-list.ts';

const page = () => Promise.resolve({ default: () => null });
const site: Site = {
  who: who(1),
  siteMap: [
    { path: '/home', title: 'home', roles: [1, 2], affix: true, page },
    { path: '/watch', title: 'watch', roles: [0, 1, 2], affix: [0], page },
    { path: '/a', title: 'a', roles: [1], page },
    { path: '/b', title: 'b', roles: [1], page },
    { path: '/c', title: 'c', roles: [1], page },
    { path: '/thing/:id', title: 'thing', roles: [1], page },
    { path: '/secret', title: 'secret', roles: [2], page },
  ],
};
const tabs = ['/home', '/a', '/b', '/c'].map((path) => ({ path, search: path === '/a' ? '?q=1' : '' }));
const affixless: Site = { ...site, siteMap: site.siteMap.map(({ affix: _, ...meta }) => meta as RouteMeta) };

describe('affix tabs (interpretation B29)', () => {
  it.each([
    [0, ['/operationStatuss/index']],
    [1, ['/home/index']],
    [5, ['/home/index']],
    [100, []],
    [null, []],
  ] as const)('of role %s are %j, present from the start', (roleId, expected) => {
    expect(startTabs({ siteMap, who: who(roleId) }, []).map((tab) => tab.path)).toEqual(expected);
  });
  it('are none for a role without a menu', () => {
    expect(isAffix(metaOf({ siteMap, who: who(0) }, '/home/index'), 0)).toBe(false);
  });
});

describe('the initial tabs', () => {
  it('are the affix tabs, then the saved ones with their queries and names', () => {
    const former = [
      { path: '/a', search: '?q=1' },
      { path: '/home', search: '?x' },
      { path: '/thing/7', search: '', text: 'HB7' },
    ];
    expect(startTabs(site, former)).toEqual([former[1], former[0], former[2]]);
  });
  it('omit pages that are unknown, not allowed, or duplicates', () => {
    const former = ['/gone', '/secret', '/b', '/b'].map((path) => ({ path, search: '' }));
    expect(startTabs(site, former).map((tab) => tab.path)).toEqual(['/home', '/b']);
  });
});

describe('a visit', () => {
  it('adds a tab at the end', () => {
    expect(visit(tabs, '/watch', '').at(-1)).toEqual({ path: '/watch', search: '' });
  });
  it('of the same path with another query is the same tab', () => {
    const next = visit(tabs, '/a', '?q=2');
    expect(next).toHaveLength(tabs.length);
    expect(next[1]).toEqual({ path: '/a', search: '?q=2' });
    expect(visit(tabs, '/a', '?q=1')).toBe(tabs);
  });
});

describe('Close', () => {
  it('of the active tab goes to the last tab, not to its neighbour', () => {
    expect(closingOne(tabs, site, '/a', '/a')).toEqual({ paths: ['/a'], to: '/c' });
    expect(closingOne(tabs, site, '/c', '/c')).toEqual({ paths: ['/c'], to: '/b' });
  });
  it('keeps the query of the tab it goes to', () => {
    expect(closingOne(tabs.slice(0, 3), site, '/b', '/b').to).toBe('/a?q=1');
  });
  it('of another tab does not navigate', () => {
    expect(closingOne(tabs, site, '/a', '/c')).toEqual({ paths: ['/a'] });
  });
  it('of the only tab goes to /', () => {
    expect(closingOne([{ path: '/a', search: '' }], affixless, '/a', '/a')).toEqual({
      paths: ['/a'],
      to: '/',
    });
  });
  it('does nothing to an affix tab', () => {
    expect(closingOne(tabs, site, '/home', '/home')).toEqual({ paths: [] });
  });
});

describe('Close others', () => {
  it('keeps the affix tabs and the clicked one, which becomes active', () => {
    expect(closingOthers(tabs, site, '/a', '/c')).toEqual({ paths: ['/b', '/c'], to: '/a?q=1' });
    expect(closingOthers(tabs, site, '/a', '/a')).toEqual({ paths: ['/b', '/c'] });
  });
});

describe('Close all', () => {
  it('keeps the affix tabs, and does not navigate where possible', () => {
    expect(closingAll(tabs, site, '/a', '/home')).toEqual({ paths: ['/a', '/b', '/c'] });
  });
  it('goes to the last affix tab, otherwise to /', () => {
    expect(closingAll(tabs, site, '/a', '/a').to).toBe('/home');
    expect(closingAll(tabs, affixless, '/a', '/a').to).toBe('/');
  });
});

it('above the limit, the first opened tabs close that need not stay', () => {
  const many = Array.from({ length: MOST_TABS + 2 }, (_, n) => ({ path: `/${n}`, search: '' }));
  expect(surplus(many, (path) => path === '/0' || path === '/2')).toEqual(['/1', '/3']);
  expect(surplus(many.slice(2), () => false)).toEqual([]);
  expect(surplus(many, () => true)).toEqual([]);
});
