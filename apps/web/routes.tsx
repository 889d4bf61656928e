import { IconDeviceDesktopAnalytics, IconLayoutDashboard } from '@tabler/icons-react';
import type { RouteMeta } from './shell/route-meta.ts';

/**
 * The site map inside the main layout, in menu order (specification section 2). A new page is one entry here and its
 * title in i18n/<language>/routes.json.
 */
export const siteMap: readonly RouteMeta[] = [
  {
    path: '/home/index',
    title: 'home',
    icon: IconLayoutDashboard,
    roles: [1, 2, 3, 4, 5],
    guardRoles: [0],
    affix: true,
    page: () => import('./modules/home/home-page.tsx'),
  },
  {
    path: '/operationStatuss',
    title: 'device',
    icon: IconDeviceDesktopAnalytics,
    roles: [0, 1, 2, 3, 4],
    children: [
      {
        path: '/operationStatuss/index',
        title: 'monitoring',
        roles: [0, 1, 2, 3, 4, 5],
        page: () => import('./modules/things/monitoring-page.tsx'),
      },
      {
        path: '/operationStatuss/thing/:devid',
        title: 'thing',
        roles: [0, 1, 2, 3, 4, 5],
        hidden: true,
        activeMenu: '/operationStatuss/index',
        page: () => import('./modules/things/thing-page.tsx'),
      },
    ],
  },
];

/** Pages without the main layout. */
export const publicPages: readonly RouteMeta[] = [
  { path: '/login', title: 'login', requireAuth: false, hidden: true },
  { path: '/setup', title: 'setup', requireAuth: false, hidden: true },
  { path: '/404', title: 'notFound', requireAuth: false, hidden: true },
];
