import { describe, expect, it } from 'vitest';
import type { RouteMeta } from '../context/route-meta.ts';
import { who } from '../context/test-who.ts';
import { siteMap } from '../routes.tsx';
import { breadcrumbOf } from './breadcrumb.ts';

const page = () => Promise.resolve({ default: () => null });

describe('the breadcrumb', () => {
  it('omits the page itself', () => {
    expect(breadcrumbOf(siteMap, '/home/index', who(1))).toEqual([]);
    expect(breadcrumbOf(siteMap, '/operationStatuss/index', who(1))).toEqual([{ title: 'device' }]);
  });
  it('shows a hidden page below its active menu item', () => {
    expect(breadcrumbOf(siteMap, '/operationStatuss/thing/HB1', who(1))).toEqual([
      { title: 'device' },
      { title: 'monitoring', to: '/operationStatuss/index' },
    ]);
  });
  it('contains only items of the account’s menu', () => {
    expect(breadcrumbOf(siteMap, '/operationStatuss/thing/HB1', who(5))).toEqual([
      { title: 'deviceList', to: '/deviceManager/index' },
    ]);
  });
  it('omits entries without a title or with breadcrumb false, and does not link redirect entries', () => {
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
  it('is empty for unknown paths', () => {
    expect(breadcrumbOf(siteMap, '/nowhere', who(1))).toEqual([]);
  });
});
