import { dayOf, daysFrom } from './companies.ts';
import { diceOf } from './dice.ts';
import {
  batteryRow,
  carrierOf,
  crossedFence,
  echelonRow,
  geofenceRow,
  type Mobile,
  type Placed,
  placedBatteries,
  simRow,
  vehicleRow,
} from './fleet-rows.ts';
import {
  bomRows,
  categoryRows,
  driverRows,
  enterpriseOf,
  enterpriseRows,
  siteRows,
  storeRows,
} from './master-rows.ts';
import type { Counts, DemoRow, Goods } from './rows.ts';
import type { StaffName } from './staff.ts';
import { type DemoDocument, saleDocuments, stockDocuments } from './stock-steps.ts';
import { assetRow, customerRow, orderRow } from './trade-rows.ts';

/** Rows of one resource that somebody makes at one time. */
export interface Step {
  resource: string;
  at: Date;
  by: StaffName;
  rows: readonly DemoRow[];
}

/** A document that one makes and submits, and another approves where its kind asks for that. */
export interface DocumentStep {
  document: DemoDocument;
  at: Date;
  by: StaffName;
  approver: StaffName;
}

/** What an order has shipped becomes an invoice: left as a draft, issued, or issued and credited. */
export interface InvoiceStep {
  /** By its key. */
  order: string;
  how: 'draft' | 'issued' | 'credited';
  at: Date;
  by: StaffName;
}

export type AnyStep = Step | DocumentStep | InvoiceStep;

const PAST_DAYS = 730;
/** The first weeks belong to master data: what everything else names. */
const MASTER_DAYS = 30;
/** Rows of one transaction. */
const MOST = 1000;

const makers: Readonly<Record<string, StaffName>> = {
  enterprise: 'demo_rules',
  recycleSite: 'demo_rules',
  store: 'demo_keeper',
  battery: 'demo_keeper',
  deviceCategory: 'demo_product',
  bom: 'demo_product',
  asset: 'demo_product',
  customer: 'demo_sales',
  order: 'demo_sales',
};

/**
 * Everything the demo's business consists of, in the order of time, each row after those it names. The same for the
 * same counts and begin, so that a run that was cut short is completed by the next one.
 * @param now when the demo was begun: the two years end there
 * @param mobile the device of the fleet that rides in a vehicle, where there is one
 */
export function* planOf(counts: Counts, now: Date, mobile?: Mobile): Generator<AnyStep> {
  // Within the hours of an office in China, which are the first eight of a day in UTC and one more.
  const time = timesOfDays(now);
  const step = (resource: string, daysAgo: number, rows: readonly DemoRow[]): Step[] =>
    Array.from({ length: Math.ceil(rows.length / MOST) }, (_, i) => ({
      resource,
      at: time(daysAgo),
      by: makers[resource] ?? 'demo_staff',
      rows: rows.slice(i * MOST, (i + 1) * MOST),
    }));
  const post: Post = (daysAgo, documents) =>
    documents.map((document) => ({ document, at: time(daysAgo), by: 'demo_keeper', approver: 'demo_staff' }));
  yield* masterSteps(counts, now, step);
  const bill: Bill = (daysAgo, orders) =>
    orders.map(({ key }) => ({ order: key, how: billing(key), at: time(daysAgo), by: 'demo_sales' }));
  yield* periodSteps(counts, now, step, post, bill, mobile);
  if (mobile) yield* step('geofence', 1, [crossedFence(mobile, counts, now)]);
}

/** Most of what is shipped is invoiced; of ten invoices one waits, and one is taken back. */
const billing = (order: string): InvoiceStep['how'] =>
  diceOf(`invoice ${order}`).weighted([
    ['issued', 8],
    ['draft', 1],
    ['credited', 1],
  ] as const);

/** Moments of days so long ago, in their order; each is a minute after the one before. */
function timesOfDays(now: Date): (daysAgo: number) => Date {
  let day = 0;
  let minutes = 0;
  return (daysAgo) => {
    const given = Date.parse(dayOf(daysFrom(now, -daysAgo)));
    minutes = given === day ? minutes + 1 : 60;
    day = given;
    return new Date(day + minutes * 60_000);
  };
}

type Post = (daysAgo: number, documents: readonly DemoDocument[]) => DocumentStep[];
type Bill = (daysAgo: number, orders: readonly DemoRow[]) => InvoiceStep[];
type Make = (resource: string, daysAgo: number, rows: readonly DemoRow[]) => Step[];

function* masterSteps(counts: Counts, now: Date, step: Make): Generator<Step> {
  const { enterprise, recycleSite, store, driver, geofence } = counts;
  yield* step('enterprise', PAST_DAYS, enterpriseRows(enterprise, now));
  yield* step('recycleSite', PAST_DAYS - 4, siteRows(recycleSite, enterprise, now));
  yield* step('store', PAST_DAYS - 8, storeRows(store, recycleSite, enterprise));
  yield* step('deviceCategory', PAST_DAYS - 11, categoryRows());
  yield* step('bom', PAST_DAYS - 15, bomRows());
  yield* step('driver', PAST_DAYS - 18, driverRows(driver, enterprise, now));
  const fences = Array.from({ length: geofence }, (_, n) => geofenceRow(n, counts));
  yield* step('geofence', PAST_DAYS - 22, fences);
}

function* periodSteps(
  counts: Counts,
  now: Date,
  step: Make,
  post: Post,
  bill: Bill,
  mobile?: Mobile,
): Generator<AnyStep> {
  const { periods } = counts;
  const batteries = inPeriods(placedBatteries(counts, now), periods);
  const carrier = mobile ? carrierOf(counts, now) : -1;
  const echelon: string[] = [];
  /** What is to be sold and lies in its store. */
  const pool: Goods[] = [];
  for (let p = 0; p < periods; p++) {
    const daysAgo = Math.round(PAST_DAYS - MASTER_DAYS - ((PAST_DAYS - MASTER_DAYS - 2) * (p + 1)) / periods);
    const at = daysFrom(now, -daysAgo);
    const until = (count: number) => Math.floor((count * (p + 1)) / periods);
    /** The share of this period, by place in the whole. */
    const slice = <R extends DemoRow>(count: number, row: (n: number) => R): R[] => {
      const from = Math.floor((count * p) / periods);
      return Array.from({ length: until(count) - from }, (_, i) => row(from + i));
    };
    const customers = until(counts.customer);
    yield* step('customer', daysAgo, slice(counts.customer, customerRow));
    yield* step(
      'vehicle',
      daysAgo,
      slice(counts.vehicle, (n) =>
        vehicleRow(n, at, now, counts, customers, n === carrier ? mobile?.devid : undefined),
      ),
    );
    const mine = batteries[p] ?? [];
    for (const level of ['P', 'M', 'C'] as const) {
      const rows = mine
        .filter((battery) => battery.level === level)
        .map((battery) => batteryRow(battery, now));
      yield* step('battery', daysAgo, rows);
    }
    const retired = mine.flatMap(goodsOf);
    yield* post(daysAgo, stockDocuments(p, counts, 'retired', retired));
    const sources = mine.filter((battery) => battery.where.state === 'in_production');
    // Packs and modules first: cells are many. One product in five is made of parts without a code.
    const whole = [...sources].sort((a, b) => 'PMC'.indexOf(a.level) - 'PMC'.indexOf(b.level));
    const made = slice(counts.echelon, (n) =>
      echelonRow(n, at, counts, n % 5 === 4 ? undefined : whole.shift()),
    );
    echelon.push(...made.map((row) => row.key));
    yield* step('battery', daysAgo, made);
    const products = made.map(({ goods }) => goods);
    yield* post(daysAgo, stockDocuments(p, counts, 'echelon', products));
    pool.push(...[...retired, ...products].filter(({ state }) => state === 'sold'));
    yield* step(
      'sim',
      daysAgo,
      slice(counts.sim, (n) => simRow(n, at)),
    );
    const owner = enterpriseOf(1).key;
    yield* step(
      'asset',
      daysAgo,
      slice(counts.asset, (n) => assetRow(n, n % 2 === 0 ? echelon[n] : undefined, owner)),
    );
    const orders = slice(counts.order, (n) => orderRow(n, at, now, customers, pool));
    yield* step('order', daysAgo, orders);
    yield* post(daysAgo, saleDocuments({ period: p, customers }, pool, orders));
    yield* bill(daysAgo, orders);
  }
}

/** What documents move: wholes, and parts that are taken out of them. */
function goodsOf({ code, level, parent, removed, design, where: { state, store } }: Placed): Goods[] {
  if (store === undefined || (parent !== null && !removed)) return [];
  return [{ code, level, design, state, store, removed }];
}

/** Batteries by the part of the two years in which their rows are made. */
function inPeriods(batteries: readonly Placed[], periods: number): Placed[][] {
  const all: Placed[][] = Array.from({ length: periods }, () => []);
  for (const battery of batteries)
    all[Math.min(periods - 1, Math.floor(battery.when * periods))]?.push(battery);
  return all;
}
