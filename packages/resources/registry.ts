import type { Resource, Words } from '@voltloop/resource-kit';

/** Parts of the back-office menu, in its order. */
export const groups = {
  master: { en: 'Master data', zh: '基础资料' },
  batteries: { en: 'Batteries', zh: '电池管理' },
  fleet: { en: 'Vehicles and devices', zh: '车辆与设备' },
  trade: { en: 'Trade', zh: '交易管理' },
  system: { en: 'System', zh: '系统管理' },
} satisfies Record<string, Words>;
export type Group = keyof typeof groups;

/** What menu, guard, titles and references know of a resource before its declaration is loaded. */
export interface Entry {
  /** Id of its menu entry; ids of its buttons follow (resource-kit/rights.ts). Hundreds, never given twice. */
  menu: number;
  group: Group;
  one: Words;
  many: Words;
  load: () => Promise<Resource>;
}

const entry = (
  menu: number,
  group: Group,
  en: [one: string, many: string],
  zh: string,
  load: Entry['load'],
): Entry => ({
  menu,
  group,
  one: { en: en[0], zh },
  many: { en: en[1], zh },
  load,
});

/** Every entity of the back office, in the order of the menu. A new one is one line here. */
// biome-ignore format: one line each
export const registry: Readonly<Record<string, Entry>> = {
  enterprise: entry(2000, 'master', ['Enterprise', 'Enterprises'], '企业', () => import('./enterprise/enterprise.resource.ts').then((m) => m.enterprise)),
  recycleSite: entry(2200, 'master', ['Recycling site', 'Recycling sites'], '回收网点', () => import('./recycle-site/recycle-site.resource.ts').then((m) => m.recycleSite)),
  store: entry(2100, 'master', ['Store', 'Stores'], '仓库', () => import('./store/store.resource.ts').then((m) => m.store)),
  driver: entry(2300, 'master', ['Driver', 'Drivers'], '驾驶员', () => import('./driver/driver.resource.ts').then((m) => m.driver)),
  battery: entry(3000, 'batteries', ['Battery', 'Batteries'], '电池', () => import('./battery/battery.resource.ts').then((m) => m.battery)),
  deviceCategory: entry(3100, 'batteries', ['Device category', 'Device categories'], '设备类别', () => import('./device-category/device-category.resource.ts').then((m) => m.deviceCategory)),
  bom: entry(3200, 'batteries', ['List of parts', 'Lists of parts'], '物料清单', () => import('./bom/bom.resource.ts').then((m) => m.bom)),
  asset: entry(3300, 'batteries', ['Asset', 'Assets'], '资产', () => import('./asset/asset.resource.ts').then((m) => m.asset)),
  vehicle: entry(4000, 'fleet', ['Vehicle', 'Vehicles'], '车辆', () => import('./vehicle/vehicle.resource.ts').then((m) => m.vehicle)),
  device: entry(4100, 'fleet', ['Device', 'Devices'], '设备', () => import('./device/device.resource.ts').then((m) => m.device)),
  sim: entry(4200, 'fleet', ['SIM card', 'SIM cards'], 'SIM 卡', () => import('./sim/sim.resource.ts').then((m) => m.sim)),
  geofence: entry(4300, 'fleet', ['Geofence', 'Geofences'], '电子围栏', () => import('./geofence/geofence.resource.ts').then((m) => m.geofence)),
  customer: entry(1100, 'trade', ['Customer', 'Customers'], '客户', () => import('./customer/customer.resource.ts').then((m) => m.customer)),
  order: entry(1200, 'trade', ['Order', 'Orders'], '订单', () => import('./order/order.resource.ts').then((m) => m.order)),
};

/**
 * The names of a resource, for its own declaration: `defineResource({ ...named('customer'), … })`.
 * @throws Error for a name that is not in the registry
 */
export function named(name: string): Pick<Resource, 'name' | 'menu' | 'one' | 'many'> {
  const found = registry[name];
  if (!found) throw new Error(`There is no line for ${name} in the registry`);
  const { menu, one, many } = found;
  return { name, menu, one, many };
}
