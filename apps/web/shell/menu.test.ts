import { describe, expect, it } from 'vitest';
import { publicPages, siteMap } from '../routes.tsx';
import { guard } from './guard.ts';
import { homeOf, isVisible, type MenuItem, menuOf } from './menu.ts';

const paths = (items: MenuItem[]): string[] =>
  items.flatMap((item) => (item.children.length ? paths(item.children) : [item.meta.path]));

describe('what the menu shows', () => {
  it.each([
    [0, ['/operationStatuss/index']],
    [1, ['/home/index', '/operationStatuss/index']],
    [4, ['/home/index', '/operationStatuss/index']],
    [5, ['/home/index']],
    [100, []],
    [null, []],
  ] as const)('role %s sees %j', (roleId, expected) => {
    expect(paths(menuOf(siteMap, roleId))).toEqual(expected);
  });
  it('never offers a page that the guard refuses (decisions A20)', () => {
    for (const roleId of [0, 1, 2, 3, 4, 5])
      for (const { meta, children } of menuOf(siteMap, roleId))
        for (const each of children.length ? children : [{ meta }])
          expect(guard(each.meta, { signedIn: true, roleId })).toBe('pass');
  });
  it('keeps public pages out, though they need no role (decisions A22)', () => {
    expect(menuOf(publicPages, 2)).toEqual([]);
  });
  it('hides what is hidden, marked for redirection, or without a title', () => {
    expect(isVisible({ path: '/a', title: 'a', roles: [1] }, 1)).toBe(true);
    expect(isVisible({ path: '/a', title: 'a', roles: [1], hidden: true }, 1)).toBe(false);
    expect(isVisible({ path: '/a', title: 'a', roles: [1], permissionRedirect: true }, 1)).toBe(false);
    expect(isVisible({ path: '/a', roles: [1] }, 1)).toBe(false);
    expect(isVisible({ path: '/a', title: 'a', requireAuth: false }, null)).toBe(true);
  });
});

describe('groups', () => {
  const leaf = (path: string) => ({ path, title: path, roles: [1] });
  const group = { path: '/g', title: 'g', roles: [1], icon: () => null };
  it('show an only child as a leaf with their icon', () => {
    const [item] = menuOf([{ ...group, children: [leaf('/g/a')] }], 1);
    expect(item).toMatchObject({ meta: { path: '/g/a', icon: group.icon }, children: [] });
  });
  it('stay groups with alwaysShow, or with two children', () => {
    expect(menuOf([{ ...group, alwaysShow: true, children: [leaf('/g/a')] }], 1)[0]?.children).toHaveLength(
      1,
    );
    expect(menuOf([{ ...group, children: [leaf('/g/a'), leaf('/g/b')] }], 1)[0]?.children).toHaveLength(2);
  });
  it('go when no child is left', () => {
    expect(menuOf([{ ...group, children: [{ ...leaf('/g/a'), hidden: true }] }], 1)).toEqual([]);
  });
});

describe('the start page (decisions B01)', () => {
  it('is the first page of the menu', () => {
    expect(homeOf(siteMap, 0)).toBe('/operationStatuss/index');
    for (const roleId of [1, 2, 3, 4, 5]) expect(homeOf(siteMap, roleId)).toBe('/home/index');
    expect(homeOf(siteMap, 100)).toBeNull();
  });
});
