import { describe, expect, it } from 'vitest';
import routes from '../i18n/routes.en.json' with { type: 'json' };
import { publicPages, siteMap } from '../routes.tsx';
import { guard } from './guard.ts';
import { trailOf } from './match-path.ts';
import { homeOf, isExternal, isVisible, type MenuItem, menuOf, pagesOf } from './menu.ts';
import { who } from './test-who.ts';

const paths = (items: MenuItem[]): string[] =>
  items.flatMap((item) => (item.children.length ? paths(item.children) : [item.meta.path]));

describe('the entries of the menu', () => {
  const device = ['/operationStatuss/index', '/operationStatuss/compare'];
  const list = '/deviceManager/index';
  const sites = '/sites/index';
  const upgrade = '/endUserPage/systemUpgrade/index';
  const event = '/endUserPage/faultyDevices/index';
  const users = '/secondDistributorUserManager/index';
  const account = '/endUserPage/personalInformation/index';
  it.each([
    [0, [...device, event, list, sites, upgrade, '/paramSet/index', users]],
    [1, ['/home/index', ...device, event, list, sites, upgrade, '/paramSet/index', users, account]],
    [2, ['/home/index', ...device, event, list, sites, upgrade, '/paramSet/index', users, account]],
    [3, ['/home/index', ...device, event, list, sites, users, account]],
    [4, ['/home/index', ...device, event, list, sites, '/userManager/index', account]],
    [5, ['/home/index', event, list, sites, account]],
    [100, []],
    [null, []],
  ] as const)('role %s sees %j', (roleId, expected) => {
    const portal = siteMap.filter(({ family }) => family === undefined);
    expect(paths(menuOf(portal, who(roleId)))).toEqual(expected);
  });
  it('has the groups Device and Device Management', () => {
    const groups = menuOf(siteMap, who(1)).filter((item) => item.children.length > 0);
    expect(groups.map((item) => item.meta.title)).toEqual(['device', 'deviceManagement']);
  });
  it('has an icon for every top-level entry', () => {
    for (const roleId of [0, 1, 2, 3, 4, 5])
      for (const { meta } of menuOf(siteMap, who(roleId)))
        expect([meta.path, typeof meta.icon]).toEqual([meta.path, 'object']);
  });
  it.each([
    ['batch in', '/backoffice/batchIn', '/backoffice/receipt/new'],
    ['batch out', '/backoffice/batchOut', '/backoffice/issue/new'],
    ['put store', '/backoffice/receipt', '/backoffice/receipt'],
    ['out store', '/backoffice/issue', '/backoffice/issue'],
    ['sell', '/backoffice/sell', '/backoffice/issue'],
    ['scrap', '/backoffice/scrap', '/backoffice/scrap'],
    ['recycle', '/backoffice/collection', '/backoffice/collection'],
  ])('has an icon for the area %s of the back office, which opens a screen', (_area, path, screen) => {
    const entry = menuOf(siteMap, who(0))
      .flatMap(({ meta, children }) => [meta, ...children.map((child) => child.meta)])
      .find((meta) => meta.path === path);
    expect(typeof entry?.icon).toBe('object');
    const opened = (entry?.aliasOf ?? path).split('?')[0] as string;
    expect(opened).toBe(screen);
    expect(trailOf(siteMap, opened).at(-1)?.page).toBeDefined();
    expect(trailOf(siteMap, opened).at(-1)?.right).toBe(entry?.right);
  });
  it('begins in the back office with the six daily pages, each by its right, before the groups', () => {
    const office = siteMap.filter(({ family }) => family === 'backoffice');
    const top = menuOf(office, who(0));
    const pages = top.filter(({ children }) => children.length === 0).map(({ meta }) => meta.path);
    expect(pages).toEqual(
      ['home', 'approvals', 'battery', 'receipt', 'issue', 'order'].map((path) => `/backoffice/${path}`),
    );
    expect(top.slice(0, 6).every(({ children }) => children.length === 0)).toBe(true);
    const clerk = menuOf(office, who(100, [900, 5000]));
    expect(clerk.map(({ meta }) => meta.path)).toEqual(['/backoffice/home', '/backoffice/receipt']);
  });
  it('contains no page that the guard denies (interpretation A20)', () => {
    for (const roleId of [0, 1, 2, 3, 4, 5])
      for (const { meta, children } of menuOf(siteMap, who(roleId)))
        for (const each of children.length ? children : [{ meta }])
          expect(guard(each.meta, { signedIn: true, ...who(roleId) })).toBe('pass');
  });
  it('contains no public pages, though they need no role (interpretation A22)', () => {
    expect(menuOf(publicPages, who(2))).toEqual([]);
  });
  it('contains no entries that are hidden, redirect-marked or without a title', () => {
    expect(isVisible({ path: '/a', title: 'a', roles: [1] }, who(1))).toBe(true);
    expect(isVisible({ path: '/a', title: 'a', roles: [1], hidden: true }, who(1))).toBe(false);
    expect(isVisible({ path: '/a', title: 'a', roles: [1], permissionRedirect: true }, who(1))).toBe(false);
    expect(isVisible({ path: '/a', roles: [1] }, who(1))).toBe(false);
    expect(isVisible({ path: '/a', title: 'a', requireAuth: false }, who(null))).toBe(true);
  });
});

it('has the titles of the specification', () => {
  const titles = Object.fromEntries(
    pagesOf(siteMap).map(({ path, title }) => [path, routes[title as keyof typeof routes]]),
  );
  expect(titles).toMatchObject({
    '/home/index': 'Home',
    '/operationStatuss/index': 'Monitoring Device',
    '/deviceManager/index': 'Device List',
    '/endUserPage/systemUpgrade/index': 'Upgrade',
    '/endUserPage/faultyDevices/index': 'Event',
    '/paramSet/index': 'Parameter Setting',
    '/secondDistributorUserManager/index': 'User Management',
    '/userManager/index': 'End-User Management',
  });
});

describe('entries of the menu', () => {
  it('highlighted by a hidden page exist (activeMenu)', () => {
    for (const page of pagesOf(siteMap))
      for (const activeMenu of [page.activeMenu ?? []].flat())
        expect(pagesOf(siteMap).some((meta) => meta.path === activeMenu && !meta.hidden)).toBe(true);
  });
  it('that are external are recognised by their scheme', () => {
    for (const path of ['https://example.org', 'http://x', 'mailto:a@b.c', 'tel:+49'])
      expect(isExternal(path)).toBe(true);
    for (const path of ['/home/index', '/https://x', 'ftp://x']) expect(isExternal(path)).toBe(false);
  });
});

describe('groups', () => {
  const leaf = (path: string) => ({ path, title: path, roles: [1] });
  const group = { path: '/g', title: 'g', roles: [1], icon: () => null };
  it('show an only child as a leaf with their icon', () => {
    const [item] = menuOf([{ ...group, children: [leaf('/g/a')] }], who(1));
    expect(item).toMatchObject({ meta: { path: '/g/a', icon: group.icon }, children: [] });
  });
  it('stay groups with alwaysShow, or with two children', () => {
    expect(
      menuOf([{ ...group, alwaysShow: true, children: [leaf('/g/a')] }], who(1))[0]?.children,
    ).toHaveLength(1);
    expect(menuOf([{ ...group, children: [leaf('/g/a'), leaf('/g/b')] }], who(1))[0]?.children).toHaveLength(
      2,
    );
  });
  it('are omitted without children', () => {
    expect(menuOf([{ ...group, children: [{ ...leaf('/g/a'), hidden: true }] }], who(1))).toEqual([]);
  });
});

describe('the start page (interpretation B01)', () => {
  it('is the first page of the menu', () => {
    expect(homeOf(siteMap, who(0))).toBe('/operationStatuss/index');
    for (const roleId of [1, 2, 3, 4, 5]) expect(homeOf(siteMap, who(roleId))).toBe('/home/index');
    expect(homeOf(siteMap, who(100))).toBeNull();
  });
});
