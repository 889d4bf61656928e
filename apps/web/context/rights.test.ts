import { describe, expect, it } from 'vitest';
import { startTabs } from '../shell/tabs/tab-list.ts';
import { guard } from './guard.ts';
import { homeOf, type MenuItem, mayOpen, menuOf } from './menu.ts';
import { afterLogin } from './redirect.ts';
import type { RouteMeta } from './route-meta.ts';
import { who } from './test-who.ts';
import { hasRight } from './who.ts';

const page = () => Promise.resolve({ default: () => null });
const words = { en: 'Customers', zh: '客户' };
const family = 'backoffice';
const siteMap: RouteMeta[] = [
  { path: '/portal', title: 'portal', roles: [1], page },
  {
    path: '/backoffice/menu/trade',
    words,
    family,
    alwaysShow: true,
    children: [
      { path: '/backoffice/customer', words, right: 1100, family, page },
      { path: '/backoffice/customer/new', words, right: 1101, family, hidden: true, page },
      { path: '/backoffice/customer/:id', words, right: 1100, family, hidden: true, page },
      { path: '/backoffice/order', words, right: 1200, family, page },
    ],
  },
  {
    path: '/backoffice/menu/system',
    words,
    family,
    children: [{ path: '/backoffice/roles', words, right: 1000, family, page }],
  },
];
const paths = (items: MenuItem[]): string[] =>
  items.flatMap((item) => (item.children.length ? paths(item.children) : [item.meta.path]));
const keeper = who(100, [1100]);

describe('a right', () => {
  it('belongs to the main account and to staff whose role has it', () => {
    expect(hasRight(who(0), 1100)).toBe(true);
    expect(hasRight(keeper, 1100)).toBe(true);
    expect(hasRight(keeper, 1101)).toBe(false);
    for (const roleId of [1, 2, 3, 4, 5, null]) expect(hasRight(who(roleId), 1100)).toBe(false);
  });
});

describe('pages by right', () => {
  it('open only to accounts that have it', () => {
    const meta = { right: 1100 };
    expect(guard(meta, { signedIn: true, ...keeper })).toBe('pass');
    expect(guard(meta, { signedIn: true, ...who(0) })).toBe('pass');
    for (const other of [who(100), who(100, [1200]), who(1), who(5), who(null, [1100])])
      expect(guard(meta, { signedIn: true, ...other })).toBe('deny');
    expect(guard(meta, { signedIn: false, ...keeper })).toBe('login');
  });
  it('appear in the menu of exactly those accounts, with their groups', () => {
    expect(paths(menuOf(siteMap, keeper))).toEqual(['/backoffice/customer']);
    expect(paths(menuOf(siteMap, who(100, [1100, 1200, 1000])))).toEqual([
      '/backoffice/customer',
      '/backoffice/order',
      '/backoffice/roles',
    ]);
    expect(paths(menuOf(siteMap, who(0)))).toHaveLength(3);
    expect(menuOf(siteMap, who(100))).toEqual([]);
    expect(paths(menuOf(siteMap, who(1)))).toEqual(['/portal']);
    expect(menuOf(siteMap, who(null))).toEqual([]);
  });
  it('are never offered when the guard denies them (interpretation A20)', () => {
    for (const each of [keeper, who(100, [1101]), who(0), who(1)])
      for (const path of paths(menuOf(siteMap, each))) expect(mayOpen(siteMap, path, each)).toBe(true);
    expect(mayOpen(siteMap, '/backoffice/customer/new', keeper)).toBe(false);
    expect(mayOpen(siteMap, '/backoffice/customer/7', keeper)).toBe(true);
  });
  it('determine the targets of `/` and of the login', () => {
    expect(homeOf(siteMap, keeper)).toBe('/backoffice/customer');
    expect(homeOf(siteMap, who(100))).toBeNull();
    expect(afterLogin(siteMap, '/backoffice/customer/7?tab=log', keeper)).toBe(
      '/backoffice/customer/7?tab=log',
    );
    expect(afterLogin(siteMap, '/backoffice/order', keeper)).toBe('/');
  });
  it('are removed from the tab strip with the right', () => {
    const former = ['/backoffice/customer', '/backoffice/order'].map((path) => ({ path, search: '' }));
    expect(startTabs({ siteMap, who: keeper }, former).map((tab) => tab.path)).toEqual([
      '/backoffice/customer',
    ]);
  });
});
