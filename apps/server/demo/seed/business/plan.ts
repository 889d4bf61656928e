import { dayOf, daysFrom } from './companies.ts';
import { diceOf } from './dice.ts';
import {
  batteryRow,
  echelonRow,
  geofenceRow,
  type Placed,
  placedBatteries,
  simRow,
  vehicleRow,
} from './fleet-rows.ts';
import { flowOf } from './flow/flow.ts';
import type { Dated } from './flow/world.ts';
import {
  bomRows,
  categoryRows,
  driverRows,
  enterpriseOf,
  enterpriseRows,
  schemeRows,
  siteRows,
  storeRows,
} from './master-rows.ts';
import type { Counts, DemoRow, Goods } from './rows.ts';
import type { StaffName } from './staff.ts';
import { type DemoDocument, saleDocuments, stockDocuments } from './stock-steps.ts';
import type { DemoMatching, DemoTests } from './test-steps.ts';
import { assetRow, customerRow, orderRow } from './trade-rows.ts';

/** Rows of one resource that an account creates at one time. */
export interface Step {
  resource: string;
  at: Date;
  by: StaffName;
  rows: readonly DemoRow[];
}

/** Documents of a kind, created and submitted together, and approved by another account if their kind requires it. */
export interface DocumentStep {
  documents: readonly DemoDocument[];
  at: Date;
  by: StaffName;
  approver: StaffName;
}

/** An invoice for the shipments of an order: left as a draft, issued, or issued and credited. */
export interface InvoiceStep {
  /** The key of the order. */
  order: string;
  how: 'draft' | 'issued' | 'credited';
  at: Date;
  by: StaffName;
}

/** An invoice for received goods, issued with its own number. */
export interface BoughtStep {
  bought: DemoRow;
  at: Date;
  by: StaffName;
}

/** An order that is closed short. */
export interface CloseOrderStep {
  closed: string;
  at: Date;
  by: StaffName;
}

export interface CloseMonthStep {
  month: string;
  at: Date;
  by: StaffName;
}

/** Test reports of one day. */
export interface TestsStep extends DemoTests {
  at: Date;
  by: StaffName;
}

/** A run of the matching. */
export interface MatchingStep {
  matching: DemoMatching;
  at: Date;
  by: StaffName;
}

export type AnyStep =
  | Step
  | DocumentStep
  | InvoiceStep
  | BoughtStep
  | CloseOrderStep
  | CloseMonthStep
  | TestsStep
  | MatchingStep;

const PAST_DAYS = 730;
/** The first weeks are for master data, which everything else refers to. */
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
  gradingScheme: 'demo_product',
  assay: 'demo_product',
  customer: 'demo_sales',
  order: 'demo_sales',
};

/**
 * The whole business of the demo in chronological order, each row after those it refers to. Deterministic for the
 * same counts and begin, so that the next run completes an interrupted one.
 * @param now when the demo was begun: the two years end there
 */
export function* planOf(counts: Counts, now: Date): Generator<AnyStep> {
  const flow = flowSteps(counts, now);
  let next = flow.next();
  for (const step of entitySteps(counts, now)) {
    for (; !next.done && next.value.at < step.at; next = flow.next()) yield next.value;
    yield step;
  }
  for (; !next.done; next = flow.next()) yield next.value;
}

/** The flow starts at this minute of the day, after all other steps. */
const FLOW_MINUTE = 300;
/** Months are closed on this day of the following month; the last month and the present one stay open. */
const CLOSING_DAY = '08';
const monthAfter = (month: string) => dayOf(daysFrom(new Date(`${month}-01`), 31)).slice(0, 7);

/** The flow through the stores, with similar activities of a day grouped, and the closing of months. */
function* flowSteps(counts: Counts, now: Date): Generator<AnyStep> {
  const { periods, customer } = counts;
  const begun = Array.from({ length: periods }, (_, p) => daysFrom(now, -daysAgoOf(p, periods)));
  const customers = (day: Date) => {
    const p = begun.filter((at) => at < day).length;
    return Math.floor((customer * p) / periods);
  };
  const all = flowOf(counts, begun[0] as Date, now, customers);
  const lastClosed = dayOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 1))).slice(0, 7);
  let month = dayOf(begun[0] as Date).slice(0, 7);
  let day = '';
  let minute = 0;
  for (let n = 0; n < all.length; ) {
    const first = all[n] as Dated;
    const is = dayOf(first.day);
    minute = is === day ? minute + 1 : FLOW_MINUTE;
    day = is;
    const time = new Date(Date.parse(day) + minute * 60_000);
    const at = time < now ? time : now;
    for (; month <= lastClosed && day >= `${monthAfter(month)}-${CLOSING_DAY}`; month = monthAfter(month))
      yield { month, at, by: 'demo_staff' };
    const some = [first];
    for (let next = all[++n]; next && some.length < DOCUMENTS_AT_ONCE; next = all[++n]) {
      if (dayOf(next.day) !== day || !isAlike(first, next)) break;
      some.push(next);
    }
    yield flowStep(some, at);
  }
}

/** Documents of one transaction, which blocks other postings. */
const DOCUMENTS_AT_ONCE = 8;

/** Whether two activities can be grouped: documents of a kind with the same end, or rows of a resource. */
function isAlike({ activity: a }: Dated, { activity: b }: Dated): boolean {
  if ('document' in a && 'document' in b)
    return a.document.kind === b.document.kind && a.document.end === b.document.end;
  return 'resource' in a && 'resource' in b && a.resource === b.resource;
}

/** Kinds written by the head of production instead of the storekeeper. */
const worksKinds: ReadonlySet<string> = new Set(['production', 'recyclingRun']);

function flowStep(some: readonly Dated[], at: Date): AnyStep {
  const [{ activity }] = some as [Dated];
  if ('document' in activity)
    return {
      documents: some.flatMap(({ activity: each }) => ('document' in each ? [each.document] : [])),
      at,
      by: worksKinds.has(activity.document.kind) ? 'demo_product' : 'demo_keeper',
      approver: 'demo_staff',
    };
  if ('resource' in activity) {
    const rows = some.flatMap(({ activity: each }) => ('resource' in each ? [each.row] : []));
    return { resource: activity.resource, rows, at, by: makers[activity.resource] ?? 'demo_staff' };
  }
  if ('tests' in activity || 'matching' in activity) return { ...activity, at, by: 'demo_product' };
  return { ...activity, at, by: 'demo_sales' };
}

/** How many days ago the rows of a period are created. */
const daysAgoOf = (p: number, periods: number) =>
  Math.round(PAST_DAYS - MASTER_DAYS - ((PAST_DAYS - MASTER_DAYS - 2) * (p + 1)) / periods);

function* entitySteps(counts: Counts, now: Date): Generator<AnyStep> {
  // Within office hours in China: the first nine hours of a day in UTC.
  const time = timesOfDays(now);
  const step = (resource: string, daysAgo: number, rows: readonly DemoRow[]): Step[] =>
    Array.from({ length: Math.ceil(rows.length / MOST) }, (_, i) => ({
      resource,
      at: time(daysAgo),
      by: makers[resource] ?? 'demo_staff',
      rows: rows.slice(i * MOST, (i + 1) * MOST),
    }));
  const post: Post = (daysAgo, documents) =>
    groupByKind(documents).map((some) => ({
      documents: some,
      at: time(daysAgo),
      by: 'demo_keeper',
      approver: 'demo_staff',
    }));
  yield* masterSteps(counts, now, step);
  const bill: Bill = (daysAgo, orders) =>
    orders.map(({ key }) => ({ order: key, how: billing(key), at: time(daysAgo), by: 'demo_sales' }));
  yield* periodSteps(counts, now, step, post, bill);
}

/** Kinds in the order that the goods of a store need. */
const kindOrder = ['receipt', 'conditionChange', 'issue', 'scrap'];

/** Documents of some stores, grouped by kind. */
function groupByKind(documents: readonly DemoDocument[]): DemoDocument[][] {
  const groups: DemoDocument[][] = [];
  for (const document of documents.toSorted(
    (a, b) => kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind),
  )) {
    const last = groups.at(-1);
    if (last && last[0]?.kind === document.kind && last.length < DOCUMENTS_AT_ONCE) last.push(document);
    else groups.push([document]);
  }
  return groups;
}

/** Most shipments are invoiced; of ten invoices one stays a draft, and one is credited. */
const billing = (order: string): InvoiceStep['how'] =>
  diceOf(`invoice ${order}`).weighted([
    ['issued', 8],
    ['draft', 1],
    ['credited', 1],
  ] as const);

/** Times on a day this long ago, in order; each is a minute after the previous one. */
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
  yield* step('gradingScheme', PAST_DAYS - 16, schemeRows(now));
  yield* step('driver', PAST_DAYS - 18, driverRows(driver, enterprise, now));
  const fences = Array.from({ length: geofence }, (_, n) => geofenceRow(n, counts));
  yield* step('geofence', PAST_DAYS - 22, fences);
}

function* periodSteps(counts: Counts, now: Date, step: Make, post: Post, bill: Bill): Generator<AnyStep> {
  const { periods } = counts;
  const batteries = inPeriods(placedBatteries(counts, now), periods);
  const echelon: string[] = [];
  /** Goods to be sold that are in stock. */
  const pool: Goods[] = [];
  for (let p = 0; p < periods; p++) {
    const daysAgo = daysAgoOf(p, periods);
    const at = daysFrom(now, -daysAgo);
    const until = (count: number) => Math.floor((count * (p + 1)) / periods);
    /** The rows of this period, by their index in the total. */
    const slice = <R extends DemoRow>(count: number, row: (n: number) => R): R[] => {
      const from = Math.floor((count * p) / periods);
      return Array.from({ length: until(count) - from }, (_, i) => row(from + i));
    };
    const customers = until(counts.customer);
    yield* step('customer', daysAgo, slice(counts.customer, customerRow));
    yield* step(
      'vehicle',
      daysAgo,
      slice(counts.vehicle, (n) => vehicleRow(n, at, now, counts, customers)),
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
    const free = [...pool];
    const orders = slice(counts.order, (n) => orderRow(n, at, now, customers, free));
    yield* step('order', daysAgo, orders);
    yield* post(daysAgo, saleDocuments({ period: p, customers }, pool, orders));
    yield* bill(daysAgo, orders);
  }
}

/** The goods that documents move: wholes, and parts that are taken out of them. */
function goodsOf({ code, level, parent, removed, design, where: { state, store } }: Placed): Goods[] {
  if (store === undefined || (parent !== null && !removed)) return [];
  return [{ code, level, design, state, store, removed }];
}

/** Batteries by the period in which their rows are created. */
function inPeriods(batteries: readonly Placed[], periods: number): Placed[][] {
  const all: Placed[][] = Array.from({ length: periods }, () => []);
  for (const battery of batteries)
    all[Math.min(periods - 1, Math.floor(battery.when * periods))]?.push(battery);
  return all;
}
