import {
  IconAdjustmentsHorizontal,
  IconAlertTriangle,
  IconBuildingCommunity,
  IconDeviceDesktopAnalytics,
  IconDeviceTv,
  IconGridDots,
  IconHomeCog,
  IconLayoutDashboard,
  IconListDetails,
  IconRefreshAlert,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import { backofficeMap } from './backoffice-routes.tsx';
import type { RouteMeta } from './context/route-meta.ts';

/**
 * The site map inside the main layout (specification section 2), in menu order: daily pages first, then administration.
 * A new page is one entry here and its title in i18n/<language>/routes.json.
 */
export const siteMap: readonly RouteMeta[] = [
  {
    path: '/home/index',
    title: 'home',
    icon: IconLayoutDashboard,
    roles: [1, 2, 3, 4, 5],
    guardRoles: [0],
    affix: true,
    catalogues: ['home', 'things', 'events', 'energy'],
    page: () => import('./modules/home/home-page.tsx'),
  },
  {
    path: '/operationStatuss',
    title: 'device',
    icon: IconDeviceDesktopAnalytics,
    roles: [0, 1, 2, 3, 4],
    alwaysShow: true,
    children: [
      {
        path: '/operationStatuss/index',
        title: 'monitoring',
        short: 'monitoringShort',
        roles: [0, 1, 2, 3, 4, 5],
        affix: [0],
        catalogues: ['things'],
        page: () => import('./modules/things/monitoring-page.tsx'),
      },
      {
        path: '/operationStatuss/compare',
        title: 'compare',
        roles: [0, 1, 2, 3, 4, 5],
        catalogues: ['compare', 'things'],
        page: () => import('./modules/energy/compare-page.tsx'),
      },
      {
        path: '/operationStatuss/rejects',
        title: 'rejects',
        roles: [0, 1, 2, 3, 4],
        hidden: true,
        activeMenu: '/operationStatuss/index',
        catalogues: ['things'],
        page: () => import('./modules/things/rejects-page.tsx'),
      },
      {
        path: '/operationStatuss/thing/:devid',
        title: 'thing',
        roles: [0, 1, 2, 3, 4, 5],
        hidden: true,
        // End users have no Monitoring Device in their menu.
        activeMenu: ['/operationStatuss/index', '/deviceManager/index'],
        catalogues: ['things', 'energy'],
        page: () => import('./modules/things/thing-page.tsx'),
      },
    ],
  },
  {
    path: '/endUserPage/faultyDevices/index',
    title: 'events',
    icon: IconAlertTriangle,
    roles: [0, 1, 2, 3, 4, 5],
    catalogues: ['events', 'things'],
    page: () => import('./modules/events/events-page.tsx'),
  },
  {
    path: '/deviceManager/index',
    section: 'manage',
    title: 'deviceList',
    icon: IconListDetails,
    roles: [0, 1, 2, 3, 4, 5],
    catalogues: ['devices', 'things'],
    page: () => import('./modules/things/device-list-page.tsx'),
  },
  {
    path: '/sites/index',
    section: 'manage',
    title: 'sites',
    icon: IconBuildingCommunity,
    roles: [0, 1, 2, 3, 4, 5],
    catalogues: ['sites', 'things', 'energy'],
    page: () => import('./modules/sites/sites-page.tsx'),
  },
  {
    path: '/sites/site/:id',
    title: 'site',
    roles: [0, 1, 2, 3, 4, 5],
    hidden: true,
    activeMenu: '/sites/index',
    catalogues: ['sites', 'things', 'energy'],
    page: () => import('./modules/sites/site-page.tsx'),
  },
  {
    path: '/endUserPage',
    section: 'manage',
    title: 'deviceManagement',
    icon: IconRefreshAlert,
    roles: [0, 1, 2],
    alwaysShow: true,
    children: [
      {
        path: '/endUserPage/systemUpgrade/index',
        title: 'upgrade',
        roles: [0, 1, 2],
        catalogues: ['firmware'],
        page: () => import('./modules/firmware/upgrade-page.tsx'),
      },
    ],
  },
  {
    path: '/paramSet/index',
    section: 'manage',
    title: 'parameters',
    icon: IconAdjustmentsHorizontal,
    roles: [0, 1, 2],
    catalogues: ['params', 'deviceSettings'],
    page: () => import('./modules/params/params-page.tsx'),
  },
  {
    path: '/paramSetPage/index',
    title: 'parameters',
    roles: [0, 1, 2],
    hidden: true,
    aliasOf: '/paramSet/index',
    page: () => import('./modules/params/params-page.tsx'),
  },
  {
    path: '/secondDistributorUserManager/index',
    section: 'manage',
    title: 'users',
    icon: IconUsers,
    roles: [0, 1, 2, 3],
    catalogues: ['users'],
    page: () => import('./modules/accounts/users-page.tsx'),
  },
  {
    path: '/userManager/index',
    section: 'manage',
    title: 'endUsers',
    icon: IconHomeCog,
    roles: [4],
    catalogues: ['users'],
    page: () => import('./modules/accounts/end-users-page.tsx'),
  },
  {
    path: '/endUserPage/personalInformation/index',
    section: 'manage',
    title: 'account',
    icon: IconUserCircle,
    roles: [1, 2, 3, 4, 5],
    catalogues: ['account'],
    page: () => import('./modules/accounts/account-page.tsx'),
  },
  {
    // Main account and staff have no Account page (specification section 2), and need a second factor most.
    path: '/security/index',
    title: 'security',
    roles: [0],
    staff: true,
    hidden: true,
    page: () => import('./modules/accounts/security-page.tsx'),
  },
  {
    // The menu is fixed by the specification; Account and Security link here.
    path: '/brand/index',
    title: 'brand',
    roles: [0, 1, 2, 3],
    hidden: true,
    catalogues: ['brand', 'users'],
    page: () => import('./modules/brands/brand-page.tsx'),
  },
  {
    // The menu is fixed by the specification; Sites and the export of a device's history link here.
    path: '/exports/index',
    title: 'exports',
    roles: [0, 1, 2, 3, 4, 5],
    hidden: true,
    activeMenu: '/sites/index',
    catalogues: ['exports', 'compare', 'things'],
    page: () => import('./modules/exports/exports-page.tsx'),
  },
  {
    // The menu is fixed by the specification; the user menu links here.
    path: '/notifications/index',
    title: 'notifications',
    roles: [0, 1, 2, 3, 4, 5],
    hidden: true,
    catalogues: ['notifications'],
    page: () => import('./modules/notifications/notifications-page.tsx'),
  },
  ...backofficeMap,
];

/** Pages of a signed-in account that fill the window: no sidebar, no tabs, not in the menu. */
export const widePages: readonly RouteMeta[] = [
  {
    path: '/dashboard/operation',
    title: 'operation',
    icon: IconDeviceTv,
    roles: [0, 1, 2, 3, 4],
    hidden: true,
    noCache: true,
    page: () => import('./modules/dashboard/operation-page.tsx'),
  },
  {
    path: '/appSelector',
    title: 'appSelector',
    icon: IconGridDots,
    // All signed-in users, staff too.
    permissionRedirect: true,
    hidden: true,
    noCache: true,
    page: () => import('./modules/apps/app-selector-page.tsx'),
  },
];

/** All pages that the guard may allow a signed-in account. */
export const guardedPages: readonly RouteMeta[] = [...siteMap, ...widePages];

/** Pages without the main layout. */
export const publicPages: readonly RouteMeta[] = [
  { path: '/login', title: 'login', requireAuth: false, hidden: true },
  { path: '/tokenLogin', title: 'tokenLogin', requireAuth: false, hidden: true },
  { path: '/sso', title: 'sso', requireAuth: false, hidden: true },
  { path: '/forgot', title: 'forgot', requireAuth: false, hidden: true },
  { path: '/reset', title: 'reset', requireAuth: false, hidden: true },
  { path: '/unsubscribe', title: 'unsubscribe', requireAuth: false, hidden: true },
  { path: '/invite', title: 'invite', requireAuth: false, hidden: true },
  { path: '/setup', title: 'setup', requireAuth: false, hidden: true },
  { path: '/404', title: 'notFound', requireAuth: false, hidden: true },
];
