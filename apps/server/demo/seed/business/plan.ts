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

/** Rows of one resource that somebody makes at one time. */
export interface Step {
  resource: string;
  at: Date;
  by: StaffName;
  rows: readonly DemoRow[];
}

/** Documents of a kind that one makes and submits together, and another approves where their kind asks for that. */
export interface DocumentStep {
  documents: readonly DemoDocument[];
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

/** An invoice for what came in, which is issued with a number of its own. */
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

/** A month that is closed. */
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
  gradingScheme: 'demo_product',
  assay: 'demo_product',
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
  const flow = flowSteps(counts, now);
  let next = flow.next();
  for (const step of entitySteps(counts, now, mobile)) {
    for (; !next.done && next.value.at < step.at; next = flow.next()) yield next.value;
    yield step;
  }
  for (; !next.done; next = flow.next()) yield next.value;
}

/** Hours of the flow: when everybody else is done. */
const FLOW_MINUTE = 300;
/** Months are closed on this day of the one after; the last but one stays open, as the present one does. */
const CLOSING_DAY = '08';
const monthAfter = (month: string) => dayOf(daysFrom(new Date(`${month}-01`), 31)).slice(0, 7);

/** What flows through the stores, what is alike of a day together, and the months that are closed. */
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

/** Documents of one transaction: everybody else's postings wait for it. */
const DOCUMENTS_AT_ONCE = 8;

/** Whether two things may be done together: documents of a kind that go equally far, or rows of a resource. */
function isAlike({ happening: a }: Dated, { happening: b }: Dated): boolean {
  if ('document' in a && 'document' in b)
    return a.document.kind === b.document.kind && a.document.end === b.document.end;
  return 'resource' in a && 'resource' in b && a.resource === b.resource;
}

/** What the head of production writes, and not the keeper of the stores. */
const worksKinds: ReadonlySet<string> = new Set(['production', 'recyclingRun']);

function flowStep(some: readonly Dated[], at: Date): AnyStep {
  const [{ happening }] = some as [Dated];
  if ('document' in happening)
    return {
      documents: some.flatMap(({ happening: each }) => ('document' in each ? [each.document] : [])),
      ...{ at, by: worksKinds.has(happening.document.kind) ? 'demo_product' : 'demo_keeper' },
      approver: 'demo_staff',
    };
  if ('resource' in happening) {
    const rows = some.flatMap(({ happening: each }) => ('resource' in each ? [each.row] : []));
    return { resource: happening.resource, rows, at, by: makers[happening.resource] ?? 'demo_staff' };
  }
  if ('tests' in happening || 'matching' in happening) return { ...happening, at, by: 'demo_product' };
  return { ...happening, at, by: 'demo_sales' };
}

/** How many days ago the rows of a part of the two years are made. */
const daysAgoOf = (p: number, periods: number) =>
  Math.round(PAST_DAYS - MASTER_DAYS - ((PAST_DAYS - MASTER_DAYS - 2) * (p + 1)) / periods);

function* entitySteps(counts: Counts, now: Date, mobile?: Mobile): Generator<AnyStep> {
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
    together(documents).map((some) => ({
      documents: some,
      at: time(daysAgo),
      ...{ by: 'demo_keeper', approver: 'demo_staff' },
    }));
  yield* masterSteps(counts, now, step);
  const bill: Bill = (daysAgo, orders) =>
    orders.map(({ key }) => ({ order: key, how: billing(key), at: time(daysAgo), by: 'demo_sales' }));
  yield* periodSteps(counts, now, step, post, bill, mobile);
  if (mobile) yield* step('geofence', 1, [crossedFence(mobile, counts, now)]);
}

/** Kinds in the order in which goods of a store need them. */
const inTurn = ['receipt', 'conditionChange', 'issue', 'scrap'];

/** Documents of some stores, those of a kind together. */
function together(documents: readonly DemoDocument[]): DemoDocument[][] {
  const groups: DemoDocument[][] = [];
  for (const document of documents.toSorted((a, b) => inTurn.indexOf(a.kind) - inTurn.indexOf(b.kind))) {
    const last = groups.at(-1);
    if (last && last[0]?.kind === document.kind && last.length < DOCUMENTS_AT_ONCE) last.push(document);
    else groups.push([document]);
  }
  return groups;
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
  yield* step('gradingScheme', PAST_DAYS - 16, schemeRows(now));
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
    const daysAgo = daysAgoOf(p, periods);
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
