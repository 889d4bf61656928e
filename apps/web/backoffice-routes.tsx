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
import { screens } from '@voltloop/resources/screens.ts';
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

/** The pages of each menu group that do not belong to a resource, after those that do. */
const pages: Record<Group, readonly RouteMeta[]> = {
  master: [],
  batteries: [
    {
      path: screens.labels.path,
      words: screens.labels.name,
      right: screens.labels.right,
      family: 'backoffice',
      catalogues: ['labels'],
      page: () => import('./modules/labels/labels-page.tsx'),
    },
    {
      path: '/backoffice/testImport',
      words: { en: 'Import cycler files', zh: '导入充放电文件' },
      right: rightOf(registry.testReport as Entry, 'insert'),
      family: 'backoffice',
      hidden: true,
      activeMenu: '/backoffice/testReport',
      catalogues: ['testing', 'rules'],
      page: () => import('./modules/testing/import-page.tsx'),
    },
    {
      path: screens.matching.path,
      words: screens.matching.name,
      right: screens.matching.right,
      family: 'backoffice',
      catalogues: ['testing', 'backoffice'],
      page: () => import('./modules/testing/matching-page.tsx'),
    },
  ],
  fleet: [
    {
      path: screens.firmware.path,
      words: screens.firmware.name,
      right: screens.firmware.right,
      family: 'backoffice',
      catalogues: ['firmwareRoom', 'firmware'],
      page: () => import('./modules/firmware/firmware-page.tsx'),
    },
  ],
  stock: [
    area(
      'batchIn',
      { en: 'Batch in', zh: '批量入库' },
      { kind: 'receipt', button: 'insert', icon: IconStackPush, to: '/new?preset=collection' },
    ),
    area(
      'batchOut',
      { en: 'Batch out', zh: '批量出库' },
      { kind: 'issue', button: 'insert', icon: IconStackPop, to: '/new?preset=sale' },
    ),
    {
      path: screens.approvals.path,
      words: screens.approvals.name,
      icon: IconChecklist,
      right: screens.approvals.right,
      family: 'backoffice',
      catalogues: ['approvals', 'backoffice'],
      page: () => import('./modules/approvals/approvals-page.tsx'),
    },
    {
      path: screens.stock.path,
      words: screens.stock.name,
      icon: IconStack2,
      right: screens.stock.right,
      family: 'backoffice',
      catalogues: ['stock'],
      page: () => import('./modules/stock/stores-page.tsx'),
    },
    {
      path: `${screens.stock.path}/:id`,
      words: { en: 'Stock of a store', zh: '仓库库存' },
      right: screens.stock.right,
      family: 'backoffice',
      hidden: true,
      activeMenu: screens.stock.path,
      catalogues: ['stock'],
      page: () => import('./modules/stock/store-page.tsx'),
    },
    {
      path: `${screens.stock.path}/item/:id`,
      words: { en: 'Item in stock', zh: '库存物品' },
      right: screens.stock.right,
      family: 'backoffice',
      hidden: true,
      activeMenu: screens.stock.path,
      catalogues: ['stock'],
      page: () => import('./modules/stock/item-page.tsx'),
    },
    {
      path: screens.periods.path,
      words: screens.periods.name,
      icon: IconCalendarCheck,
      right: screens.periods.right,
      family: 'backoffice',
      catalogues: ['periods'],
      page: () => import('./modules/periods/periods-page.tsx'),
    },
  ],
  works: [
    {
      path: screens.recovery.path,
      words: screens.recovery.name,
      right: screens.recovery.right,
      family: 'backoffice',
      catalogues: ['works'],
      page: () => import('./modules/works/recovery-page.tsx'),
    },
  ],
  trade: [
    area(
      'sell',
      { en: 'Sales', zh: '销售' },
      { kind: 'issue', icon: IconShoppingCart, to: '?f.preset=sale' },
    ),
    {
      path: screens.uninvoiced.path,
      words: screens.uninvoiced.name,
      icon: IconFileDollar,
      right: screens.uninvoiced.right,
      family: 'backoffice',
      catalogues: ['trade'],
      page: () => import('./modules/backoffice/trade/uninvoiced-page.tsx'),
    },
  ],
  reporting: [
    {
      path: screens.reporting.path,
      words: screens.reporting.name,
      right: screens.reporting.right,
      family: 'backoffice',
      catalogues: ['reporting'],
      page: () => import('./modules/reporting/desk-page.tsx'),
    },
    {
      path: `${screens.reporting.path}/:id`,
      words: { en: 'Report', zh: '上报记录' },
      right: screens.reporting.right,
      family: 'backoffice',
      hidden: true,
      activeMenu: screens.reporting.path,
      catalogues: ['reporting'],
      page: () => import('./modules/reporting/report-page.tsx'),
    },
    {
      path: screens.reportingConfig.path,
      words: screens.reportingConfig.name,
      right: screens.reportingConfig.right,
      family: 'backoffice',
      catalogues: ['reporting'],
      page: () => import('./modules/reporting/config-page.tsx'),
    },
  ],
  insight: [
    {
      path: screens.query.path,
      words: screens.query.name,
      icon: IconListSearch,
      right: screens.query.right,
      family: 'backoffice',
      catalogues: ['traceability'],
      page: () => import('./modules/traceability/query-page.tsx'),
    },
    {
      path: '/backoffice/trace/:kind/:id',
      words: { en: 'Trace', zh: '溯源' },
      right: screens.query.right,
      family: 'backoffice',
      hidden: true,
      activeMenu: screens.query.path,
      catalogues: ['traceability', 'stock', 'documents'],
      page: () => import('./modules/traceability/trace-page.tsx'),
    },
    {
      path: screens.statistics.path,
      words: screens.statistics.name,
      icon: IconChartBar,
      right: screens.statistics.right,
      family: 'backoffice',
      catalogues: ['statistics', 'stock', 'works'],
      page: () => import('./modules/statistics/statistics-page.tsx'),
    },
    {
      path: screens.enterpriseCount.path,
      words: screens.enterpriseCount.name,
      icon: IconBuildingCommunity,
      right: screens.enterpriseCount.right,
      family: 'backoffice',
      catalogues: ['statistics', 'stock'],
      page: () => import('./modules/statistics/enterprises-page.tsx'),
    },
    {
      path: screens.jobCount.path,
      words: screens.jobCount.name,
      icon: IconBriefcase,
      right: screens.jobCount.right,
      family: 'backoffice',
      catalogues: ['statistics', 'stock'],
      page: () => import('./modules/statistics/jobs-page.tsx'),
    },
    {
      path: screens.visual.path,
      words: screens.visual.name,
      icon: IconDeviceTv,
      right: screens.visual.right,
      family: 'backoffice',
      wide: true,
      noCache: true,
      catalogues: ['visual', 'dashboard'],
      page: () => import('./modules/visual/wall-page.tsx'),
    },
  ],
  system: [
    {
      path: screens.areas.path,
      words: screens.areas.name,
      right: screens.areas.right,
      family: 'backoffice',
      catalogues: ['areas'],
      page: () => import('./modules/areas/areas-page.tsx'),
    },
    {
      path: screens.staff.path,
      words: screens.staff.name,
      right: screens.staff.right,
      family: 'backoffice',
      catalogues: ['staff', 'users'],
      page: () => import('./modules/staff/staff-page.tsx'),
    },
    {
      path: screens.roles.path,
      words: screens.roles.name,
      right: screens.roles.right,
      family: 'backoffice',
      catalogues: ['roles'],
      page: () => import('./modules/roles/roles-page.tsx'),
    },
    {
      path: `${screens.roles.path}/:id`,
      words: { en: 'Rights of a role', zh: '角色权限' },
      right: screens.roles.right,
      family: 'backoffice',
      hidden: true,
      activeMenu: screens.roles.path,
      catalogues: ['roles'],
      page: () => import('./modules/roles/role-page.tsx'),
    },
    {
      path: screens.log.path,
      words: screens.log.name,
      right: screens.log.right,
      family: 'backoffice',
      catalogues: ['log'],
      page: () => import('./modules/log/log-page.tsx'),
    },
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
  {
    path: screens.home.path,
    words: screens.home.name,
    right: screens.home.right,
    icon: IconLayoutDashboard,
    family: 'backoffice',
    catalogues: ['backofficeHome'],
    page: () => import('./modules/backoffice/home/home-page.tsx'),
  },
  {
    path: `${screens.home.path}/work`,
    words: { en: 'Waiting for me', zh: '待我处理' },
    right: screens.home.right,
    family: 'backoffice',
    hidden: true,
    activeMenu: screens.home.path,
    catalogues: ['backofficeHome'],
    page: () => import('./modules/backoffice/home/work-page.tsx'),
  },
  ...pagesOfTheDay,
  ...groupsOfPages,
];
