import { describe, expect, it } from 'vitest';
import { publicPages, siteMap } from '../routes.tsx';
import { guard } from './guard.ts';
import { pagesOf } from './menu.ts';
import { who } from './test-who.ts';

const page = (path: string) => {
  const found = pagesOf(siteMap).find((meta) => meta.path === path);
  if (!found) throw new Error(`no page ${path}`);
  return found;
};
const allowed = (path: string) =>
  [0, 1, 2, 3, 4, 5].filter((roleId) => guard(page(path), { signedIn: true, ...who(roleId) }) === 'pass');

describe('the route guard', () => {
  it('allows public pages to everyone', () => {
    for (const meta of publicPages) expect(guard(meta, { signedIn: false, ...who(null) })).toBe('pass');
  });
  it('redirects visitors without a session from all others to the login page', () => {
    for (const meta of pagesOf(siteMap)) expect(guard(meta, { signedIn: false, ...who(null) })).toBe('login');
    expect(guard({ permissionRedirect: true }, { signedIn: false, ...who(null) })).toBe('login');
  });
  it('allows permission-redirect routes to every account', () => {
    expect(guard({ permissionRedirect: true }, { signedIn: true, ...who(999) })).toBe('pass');
  });
  it('allows Home to roles 1-5, and to role 0 by URL (interpretation A16)', () => {
    expect(allowed('/home/index')).toEqual([0, 1, 2, 3, 4, 5]);
    expect(page('/home/index').roles).not.toContain(0);
  });
  it('allows Monitoring Device and a device to all six roles', () => {
    expect(allowed('/operationStatuss/index')).toEqual([0, 1, 2, 3, 4, 5]);
    expect(allowed('/operationStatuss/thing/:devid')).toEqual([0, 1, 2, 3, 4, 5]);
  });
  // The table of specification section 2.
  it.each([
    ['/deviceManager/index', [0, 1, 2, 3, 4, 5]],
    ['/endUserPage/systemUpgrade/index', [0, 1, 2]],
    ['/endUserPage/faultyDevices/index', [0, 1, 2, 3, 4, 5]],
    ['/paramSet/index', [0, 1, 2]],
    ['/secondDistributorUserManager/index', [0, 1, 2, 3]],
    ['/userManager/index', [4]],
    ['/endUserPage/personalInformation/index', [1, 2, 3, 4, 5]],
  ])('allows %s to roles %j', (path, roles) => expect(allowed(path)).toEqual(roles));
  it('allows the alias of Parameter Setting to roles 0-2 (interpretation A17)', () => {
    expect(allowed('/paramSetPage/index')).toEqual([0, 1, 2]);
    expect(page('/paramSetPage/index')).toMatchObject({ title: page('/paramSet/index').title, hidden: true });
  });
  it('needs no exception for Event and Upgrade: the list is the same (interpretation A18)', () => {
    expect(page('/endUserPage/faultyDevices/index').guardRoles).toBeUndefined();
    expect(page('/endUserPage/systemUpgrade/index').guardRoles).toBeUndefined();
  });
  it('denies unknown and missing roles, which "other than 5" would admit', () => {
    for (const meta of pagesOf(siteMap).filter((each) => !each.staff))
      for (const roleId of [null, 6, 100, -1])
        expect(guard(meta, { signedIn: true, ...who(roleId) })).toBe('deny');
  });
  it('allows Security to the main account and to all staff, regardless of their rights', () => {
    const open = (roleId: number | null) =>
      guard(page('/security/index'), { signedIn: true, ...who(roleId) });
    for (const roleId of [0, 100, 101]) expect(open(roleId)).toBe('pass');
    for (const roleId of [null, 1, 2, 3, 4, 5, 6]) expect(open(roleId)).toBe('deny');
  });
  it('denies a route without roles', () => {
    expect(guard({}, { signedIn: true, ...who(0) })).toBe('deny');
  });
});
