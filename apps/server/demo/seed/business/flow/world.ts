import { daysFrom } from '../companies.ts';
import { type Dice, diceOf } from '../dice.ts';
import { ofPlaces, plus } from '../exact.ts';
import { plateOf } from '../machines.ts';
import {
  CARRIER,
  driverKey,
  enterpriseOf,
  enterpriseOfKind,
  RELIABLE_DRIVERS,
  storeCode,
  turnoverPlaces,
} from '../master-rows.ts';
import { districts } from '../places.ts';
import { type Counts, type DemoRow, type Ref, ref } from '../rows.ts';
import type { DemoDocument, DemoLine } from '../stock-steps.ts';
import type { DemoMatching, DemoTests } from '../test-steps.ts';
import { customerKey } from '../trade-rows.ts';
import { workday } from './calendar.ts';

/** An activity of a day. */
export type Activity =
  | { document: DemoDocument }
  | { resource: string; row: DemoRow }
  /** An invoice for the shipments of an order. */
  | { order: string; how: 'draft' | 'issued' | 'credited' }
  /** An invoice for the goods of a receipt, with its number. */
  | { bought: DemoRow }
  | DemoTests
  | { matching: DemoMatching }
  /** An order that is closed with less than was ordered. */
  | { closed: string };
export interface Dated {
  day: Date;
  activity: Activity;
}

/** Kinds of stores, by their index modulo 8. */
export const stores = {
  receiving: 0,
  testing: 1,
  isolation: 2,
  waiting: 3,
  products: 5,
  blackMass: 6,
} as const;

/** The tools of a story: random numbers, days, and references to other rows. */
export interface Tools {
  dice: Dice;
  /** The unique number of the story. */
  story: number;
  /** The prefix of its documents' keys. */
  title: string;
  day: Date;
  after(days: number): Date;
  /** Adds an activity this many days after the first. */
  add(days: number, activity: Activity): void;
  document(
    days: number,
    what: string,
    kind: DemoDocument['kind'],
    header: Readonly<Record<string, unknown>>,
    lines: readonly DemoLine[],
    more?: Pick<DemoDocument, 'end' | 'fresh'>,
  ): string;
  store(kind: keyof typeof stores): number;
  /** Another store of a kind, if there is one. */
  other(kind: keyof typeof stores, than: number): number;
  supplier(): Ref;
  company(): Ref;
  person(): Ref;
  carriage(): Record<string, unknown>;
  /** The receiver of waste, and its carrier with papers, as the rules of the day require. */
  handedOver(): Record<string, unknown>;
  ticket(lines: readonly DemoLine[]): Record<string, unknown>;
}

/** Locations for goods that stay for some days. */
export const turnover = turnoverPlaces.filter((code) => code.startsWith('T'));
export const storeOf = (n: number): Ref => ref('store', storeCode(n));

/** @param customers the number of customers on a day */
export function toolsOf(
  counts: Counts,
  customers: (day: Date) => number,
  story: number,
  title: string,
  { day, now }: { day: Date; now: Date },
  add: (dated: Dated) => void,
): Tools {
  const dice = diceOf(title);
  const of = (kind: keyof typeof stores): number[] => {
    const own = Array.from({ length: counts.store }, (_, n) => n).filter((n) => n % 8 === stores[kind]);
    return own.length > 0 ? own : [0];
  };
  const after = (days: number) => {
    const given = daysFrom(day, days);
    // Today is a working day, even if it is a Sunday.
    return given.getTime() === now.getTime() ? given : workday(given);
  };
  const among = (matches: (n: number) => boolean): Ref => {
    const some = Array.from({ length: Math.max(4, customers(day)) }, (_, n) => n).filter(matches);
    return ref('customer', customerKey(dice.pick(some)));
  };
  const tools: Tools = {
    dice,
    story,
    title,
    day,
    after,
    add: (days, activity) => add({ day: after(days), activity }),
    document(days, what, kind, header, lines, more = {}) {
      const key = `${title} ${what}`;
      tools.add(days, { document: { kind, key, header: { remark: key, ...header }, lines, ...more } });
      return key;
    },
    store: (kind) => dice.pick(of(kind)),
    other(kind, than) {
      const others = of(kind).filter((n) => n !== than);
      return others.length > 0 ? dice.pick(others) : (than + 1) % counts.store;
    },
    supplier: () => ref('enterprise', enterpriseOfKind(dice, counts.enterprise, 3, 4, 5, 6).key),
    company: () => among((n) => n % 4 !== 3),
    person: () => among((n) => n % 4 === 3),
    carriage: () => ({ plate: plateOf(dice.whole(1, 9000), dice.pick(districts), 'fuel', true) }),
    handedOver() {
      const driver = dice.whole(0, RELIABLE_DRIVERS - 1);
      const waybill = String(story).padStart(6, '0');
      return {
        ...tools.carriage(),
        enterpriseId: ref('enterprise', enterpriseOfKind(dice, counts.enterprise, 6).key),
        carrierId: ref('enterprise', enterpriseOf(CARRIER).key),
        driverId: ref('driver', driverKey(driver)),
        escortId: ref('driver', driverKey((driver + 1) % RELIABLE_DRIVERS)),
        waybillNo: `YD${waybill}`,
        filingNo: `示例跨省${waybill}`,
      };
    },
    ticket(lines) {
      const net = lines.reduce((sum, { kg }) => plus(sum, kg ?? '0'), '0');
      const tare = ofPlaces(dice.whole(780, 960) * 10, 0);
      return {
        weighTicketNo: `BD${day.toISOString().slice(0, 10).replaceAll('-', '')}-${String(story % 1000).padStart(3, '0')}`,
        grossKg: plus(net, tare),
        tareKg: tare,
      };
    },
  };
  return tools;
}
