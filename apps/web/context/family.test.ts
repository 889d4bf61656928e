import { describe, expect, it } from 'vitest';
import { familiesOf, familyOf, languageOf, mapOf } from './family.ts';
import type { RouteMeta } from './route-meta.ts';
import { who } from './test-who.ts';

const page = () => Promise.resolve({ default: () => null });
const words = { en: 'Customers', zh: '客户' };
const siteMap: RouteMeta[] = [
  { path: '/home', title: 'home', roles: [0, 1], page },
  { path: '/security', title: 'security', roles: [0], staff: true, hidden: true, page },
  { path: '/backoffice/customer', words, right: 1100, family: 'backoffice', page },
];
const main = who(0);
const staff = who(101, [1100]);

describe('the menu beside a page', () => {
  it('is that of the page’s family for accounts with access to both', () => {
    expect(familyOf(siteMap, '/home', main, 'backoffice')).toBe('portal');
    expect(familyOf(siteMap, '/backoffice/customer', main, 'portal')).toBe('backoffice');
  });
  it('does not change on shared pages and without a page', () => {
    expect(familyOf(siteMap, '/security', main, 'backoffice')).toBe('backoffice');
    expect(familyOf(siteMap, '/security', main, null)).toBe('portal');
    expect(familyOf(siteMap, '/', main, 'backoffice')).toBe('backoffice');
  });
  it('is always the back office’s for staff and the portal’s for its accounts', () => {
    for (const path of ['/', '/security', '/home']) {
      expect(familyOf(siteMap, path, staff, 'portal')).toBe('backoffice');
      expect(familyOf(siteMap, path, who(101), null)).toBe('backoffice');
      expect(familyOf(siteMap, path, who(1), 'backoffice')).toBe('portal');
    }
  });
  it('offers the switch between families to accounts with access to both', () => {
    expect(familiesOf(siteMap, main)).toEqual([
      { family: 'portal', home: '/home' },
      { family: 'backoffice', home: '/backoffice/customer' },
    ]);
    expect(familiesOf(siteMap, staff)).toEqual([{ family: 'backoffice', home: '/backoffice/customer' }]);
    expect(familiesOf(siteMap, who(1))).toEqual([{ family: 'portal', home: '/home' }]);
    expect(familiesOf(siteMap, who(101))).toEqual([]);
    expect(mapOf(siteMap, 'backoffice')).toHaveLength(1);
  });
});

describe('the language of a page (interpretation D01)', () => {
  it('is Chinese in the back office and English in the portal without a choice', () => {
    expect(languageOf('backoffice', null, null)).toBe('zh');
    expect(languageOf('portal', null, null)).toBe('en');
  });
  it('is the choice of the account, then the choice in the browser', () => {
    expect(languageOf('backoffice', 'en', 'zh')).toBe('en');
    expect(languageOf('portal', null, 'zh')).toBe('zh');
    expect(languageOf('backoffice', null, 'en')).toBe('en');
  });
});
