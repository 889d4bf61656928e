import type { Resource, Words } from '@voltloop/resource-kit';

/** Groups of the back-office menu, in order. */
export const groups = {
  master: { en: 'Master data', zh: '基础资料' },
  batteries: { en: 'Batteries', zh: '电池管理' },
  fleet: { en: 'Vehicles and devices', zh: '车辆与设备' },
  stock: { en: 'Stock', zh: '库存管理' },
  works: { en: 'Production and recycling', zh: '生产与再生' },
  trade: { en: 'Trade', zh: '交易管理' },
  reporting: { en: 'Reporting', zh: '数据上报' },
  insight: { en: 'Insight', zh: '统计与追溯' },
  system: { en: 'System', zh: '系统管理' },
} satisfies Record<string, Words>;
export type Group = keyof typeof groups;

/** The data of a resource that menu, guard, titles and references need before its declaration is loaded. */
export interface ResourceName {
  /**
   * Id of its menu entry; ids of its buttons follow (resource-kit/rights.ts). Never changed or reused. New ids are
   * multiples of 100, so that the ids of all buttons fit; some existing ones are not.
   */
  menu: number;
  group: Group;
  one: Words;
  many: Words;
}

const entry = (menu: number, group: Group, en: [one: string, many: string], zh: string): ResourceName => ({
  menu,
  group,
  one: { en: en[0], zh },
  many: { en: en[1], zh },
});

/** Every resource of the back office, in menu order; registry.ts loads the declarations. */
export const names = {
  enterprise: entry(2000, 'master', ['Enterprise', 'Enterprises'], '企业'),
  recycleSite: entry(2200, 'master', ['Recycling site', 'Recycling sites'], '回收网点'),
  store: entry(2100, 'master', ['Store', 'Stores'], '仓库'),
  driver: entry(2300, 'master', ['Driver', 'Drivers'], '驾驶员'),
  battery: entry(3000, 'batteries', ['Battery', 'Batteries'], '电池'),
  deviceCategory: entry(3100, 'batteries', ['Device category', 'Device categories'], '产品类别'),
  bom: entry(3200, 'batteries', ['List of parts', 'Lists of parts'], '物料清单'),
  asset: entry(3300, 'batteries', ['Asset', 'Assets'], '资产'),
  testReport: entry(5980, 'batteries', ['Test report', 'Test reports'], '检测报告'),
  gradingScheme: entry(5990, 'batteries', ['Grading scheme', 'Grading schemes'], '分级方案'),
  passport: entry(7600, 'batteries', ['Battery passport', 'Battery passports'], '欧盟电池护照'),
  passportModel: entry(7640, 'batteries', ['Passport model', 'Passport models'], '护照型号'),
  vehicle: entry(4000, 'fleet', ['Vehicle', 'Vehicles'], '车辆'),
  device: entry(4100, 'fleet', ['Device', 'Devices'], '设备'),
  sim: entry(4200, 'fleet', ['SIM card', 'SIM cards'], 'SIM 卡'),
  geofence: entry(4300, 'fleet', ['Geofence', 'Geofences'], '电子围栏'),
  receipt: entry(5000, 'stock', ['Receipt', 'Receipts'], '入库单'),
  movement: entry(5100, 'stock', ['Move', 'Moves'], '移库单'),
  issue: entry(5200, 'stock', ['Issue', 'Issues'], '出库单'),
  conditionChange: entry(5300, 'stock', ['Condition change', 'Condition changes'], '库存状态变更单'),
  scrap: entry(5400, 'stock', ['Scrapping', 'Scrapping'], '报废单'),
  opening: entry(5500, 'stock', ['Opening stock', 'Opening stock'], '期初库存单'),
  stockTake: entry(5600, 'stock', ['Stock-take', 'Stock-takes'], '盘点单'),
  correction: entry(5700, 'stock', ['Correction', 'Corrections'], '库存调整单'),
  collection: entry(5800, 'trade', ['Collection', 'Collections'], '回收单'),
  production: entry(7000, 'works', ['Production', 'Production'], '梯次生产单'),
  recyclingRun: entry(7100, 'works', ['Recycling run', 'Recycling runs'], '再生利用单'),
  assay: entry(7200, 'works', ['Assay', 'Assays'], '化验记录'),
  balanceLimit: entry(7300, 'works', ['Balance limit', 'Balance limits'], '物料平衡允差'),
  customer: entry(1100, 'trade', ['Customer', 'Customers'], '客户'),
  order: entry(1200, 'trade', ['Order', 'Orders'], '订单'),
  invoice: entry(1300, 'trade', ['Invoice', 'Invoices'], '发票'),
} satisfies Record<string, ResourceName>;

/**
 * The names of a resource, for its own declaration: `defineResource({ ...named('customer'), … })`.
 * @throws Error for a name that is not in the list
 */
export function named(name: string): Pick<Resource, 'name' | 'menu' | 'one' | 'many'> {
  const found = (names as Readonly<Record<string, ResourceName>>)[name];
  if (!found) throw new Error(`There is no line for ${name} in names.ts`);
  const { menu, one, many } = found;
  return { name, menu, one, many };
}
