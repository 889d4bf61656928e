import type { Resource } from '@voltloop/resource-kit';
import { names, type ResourceName } from './names.ts';

/** The names of a resource, and the loader of its declaration. */
export interface Entry extends ResourceName {
  load: () => Promise<Resource>;
}

// biome-ignore format: one line each
const loaders: Readonly<Record<keyof typeof names, Entry['load']>> = {
  enterprise: () => import('./enterprise/enterprise.resource.ts').then((m) => m.enterprise),
  recycleSite: () => import('./recycle-site/recycle-site.resource.ts').then((m) => m.recycleSite),
  store: () => import('./store/store.resource.ts').then((m) => m.store),
  driver: () => import('./driver/driver.resource.ts').then((m) => m.driver),
  battery: () => import('./battery/battery.resource.ts').then((m) => m.battery),
  deviceCategory: () => import('./device-category/device-category.resource.ts').then((m) => m.deviceCategory),
  bom: () => import('./bom/bom.resource.ts').then((m) => m.bom),
  asset: () => import('./asset/asset.resource.ts').then((m) => m.asset),
  testReport: () => import('./test-report/test-report.resource.ts').then((m) => m.testReport),
  gradingScheme: () => import('./grading-scheme/grading-scheme.resource.ts').then((m) => m.gradingScheme),
  passport: () => import('./passport/passport.resource.ts').then((m) => m.passport),
  passportModel: () => import('./passport-model/passport-model.resource.ts').then((m) => m.passportModel),
  vehicle: () => import('./vehicle/vehicle.resource.ts').then((m) => m.vehicle),
  device: () => import('./device/device.resource.ts').then((m) => m.device),
  sim: () => import('./sim/sim.resource.ts').then((m) => m.sim),
  geofence: () => import('./geofence/geofence.resource.ts').then((m) => m.geofence),
  receipt: () => import('./receipt/receipt.resource.ts').then((m) => m.receipt),
  movement: () => import('./movement/movement.resource.ts').then((m) => m.movement),
  issue: () => import('./issue/issue.resource.ts').then((m) => m.issue),
  conditionChange: () => import('./condition-change/condition-change.resource.ts').then((m) => m.conditionChange),
  scrap: () => import('./scrap/scrap.resource.ts').then((m) => m.scrap),
  opening: () => import('./opening/opening.resource.ts').then((m) => m.opening),
  stockTake: () => import('./stock-take/stock-take.resource.ts').then((m) => m.stockTake),
  correction: () => import('./correction/correction.resource.ts').then((m) => m.correction),
  collection: () => import('./collection/collection.resource.ts').then((m) => m.collection),
  production: () => import('./production/production.resource.ts').then((m) => m.production),
  recyclingRun: () => import('./recycling-run/recycling-run.resource.ts').then((m) => m.recyclingRun),
  assay: () => import('./assay/assay.resource.ts').then((m) => m.assay),
  balanceLimit: () => import('./balance-limit/balance-limit.resource.ts').then((m) => m.balanceLimit),
  customer: () => import('./customer/customer.resource.ts').then((m) => m.customer),
  order: () => import('./order/order.resource.ts').then((m) => m.order),
  invoice: () => import('./invoice/invoice.resource.ts').then((m) => m.invoice),
};

/** Every resource of the back office, in menu order. */
export const registry: Readonly<Record<string, Entry>> = Object.fromEntries(
  Object.entries(names).map(([name, words]) => [
    name,
    { ...words, load: loaders[name as keyof typeof names] },
  ]),
);
