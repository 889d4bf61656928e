import {
  IconArrowsExchange,
  IconAssembly,
  IconBattery3,
  IconBatteryCharging,
  IconBriefcase,
  IconBuildingCommunity,
  IconBuildingFactory2,
  IconBuildingWarehouse,
  IconCalendarCheck,
  IconChartBar,
  IconChartHistogram,
  IconChecklist,
  IconClipboardCheck,
  IconClipboardList,
  IconDeviceTv,
  IconEdit,
  IconFileDollar,
  IconFileInvoice,
  IconFlag,
  IconLayoutDashboard,
  IconListSearch,
  IconPackageExport,
  IconPackageImport,
  IconReceipt,
  IconRecycle,
  IconReplace,
  IconSend,
  IconSettings,
  IconShoppingCart,
  IconStack2,
  IconStackPop,
  IconStackPush,
  IconTrashX,
  IconTruck,
  IconUsers,
} from '@tabler/icons-react';
import type { Words } from '@voltloop/resource-kit';
import { rightOf } from '@voltloop/resource-kit/rights.ts';
import { type Group, groups } from '@voltloop/resources/names.ts';
import { type Entry, registry } from '@voltloop/resources/registry.ts';
import { type Screen, screens } from '@voltloop/resources/screens.ts';
import type { ComponentType } from 'react';
import type { RouteMeta } from './context/route-meta.ts';
import { resourcePages } from './modules/resources/frame.ts';

const icons: Record<Group, ComponentType<{ size?: number; stroke?: number }>> = {
  master: IconBuildingFactory2,
  batteries: IconBatteryCharging,
  fleet: IconTruck,
  stock: IconBuildingWarehouse,
  works: IconAssembly,
  trade: IconReceipt,
  reporting: IconSend,
  insight: IconChartHistogram,
  system: IconSettings,
};

/** Menu icons of resources; the others have none. The specification defines those of put store, out store and scrap. */
const areaIcons = {
  battery: IconBattery3,
  receipt: IconPackageImport,
  movement: IconArrowsExchange,
  issue: IconPackageExport,
  conditionChange: IconReplace,
  scrap: IconTrashX,
  collection: IconRecycle,
  opening: IconFlag,
  stockTake: IconClipboardCheck,
  correction: IconEdit,
  customer: IconUsers,
  order: IconClipboardList,
  invoice: IconFileInvoice,
};

/** A menu area of the specification that opens a page of a resource. */
const area = (
  path: string,
  words: Words,
  { kind, button, icon, to }: { kind: string; button?: 'insert'; icon: RouteMeta['icon']; to: string },
): RouteMeta => ({
  path: `/backoffice/${path}`,
  words,
  icon,
  right: rightOf(registry[kind] as Entry, button),
  family: 'backoffice',
  aliasOf: `/backoffice/${kind}${to}`,
  page: () => import('./modules/resources/list-page.tsx'),
});

type More = Omit<RouteMeta, 'path' | 'right' | 'family'>;

/** The page of a screen, with its entry in the menu. */
const pageOf = ({ path, name, right }: Screen, more: More): RouteMeta => ({
  path,
  words: name,
  right,
  family: 'backoffice',
  ...more,
});

/** A page that is opened from that of a screen. */
const pageBelow = (screen: Screen, path: string, more: More & { words: Words }): RouteMeta => ({
  ...pageOf(screen, { hidden: true, activeMenu: screen.path, ...more }),
  path,
});

/** The pages of each menu group that do not belong to a resource, after those that do. */
const pages: Record<Group, readonly RouteMeta[]> = {
  master: [],
  batteries: [
    pageOf(screens.labels, {
      catalogues: ['labels'],
      page: () => import('./modules/labels/labels-page.tsx'),
    }),
    {
      path: '/backoffice/testImport',
      words: { en: 'Import cycler files', zh: '导入充放电文件' },
      right: rightOf(registry.testReport as Entry, 'insert'),
      family: 'backoffice',
      hidden: true,
      activeMenu: '/backoffice/testReport',
      catalogues: ['testing', 'rules'],
      page: () => import('./modules/cells/import-page.tsx'),
    },
    pageOf(screens.matching, {
      catalogues: ['testing', 'backoffice'],
      page: () => import('./modules/cells/matching-page.tsx'),
    }),
  ],
  fleet: [
    pageOf(screens.firmware, {
      catalogues: ['firmwareRoom', 'firmware'],
      page: () => import('./modules/firmware/firmware-page.tsx'),
    }),
  ],
  stock: [
    area(
      'batchIn',
      { en: 'New receipt', zh: '新建入库单' },
      { kind: 'receipt', button: 'insert', icon: IconStackPush, to: '/new?preset=collection' },
    ),
    area(
      'batchOut',
      { en: 'New issue', zh: '新建出库单' },
      { kind: 'issue', button: 'insert', icon: IconStackPop, to: '/new?preset=sale' },
    ),
    pageOf(screens.approvals, {
      icon: IconChecklist,
      catalogues: ['approvals', 'backoffice'],
      page: () => import('./modules/approvals/approvals-page.tsx'),
    }),
    pageOf(screens.stock, {
      icon: IconStack2,
      catalogues: ['stock'],
      page: () => import('./modules/stock/stores-page.tsx'),
    }),
    pageBelow(screens.stock, `${screens.stock.path}/:id`, {
      words: { en: 'Stock of a store', zh: '仓库库存' },
      catalogues: ['stock'],
      page: () => import('./modules/stock/store-page.tsx'),
    }),
    pageBelow(screens.stock, `${screens.stock.path}/item/:id`, {
      words: { en: 'Item in stock', zh: '库存物品' },
      catalogues: ['stock'],
      page: () => import('./modules/stock/item-page.tsx'),
    }),
    pageOf(screens.periods, {
      icon: IconCalendarCheck,
      catalogues: ['periods'],
      page: () => import('./modules/periods/periods-page.tsx'),
    }),
  ],
  works: [
    pageOf(screens.recovery, {
      catalogues: ['works'],
      page: () => import('./modules/works/recovery-page.tsx'),
    }),
  ],
  trade: [
    area(
      'sell',
      { en: 'Sales', zh: '销售' },
      { kind: 'issue', icon: IconShoppingCart, to: '?f.preset=sale' },
    ),
    pageOf(screens.uninvoiced, {
      icon: IconFileDollar,
      catalogues: ['trade'],
      page: () => import('./modules/backoffice/trade/uninvoiced-page.tsx'),
    }),
  ],
  reporting: [
    pageOf(screens.reporting, {
      catalogues: ['reporting'],
      page: () => import('./modules/reporting/desk-page.tsx'),
    }),
    pageBelow(screens.reporting, `${screens.reporting.path}/:id`, {
      words: { en: 'Report', zh: '上报记录' },
      catalogues: ['reporting'],
      page: () => import('./modules/reporting/report-page.tsx'),
    }),
    pageOf(screens.reportingConfig, {
      catalogues: ['reporting'],
      page: () => import('./modules/reporting/config-page.tsx'),
    }),
  ],
  insight: [
    pageOf(screens.query, {
      icon: IconListSearch,
      catalogues: ['traceability'],
      page: () => import('./modules/traceability/query-page.tsx'),
    }),
    pageBelow(screens.query, '/backoffice/trace/:kind/:id', {
      words: { en: 'Trace', zh: '溯源' },
      catalogues: ['traceability', 'stock', 'documents'],
      page: () => import('./modules/traceability/trace-page.tsx'),
    }),
    pageOf(screens.statistics, {
      icon: IconChartBar,
      catalogues: ['statistics', 'stock', 'works'],
      page: () => import('./modules/statistics/statistics-page.tsx'),
    }),
    pageOf(screens.enterpriseCount, {
      icon: IconBuildingCommunity,
      catalogues: ['statistics', 'stock'],
      page: () => import('./modules/statistics/enterprises-page.tsx'),
    }),
    pageOf(screens.jobCount, {
      icon: IconBriefcase,
      catalogues: ['statistics', 'stock'],
      page: () => import('./modules/statistics/jobs-page.tsx'),
    }),
    pageOf(screens.visual, {
      icon: IconDeviceTv,
      wide: true,
      noCache: true,
      catalogues: ['visual', 'dashboard'],
      page: () => import('./modules/visual/wall-page.tsx'),
    }),
  ],
  system: [
    pageOf(screens.areas, {
      catalogues: ['areas'],
      page: () => import('./modules/areas/areas-page.tsx'),
    }),
    pageOf(screens.staff, {
      catalogues: ['staff', 'users'],
      page: () => import('./modules/staff/staff-page.tsx'),
    }),
    pageOf(screens.roles, {
      catalogues: ['roles'],
      page: () => import('./modules/roles/roles-page.tsx'),
    }),
    pageBelow(screens.roles, `${screens.roles.path}/:id`, {
      words: { en: 'Rights of a role', zh: '角色权限' },
      catalogues: ['roles'],
      page: () => import('./modules/roles/role-page.tsx'),
    }),
    pageOf(screens.log, {
      catalogues: ['log'],
      page: () => import('./modules/log/log-page.tsx'),
    }),
  ],
};

/** The daily pages with their subpages: above all groups, for users with the right. */
const daily = [
  screens.approvals.path,
  '/backoffice/battery',
  '/backoffice/receipt',
  '/backoffice/issue',
  '/backoffice/order',
];
const isDaily = ({ path }: RouteMeta) => daily.some((each) => path === each || path.startsWith(`${each}/`));

const pagesOfGroup = (group: Group) => [...resourcePages(group, areaIcons), ...pages[group]];
const pagesOfTheDay = (Object.keys(groups) as Group[])
  .flatMap(pagesOfGroup)
  .filter(isDaily)
  .sort((a, b) => rankOf(a) - rankOf(b));
function rankOf({ path }: RouteMeta): number {
  return daily.findIndex((each) => path.startsWith(each));
}

const groupsOfPages: readonly RouteMeta[] = (Object.keys(groups) as Group[]).map((group) => ({
  path: `/backoffice/menu/${group}`,
  words: groups[group],
  icon: icons[group],
  family: 'backoffice',
  alwaysShow: true,
  children: pagesOfGroup(group).filter((page) => !isDaily(page)),
}));

/** The site map of the back office: its home and the other daily pages, then the groups of the menu. */
export const backofficeMap: readonly RouteMeta[] = [
  pageOf(screens.home, {
    icon: IconLayoutDashboard,
    catalogues: ['backofficeHome'],
    page: () => import('./modules/backoffice/home/home-page.tsx'),
  }),
  pageBelow(screens.home, `${screens.home.path}/work`, {
    words: { en: 'Waiting for me', zh: '待我处理' },
    catalogues: ['backofficeHome'],
    page: () => import('./modules/backoffice/home/work-page.tsx'),
  }),
  ...pagesOfTheDay,
  ...groupsOfPages,
];
