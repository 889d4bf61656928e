import type { LifeEvent, StockMove } from '@voltloop/contract';
import { decimalOf } from '@voltloop/resource-kit';
import { type Around, nearest, type Side, sidesOf, sourceOf } from './around.ts';
import type { LifeMove, LifeReportRow, LifeRows, LifeTest, Place } from './read-life.ts';

/** Pure: the events of goods, one for each document, test, invoice and other record, by day. */

/** Goods that an event names; the others are counted. */
const NAMED = 3;
/** Maximum number of vehicles whose own dates are listed; more would hide everything else. */
const MAX_VEHICLES = 5;

const blank = {
  time: null,
  record: null,
  hidden: false,
  items: [],
  count: 0,
  kg: null,
  from: null,
  to: null,
  fromCondition: null,
  toCondition: null,
  order: null,
  test: null,
  reports: [],
} satisfies Partial<LifeEvent>;

export function buildEvents(around: Around, rows: LifeRows): LifeEvent[] {
  const sides = sidesOf(around);
  const sideOf = (item: string): Side => sides.get(item) ?? 'own';
  const named = (ids: readonly string[]): LifeEvent['items'] =>
    ids.slice(0, NAMED).flatMap((id) => {
      const goods = rows.goods.get(id);
      return goods ? [{ id, kind: goods.kind, code: goods.code }] : [];
    });
  const documents = ofDocuments();
  const byRecord = new Map(documents.map((event) => [event.record?.id ?? '', event]));

  const events = [...ofCodes(), ...ofVehicles(), ...documents, ...ofTests(), ...ofRecords()];
  return events.sort(
    (a, b) => a.day.localeCompare(b.day) || timeOf(a) - timeOf(b) || a.key.localeCompare(b.key),
  );

  function ofDocuments(): LifeEvent[] {
    const reports = Map.groupBy(rows.reports, ({ document }) => document);
    return [...Map.groupBy(rows.moves, ({ document }) => document)].flatMap(([id, all]): LifeEvent[] => {
      const document = rows.documents.get(id);
      if (!document) return [];
      const side = nearest(all.map(({ item }) => sideOf(item)));
      const moves = goingIn(all.filter(({ item }) => sideOf(item) === side));
      const items = [...new Set(moves.map(({ item }) => item))];
      const own = moves.filter(({ item }) => item === items[0]);
      const [first, last] = [own[0] as LifeMove, own.at(-1) as LifeMove];
      const place = rows.places.get(first.from);
      return [
        {
          ...blank,
          key: `document:${id}`,
          what: 'document',
          side,
          day: first.day,
          time: first.time,
          record: { kind: document.kind, id, title: document.no ?? '', preset: document.preset },
          items: named(items),
          count: items.length,
          kg: massOf(moves),
          from: placeOf(place && sourceOf(place, document)),
          to: placeOf(rows.places.get(last.to)),
          fromCondition: first.fromCondition,
          toCondition: last.toCondition,
          order: document.orderId
            ? { kind: 'order', id: document.orderId, title: document.orderNo ?? '' }
            : null,
          reports: summedUp((reports.get(id) ?? []).filter(({ item }) => sideOf(item) === side)),
        },
      ];
    });
  }

  /** The input of a production or a run, or else its output: both together would count twice. */
  function goingIn(moves: readonly LifeMove[]): readonly LifeMove[] {
    const into = moves.filter(({ item, to }) => {
      const place = rows.places.get(to);
      return place?.kind === 'recycled' || (place?.kind === 'inside' && place.key !== item);
    });
    return into.length > 0 ? into : moves;
  }

  /** The production date in the codes of the record's own batteries, if it is the same for all. */
  function ofCodes(): LifeEvent[] {
    const days = around.own.flatMap((id) => rows.goods.get(id)?.madeOn ?? []);
    if (new Set(days).size !== 1) return [];
    const ids = around.own.filter((id) => rows.goods.get(id)?.madeOn);
    return [
      {
        ...blank,
        key: 'made',
        what: 'made',
        side: 'own',
        day: days[0] as string,
        items: named(ids),
        count: ids.length,
      },
    ];
  }

  function ofVehicles(): LifeEvent[] {
    if (rows.vehicles.size > MAX_VEHICLES) return [];
    return [...rows.vehicles.values()].flatMap(({ id, title, regDate, scrapDate }) => {
      const carried = [...sides.keys()].filter((item) => rows.goods.get(item)?.vehicleId === id);
      const event = (what: 'vehicleRegistered' | 'vehicleScrapped', day: string): LifeEvent => ({
        ...blank,
        key: `${what}:${id}`,
        what,
        side: nearest(carried.map(sideOf)),
        day,
        record: { kind: 'vehicle', id, title, preset: null },
        items: named(carried),
        count: carried.length,
      });
      return [
        ...(regDate ? [event('vehicleRegistered', regDate)] : []),
        ...(scrapDate ? [event('vehicleScrapped', scrapDate)] : []),
      ];
    });
  }

  /** Groups the tests of a day, if there are many. */
  function ofTests(): LifeEvent[] {
    const groupOf = ({ item, day, id }: LifeTest) =>
      sideOf(item) === 'own' && around.own.length <= NAMED ? id : `${sideOf(item)} ${day}`;
    return [...Map.groupBy(rows.tests, groupOf)].map(([key, tests]): LifeEvent => {
      const [first] = tests as [LifeTest, ...LifeTest[]];
      const grades = new Set(tests.map(({ grade }) => grade));
      const single = tests.length === 1;
      return {
        ...blank,
        key: `test:${key}`,
        what: 'test',
        side: sideOf(first.item),
        day: first.day,
        time: first.time,
        record: single ? { kind: 'testReport', id: first.id, title: first.no, preset: null } : null,
        items: named(tests.map(({ item }) => item)),
        count: new Set(tests.map(({ item }) => item)).size,
        test: {
          grade: grades.size === 1 ? first.grade : null,
          sohPct: single ? first.sohPct : null,
          curve: single && first.curve,
        },
      };
    });
  }

  function ofRecords(): LifeEvent[] {
    return rows.records.map(({ kind, id, title, day, about }): LifeEvent => {
      const events = about.flatMap((each) => byRecord.get(each) ?? []);
      return {
        ...blank,
        key: `${kind}:${id}`,
        what: kind,
        day,
        side: kind === 'assay' ? 'own' : nearest(events.map(({ side }) => side)),
        record: { kind, id, title, preset: null },
        items: events[0]?.items ?? [],
        count: events[0]?.count ?? 0,
      };
    });
  }
}

/** Records about documents, which follow them on their day; the others without a time precede documents. */
const following: ReadonlySet<LifeEvent['what']> = new Set(['assay', 'invoice']);
const timeOf = ({ time, what }: LifeEvent) => time ?? (following.has(what) ? Number.MAX_SAFE_INTEGER : 0);

/** The mass after a document: the sum of the last moves of its goods. */
function massOf(moves: readonly LifeMove[]): string {
  // Parts of a lot move in several moves; a battery moves as a whole.
  const last = new Map(moves.map((move) => [`${move.item} ${move.from} ${move.to}`, move]));
  const items = new Map<string, ReturnType<typeof decimalOf>>();
  for (const { item, kg } of last.values()) {
    const mass = decimalOf(kg);
    const former = items.get(item);
    items.set(item, former?.gt(mass) ? former : mass);
  }
  return [...items.values()].reduce((sum, kg) => sum.plus(kg), decimalOf(0)).toFixed();
}

const placeOf = (place: Place | undefined): StockMove['from'] | null =>
  place ? { kind: place.kind, storeId: place.storeId, name: place.name, code: place.code } : null;

/** Reports of a document by type and state. */
function summedUp(reports: readonly LifeReportRow[]): LifeEvent['reports'] {
  const groups = Map.groupBy(reports, ({ type, state, overdue }) => `${type} ${state} ${overdue}`);
  return [...groups.values()].map((each) => {
    const [first] = each as [LifeReportRow, ...LifeReportRow[]];
    return {
      id: first.id,
      type: first.type,
      state: first.state,
      overdue: first.overdue,
      count: each.length,
    };
  });
}
