import type { LifeGap } from '@voltloop/contract';
import { type Around, sourceOf } from './around.ts';
import type { Goods, LifeMove, LifeRows } from './read-life.ts';

/** Pure: gaps in the life of goods: their place is unknown, or a required record is missing. */

type Found = Omit<LifeGap, 'count'>;

/** A receipt registers unknown codes in its own transaction. */
const AT_ONCE_MS = 5000;

/** @returns gaps of the goods and of their sources, grouped by kind */
export function findGaps(around: Around, rows: LifeRows): LifeGap[] {
  const moves = Map.groupBy(rows.moves, ({ item }) => item);
  const tested = Map.groupBy(rows.tests, ({ item }) => item);
  const found: Found[] = [];
  const moved = around.own.some((id) => moves.has(id));
  for (const id of [...around.own, ...around.back]) {
    const goods = rows.goods.get(id);
    if (!goods) continue;
    const own = moves.get(id) ?? [];
    if (own.length === 0) {
      if (!moved && around.own[0] === id) found.push(gapOf('neverMoved', goods));
    } else {
      found.push(...beginning(goods, own, rows), ...unknownPlaces(goods, own, rows));
      const untested = goods.kind === 'battery' ? useOf(goods, own, rows) : undefined;
      if (untested && !(tested.get(id) ?? []).some(({ day }) => day <= untested.day))
        found.push(gapOf('untested', goods, { to: untested.day, record: recordOf(untested, rows) }));
    }
  }
  const overdue = Map.groupBy(
    rows.reports.filter((report) => report.overdue),
    ({ document }) => document,
  );
  return [
    ...together(found),
    ...[...overdue].map(([document, reports]): LifeGap => {
      const goods = reports.length === 1 ? rows.goods.get(reports[0]?.item ?? '') : undefined;
      return {
        key: 'reportOverdue',
        item: goods ? itemOf(goods) : null,
        count: reports.length,
        from: null,
        to: reports[0]?.dueDay ?? null,
        record: recordOf({ document }, rows),
      };
    }),
  ];
}

const itemOf = ({ id, kind, code }: Goods) => ({ id, kind, code });

const gapOf = (key: LifeGap['key'], goods: Goods, more: Partial<Found> = {}): Found => ({
  key,
  item: itemOf(goods),
  from: null,
  to: null,
  record: null,
  ...more,
});

function recordOf({ document }: Pick<LifeMove, 'document'>, { documents }: LifeRows): LifeGap['record'] {
  const found = documents.get(document);
  return found ? { kind: found.kind, id: found.id, title: found.no ?? '' } : null;
}

/** Gaps in the origin of goods. */
function beginning(goods: Goods, [first]: readonly LifeMove[], rows: LifeRows): Found[] {
  if (!first) return [];
  const place = rows.places.get(first.from);
  const record = recordOf(first, rows);
  if (place?.kind === 'opening') return [gapOf('openingOnly', goods, { to: first.day, record })];
  if (place?.kind !== 'outside') return [];
  if (!place.key && !goods.vehicleId) return [gapOf('noSource', goods, { to: first.day, record })];
  const isNew = goods.kind === 'battery' && Math.abs(first.time - goods.registered) < AT_ONCE_MS;
  return isNew && !goods.vehicleId ? [gapOf('codeNew', goods, { to: first.day, record })] : [];
}

/** Periods in which no document shows the place of goods. */
function unknownPlaces(goods: Goods, own: readonly LifeMove[], rows: LifeRows): Found[] {
  if (goods.kind === 'lot') return [];
  const kindOf = (place: string) => rows.places.get(place)?.kind;
  return own.flatMap((move, n): Found[] => {
    const next = own[n + 1];
    const [left, document] = [rows.places.get(move.to), rows.documents.get(next?.document ?? '')];
    if (left?.kind === 'outside' && left.key && next && document && sourceOf(left, document).key !== left.key)
      return [gapOf('elsewhere', goods, { from: move.day, to: next.day, record: recordOf(next, rows) })];
    // A corrected mass goes through the same place, and returns with the same document.
    if (kindOf(move.to) === 'difference' && next?.document !== move.document)
      return [
        gapOf('missing', goods, { from: move.day, to: next?.day ?? null, record: recordOf(move, rows) }),
      ];
    return [];
  });
}

/** The move of a battery into a product or to a customer. */
const useOf = ({ id }: Goods, own: readonly LifeMove[], { places }: LifeRows): LifeMove | undefined =>
  own.find(({ to }) => {
    const place = places.get(to);
    return place?.kind === 'inside' ? place.key !== id : place?.key.startsWith('customer/');
  });

/** Groups gaps by kind, with the first of their goods. */
function together(found: readonly Found[]): LifeGap[] {
  return [...Map.groupBy(found, ({ key }) => key).values()].map((gaps) => ({
    ...(gaps[0] as Found),
    count: gaps.length,
  }));
}
