import type { Location } from 'react-router';
import { describe, expect, it } from 'vitest';
import { type KeepRules, type KeptPage, retainPages } from './kept-pages.ts';

const at = (path: string, search = '', key = 'k'): Location => ({
  pathname: path,
  search,
  hash: '',
  state: null,
  key,
  mask: undefined,
});
const rules = (more: Partial<KeepRules> = {}): KeepRules => ({
  limit: 3,
  mayKeep: () => true,
  exempt: () => false,
  ...more,
});
const open = (pages: readonly KeptPage[], path: string, with_: KeepRules = rules()) =>
  retainPages(pages, { key: `${path}#0`, path, location: at(path), outlet: path }, with_);
const openAll = (paths: string[], with_: KeepRules = rules()) =>
  paths.reduce<readonly KeptPage[]>((pages, path) => open(pages, path, with_), []);
const pathsOf = (pages: readonly KeptPage[]) => pages.map((page) => page.path);

describe('the pages in memory', () => {
  it('are the visited ones, in the order of their first visit', () => {
    expect(pathsOf(openAll(['/a', '/b', '/a']))).toEqual(['/a', '/b']);
  });
  it('drop the least recently used beyond the limit', () => {
    expect(pathsOf(openAll(['/a', '/b', '/a', '/c', '/d']))).toEqual(['/a', '/c', '/d']);
  });
  it('never drop what is exempt', () => {
    const exempt = rules({ exempt: (page) => page.path === '/a' });
    expect(pathsOf(openAll(['/a', '/b', '/c', '/d', '/e'], exempt))).toEqual(['/a', '/c', '/d', '/e']);
  });
  it('drop a page that may not be kept as soon as it is left', () => {
    const noCache = rules({ mayKeep: (page) => page.path !== '/a' });
    const shown = open([], '/a', noCache);
    expect(pathsOf(shown)).toEqual(['/a']);
    expect(pathsOf(open(shown, '/b', noCache))).toEqual(['/b']);
  });
  it('stay as they are when nothing changes', () => {
    const pages = openAll(['/a', '/b']);
    expect(open(pages, '/b')).toBe(pages);
  });
  it('keep their own location while another is shown, and return to it unchanged', () => {
    const first = at('/a', '?q=1', 'first');
    let pages = retainPages([], { key: '/a#0', path: '/a', location: first, outlet: 1 }, rules());
    pages = open(pages, '/b');
    expect(pages[0]?.location).toBe(first);
    pages = retainPages(
      pages,
      { key: '/a#0', path: '/a', location: at('/a', '?q=1', 'again'), outlet: 2 },
      rules(),
    );
    expect(pages[0]?.location).toBe(first);
    pages = retainPages(pages, { key: '/a#0', path: '/a', location: at('/a', '?q=2'), outlet: 3 }, rules());
    expect(pages[0]?.location.search).toBe('?q=2');
  });
  it('of a new version are new pages', () => {
    const stale = rules({ mayKeep: (page) => page.key !== '/a#0' });
    const pages = retainPages(
      openAll(['/a']),
      { key: '/a#1', path: '/a', location: at('/a'), outlet: 1 },
      stale,
    );
    expect(pages.map((page) => page.key)).toEqual(['/a#1']);
  });
});
