import { describe, expect, it } from 'vitest';
import type { RouteMeta } from '../context/route-meta.ts';
import { who } from '../context/test-who.ts';
import { siteMap } from '../routes.tsx';
import { breadcrumbOf } from './breadcrumb.ts';

const page = () => Promise.resolve({ default: () => null });

describe('the breadcrumb', () => {
  it('leaves the page itself out', () => {
    expect(breadcrumbOf(siteMap, '/home/index', who(1))).toEqual([]);
    expect(breadcrumbOf(siteMap, '/operationStatuss/index', who(1))).toEqual([{ title: 'device' }]);
  });
  it('hangs a hidden page below the menu item that it lights up', () => {
    expect(breadcrumbOf(siteMap, '/operationStatuss/thing/HB1', who(1))).toEqual([
      { title: 'device' },
      { title: 'monitoring', to: '/operationStatuss/index' },
    ]);
  });
  it('names only what the account has in its menu', () => {
    expect(breadcrumbOf(siteMap, '/operationStatuss/thing/HB1', who(5))).toEqual([
      { title: 'deviceList', to: '/deviceManager/index' },
    ]);
  });
  it('leaves out entries without a title or with breadcrumb false, and links no redirect-marked one', () => {
    const map: RouteMeta[] = [
      {
        path: '/a',
        title: 'a',
        page,
        permissionRedirect: true,
        children: [
          {
            path: '/a/b',
            title: 'b',
            roles: [1],
            breadcrumb: false,
            children: [{ path: '/a/b/c', children: [{ path: '/a/b/c/d', title: 'd', page }] }],
          },
        ],
      },
    ];
    expect(breadcrumbOf(map, '/a/b/c/d', who(1))).toEqual([{ title: 'a' }]);
  });
  it('is empty for unknown addresses', () => {
    expect(breadcrumbOf(siteMap, '/nowhere', who(1))).toEqual([]);
  });
});
