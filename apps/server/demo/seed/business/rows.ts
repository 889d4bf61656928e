import type { Design } from './batteries.ts';

/** The values from which the demo's rows are created. */

/** A reference to another row by resource and key. It becomes an id when the row is created. */
export interface Ref {
  readonly to: string;
  readonly key: string;
}
export const ref = (to: string, key: string): Ref => ({ to, key });
export const isRef = (value: unknown): value is Ref =>
  typeof value === 'object' && value !== null && 'to' in value && 'key' in value;

/** A row to be created. Its key identifies it within its resource, also in a resumed run. */
export interface DemoRow {
  key: string;
  values: Readonly<Record<string, unknown>>;
}

/** A battery that documents bring to its final state. */
export interface Goods {
  code: string;
  /** Pack, module or cell. */
  level: 'P' | 'M' | 'C';
  design: Design;
  state: string;
  /** The store that it enters. */
  store: number;
  /** It enters with its whole, and is taken out of that. */
  removed?: boolean;
}

/** The columns that contain a row's key: the first one with a value. */
export const keyColumns: Readonly<Record<string, readonly string[]>> = {
  enterprise: ['credit_code'],
  recycleSite: ['code'],
  store: ['code'],
  deviceCategory: ['category_code'],
  bom: ['name'],
  driver: ['licence_no'],
  customer: ['credit_code', 'id_card'],
  vehicle: ['vin'],
  battery: ['battery_code'],
  sim: ['iccid'],
  asset: ['asset_no'],
  geofence: ['name'],
  order: ['remark'],
  receipt: ['remark'],
  issue: ['remark'],
  conditionChange: ['remark'],
  scrap: ['remark'],
  movement: ['remark'],
  opening: ['remark'],
  stockTake: ['remark'],
  correction: ['remark'],
  production: ['remark'],
  recyclingRun: ['remark'],
  testReport: ['remark'],
  gradingScheme: ['name'],
  assay: ['report_no'],
  invoice: ['remark'],
};

/** The number of rows of each kind; `flow` is the amount of activity apart from the batteries of vehicles. */
export type Counts = Readonly<Record<keyof typeof most, number>> & { readonly flow: BusinessSize };
export type BusinessSize = 'full' | 'small';

const most = {
  enterprise: 40,
  recycleSite: 12,
  store: 20,
  driver: 60,
  customer: 300,
  vehicle: 2000,
  battery: 20_000,
  /** Of the batteries: those repurposed for a second life. */
  echelon: 1000,
  sim: 500,
  asset: 120,
  geofence: 12,
  order: 200,
  /** Parts of the past two years, each with new rows of every kind. */
  periods: 48,
};
const small: Counts = {
  flow: 'small',
  enterprise: 12,
  recycleSite: 4,
  store: 6,
  driver: 6,
  customer: 15,
  vehicle: 100,
  battery: 1000,
  echelon: 50,
  sim: 25,
  asset: 8,
  geofence: 4,
  order: 12,
  periods: 4,
};
const full: Counts = { ...most, flow: 'full' };
export const sizes: Readonly<Record<BusinessSize, Counts>> = { full, small };
