import { describe, expect, it } from 'vitest';
import { roleKey, withoutPrefix } from '../context/role-label.ts';
import { initialsOf } from '../ui/person/initials.ts';
import { openedFromCookie } from './layout/sidebar-cookie.ts';
import { sizeFromCookie, sizes } from './layout/size-cookie.ts';
import tabs from './texts/tabs.en.json' with { type: 'json' };

describe('role labels (interpretation B02)', () => {
  it('is Agent Level for roleRenon 0, with precedence over the role', () => {
    expect(roleKey(0, 0)).toBe('role.agentLevel');
    expect(roleKey(2, 0)).toBe('role.agentLevel');
  });
  it.each([
    [1, 'role.factory'],
    [2, 'role.administrator'],
    [3, 'role.companyAdmin'],
    [4, 'role.installer'],
    [5, 'role.endUser'],
    [100, 'role.staff'],
  ])('names role %i', (roleId, key) => {
    expect(roleKey(roleId, 1)).toBe(key);
  });
  it('is staff for staff, regardless of their renon', () => {
    expect(roleKey(100, 0)).toBe('role.staff');
  });
});

describe('names', () => {
  it('drops the identifier prefix only where present (interpretation B31)', () => {
    expect(withoutPrefix('ESM_anna')).toBe('anna');
    expect(withoutPrefix('anna_ESM_')).toBe('anna_ESM_');
    expect(withoutPrefix('anna', '')).toBe('anna');
  });
  it.each([
    ['Anna Berg', 'AB'],
    ['demo_main', 'DM'],
    ['anna', 'A'],
    ['王小明', '王'],
    ['', '?'],
  ])('shortens %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

it('names a tab without a title no-name', () => {
  expect(tabs.noName).toBe('no-name');
});

describe('the cookie sidebarStatus', () => {
  it('is read among others; without it the menu is open', () => {
    expect(openedFromCookie('')).toBe(true);
    expect(openedFromCookie('a=1; sidebarStatus=1')).toBe(true);
    expect(openedFromCookie('a=1; sidebarStatus=0; b=2')).toBe(false);
    expect(openedFromCookie('xsidebarStatus=0')).toBe(true);
  });
});

describe('the cookie size', () => {
  it('is one of four; the size is medium if it is missing or invalid', () => {
    expect(sizeFromCookie('')).toBe('medium');
    for (const size of sizes) expect(sizeFromCookie(`a=1; size=${size}; b=2`)).toBe(size);
    expect(sizeFromCookie('size=huge')).toBe('medium');
    expect(sizeFromCookie('oversize=mini')).toBe('medium');
  });
});
