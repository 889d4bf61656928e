import { decimalOf } from '@voltloop/resource-kit';
import type { Balance, CodedItem, Lot, Move, Place } from '../stock/index.ts';
import { type LineProblem, problem } from './line-problem.ts';
import type { Line } from './lines.ts';

/** The basis of a count: the ledger, and goods moved since the count began. */
export interface Booked {
  day: string;
  /** Locations of the store by their codes; counted ones by id; the place of missing goods. */
  locations: ReadonlyMap<string, Place>;
  scope: ReadonlyMap<string, Place>;
  difference: Place;
  /** The only counted location; null: the whole store. */
  only: string | null;
  /** Booked goods of the scope and scanned goods, by their codes. */
  items: ReadonlyMap<string, BookedItem>;
  lots: ReadonlyMap<string, Lot>;
  balances: readonly Balance[];
  /** Lots that have moved in or out of a place of the scope since: `<lot> <place>`. */
  touched: ReadonlySet<string>;
}

export interface BookedItem extends Omit<CodedItem, 'state' | 'apart' | 'whole'> {
  place: Place | null;
  /** It has moved since the count began. */
  since: boolean;
}

export type Finding =
  | 'asBooked'
  | 'missing'
  | 'surplus'
  | 'misplaced'
  | 'elsewhere'
  | 'moved'
  | 'inside'
  | 'outside'
  | 'unknown';

/** The finding of a line, or of goods nobody counted. */
export interface Found {
  /** Null without a line. */
  line: Line | null;
  /** Of the line, or of the one that posting adds. */
  lineId: string;
  finding: Finding;
  code: string | null;
  lot: Lot | null;
  /** The place of the goods in the ledger. */
  booked: Place | null;
  /** The mass there in the ledger, and the difference. */
  bookedKg: string | null;
  kg: string | null;
  moves: Omit<Move, 'lineId'>[];
}

/** What a move of a count corrects. Goods found in another store or on the way are elsewhere. */
export const correctionOf = (
  finding: string,
  { from, to }: { from: Pick<Place, 'kind'>; to: Pick<Place, 'kind'> },
): 'missing' | 'surplus' | 'misplaced' | 'elsewhere' => {
  if (to.kind === 'difference') return 'missing';
  if (from.kind === 'difference' || from.kind === 'opening') return 'surplus';
  return finding === 'elsewhere' ? 'elsewhere' : 'misplaced';
};

export type Checked = Found | { line: Line | null; problem: LineProblem };

/** Compares the count with the ledger. Goods moved since the count began are no difference. */
export function checkCount(lines: readonly Line[], booked: Booked): Checked[] {
  const coded = lines.filter(({ code }) => code !== null);
  const seen = new Set<string>();
  const checked = coded.map((line) => checkCoded(line, seen, booked));
  const missing = [...new Set(booked.items.values())].flatMap((item): Checked[] => {
    const here = item.place !== null && booked.scope.has(item.place.id);
    if (!here || item.parentId !== null || item.since || seen.has(item.id)) return [];
    return [isLater(item, booked, null) ?? ofItem(null, item, 'missing', booked.difference)];
  });
  const byMass = lines.filter(({ code }) => code === null);
  const lots = new Map([...booked.lots.values()].map((lot) => [lot.id, lot]));
  return [
    ...checked,
    ...missing,
    ...byMass.flatMap((line): Checked[] => (booked.lots.has(line.lotNo ?? '') ? [] : [unknown(line)])),
    ...[...lots.values()].flatMap((lot) =>
      checkLot(
        lot,
        byMass.filter(({ lotNo }) => lotNo === lot.lotNo),
        booked,
      ),
    ),
  ];
}

const unknown = (line: Line): Found => ({
  line,
  lineId: line.id,
  finding: 'unknown',
  code: line.code,
  lot: null,
  booked: null,
  bookedKg: null,
  kg: line.kg,
  moves: [],
});

/** The location of a line; by default the only counted one. */
const countedAt = ({ location }: Line, { only }: Booked) => location ?? only;

/** The error of a line's location, if any. */
function wrongLocation(line: Line, booked: Booked): Checked | null {
  const at = countedAt(line, booked);
  if (at !== null && !booked.locations.has(at))
    return { line, problem: problem('location', 'locationUnknown', 'The store has no such location') };
  if (booked.only !== null && at !== booked.only)
    return {
      line,
      problem: problem(
        'location',
        `countOnly?location=${booked.only}`,
        `Only location ${booked.only} is counted here`,
      ),
    };
  return null;
}

function checkCoded(line: Line, seen: Set<string>, booked: Booked): Checked {
  const item = booked.items.get(line.code as string);
  if (!item) return unknown(line);
  if (seen.has(item.id))
    return { line, problem: problem('code', 'codeTwice', 'This battery is in the document already') };
  seen.add(item.id);
  const wrong = wrongLocation(line, booked);
  if (wrong) return wrong;
  const { place } = item;
  if (item.parentId !== null) return ofItem(line, item, 'inside');
  if (item.since) return ofItem(line, item, 'moved');
  const at = countedAt(line, booked);
  const target = booked.locations.get(at ?? '') as Place;
  const inStore = place !== null && place.storeId === target.storeId;
  if (inStore && (at === null || place.id === target.id)) return ofItem(line, item, 'asBooked');
  const finding = inStore ? 'misplaced' : findingAt(place);
  if (finding === 'outside') return ofItem(line, item, finding);
  const later = isLater(item, booked, line);
  if (later) return later;
  const kg = item.bookedKg ?? item.massKg ?? line.kg;
  if (kg === null)
    return { line, problem: problem('kg', 'massMissing', 'Enter the mass: the battery has none yet') };
  return ofItem(line, { ...item, bookedKg: kg, place: place ?? booked.difference }, finding, target);
}

/** A count cannot move goods that moved on a later business day than its own. */
function isLater({ movedOn, code }: BookedItem, { day }: Booked, line: Line | null): Checked | null {
  if (movedOn === null || movedOn <= day) return null;
  const text = `${code} has moved later, on ${movedOn}`;
  return line
    ? { line, problem: problem('code', `movedLater?day=${movedOn}`, text) }
    : { line, problem: problem('day', `countedLater?code=${code}&day=${movedOn}`, text) };
}

/** Our goods in another place are booked elsewhere; goods that have left must be received. */
function findingAt(place: Place | null): Finding {
  switch (place?.kind) {
    case undefined:
    case 'opening':
    case 'difference':
      return 'surplus';
    case 'location':
    case 'production':
    case 'transit':
      return 'elsewhere';
    default:
      return 'outside';
  }
}

/** @param to the destination; without it nothing moves */
function ofItem(line: Line | null, item: BookedItem, finding: Finding, to?: Place): Found {
  const { id, place, condition, bookedKg } = item;
  const move = {
    itemId: id,
    n: item.moveN + 1,
    from: place as Place,
    to: to as Place,
    pieces: 1,
    fromCondition: condition,
    toCondition: condition ?? 'available',
    kg: bookedKg ?? '0',
  };
  return {
    line,
    lineId: line?.id ?? crypto.randomUUID(),
    finding,
    code: line?.code ?? item.code,
    lot: null,
    booked: place,
    bookedKg,
    kg: bookedKg,
    moves: to ? [move] : [],
  };
}

/** What was counted or not counted of a lot: at one location, or in the whole scope for a line without one. */
interface LotPosition {
  places: readonly string[];
  line: Line | null;
  counted: string;
}

function checkLot(lot: Lot, lines: readonly Line[], booked: Booked): Checked[] {
  const problems = lines.flatMap((line): Checked[] => {
    const wrong = wrongLocation(line, booked);
    if (wrong) return [wrong];
    return line.kg === null ? [{ line, problem: problem('kg', 'kgMissing', 'Enter the mass') }] : [];
  });
  const located = lines.filter((line) => countedAt(line, booked) !== null);
  const [second] = lines.filter((line, n) =>
    lines.slice(0, n).some((other) => countedAt(other, booked) === countedAt(line, booked)),
  );
  if (second)
    problems.push({
      line: second,
      problem: problem('lotNo', 'lotTwice', 'This lot appears twice'),
    });
  const [open] = lines.filter((line) => countedAt(line, booked) === null);
  if (open && located.length > 0)
    problems.push({
      line: open,
      problem: problem('location', 'lotLocation', 'Enter the location of the lot'),
    });
  if (problems.length > 0) return problems;
  return settle(lot, positionsOf(lot, lines, booked), booked);
}

function positionsOf(lot: Lot, lines: readonly Line[], booked: Booked): LotPosition[] {
  const own = booked.balances.filter(({ lotId }) => lotId === lot.id);
  const [first] = lines;
  if (first && countedAt(first, booked) === null)
    return [{ places: [...booked.scope.keys()], line: first, counted: first.kg as string }];
  const counted = lines.map((line): LotPosition => {
    const place = booked.locations.get(countedAt(line, booked) as string) as Place;
    return { places: [place.id], line, counted: line.kg as string };
  });
  const uncounted = [...new Set(own.map(({ placeId }) => placeId))].filter(
    (id) => !counted.some(({ places }) => places.includes(id)),
  );
  return [...counted, ...uncounted.map((id): LotPosition => ({ places: [id], line: null, counted: '0' }))];
}

/** The error of a shortage that later documents contradict: they took more than would have been left. */
function neededLater(line: Line | null, { lotNo }: Lot, there: string, { day }: Booked) {
  const text = `From ${day} on only ${there} kg of lot ${lotNo} are there on every day`;
  return {
    line,
    problem: line
      ? problem('kg', `lotShortOn?there=${there}&day=${day}`, text)
      : problem('day', `countedLotLater?${new URLSearchParams({ lot: lotNo, there, day })}`, text),
  };
}

/** The differences of a lot: the surplus at one position comes from the shortage at another. */
function settle(lot: Lot, positions: readonly LotPosition[], booked: Booked): Checked[] {
  const own = booked.balances.filter(({ lotId }) => lotId === lot.id);
  const needed: { line: Line | null; problem: LineProblem }[] = [];
  const short: { found: Found; place: Place; condition: string; kg: string }[] = [];
  const over: { found: Found; place: Place; condition: string; kg: string }[] = [];
  const findings = positions.flatMap(({ places, line, counted }): Found[] => {
    const there = own.filter(({ placeId }) => places.includes(placeId));
    const [first] = there;
    const bookedKg = there.reduce((sum, { kg }) => sum.plus(kg), decimalOf(0));
    const delta = decimalOf(counted).minus(bookedKg);
    const found: Found = {
      line,
      lineId: line?.id ?? crypto.randomUUID(),
      finding: 'asBooked',
      code: null,
      lot,
      booked: first ? (booked.scope.get(first.placeId) as Place) : null,
      bookedKg: bookedKg.toFixed(),
      kg: delta.abs().toFixed(),
      moves: [],
    };
    if (places.some((place) => booked.touched.has(`${lot.id} ${place}`)))
      return line ? [{ ...found, finding: 'moved' }] : [];
    if (delta.gt(0)) {
      const target =
        places.length === 1
          ? booked.scope.get(places[0] as string)
          : (found.booked ?? booked.locations.get(''));
      found.finding = 'surplus';
      over.push({
        found,
        place: target as Place,
        condition: first?.condition ?? 'available',
        kg: delta.toFixed(),
      });
    }
    let open = delta.neg();
    if (open.gt(0)) found.finding = 'missing';
    const free = there.reduce((sum, balance) => sum.plus(balance.free), decimalOf(0));
    if (open.gt(free)) needed.push(neededLater(line, lot, free.toFixed(), booked));
    for (const { placeId, condition, free } of there) {
      if (open.lte(0)) break;
      const taken = open.lt(free) ? open : decimalOf(free);
      if (taken.lte(0)) continue;
      short.push({ found, place: booked.scope.get(placeId) as Place, condition, kg: taken.toFixed() });
      open = open.minus(taken);
    }
    return [found];
  });
  if (needed.length > 0) return needed;
  const move = (from: Place, to: Place, condition: string, kg: string) => ({
    itemId: lot.id,
    n: null,
    from,
    to,
    fromCondition: condition,
    toCondition: condition,
    pieces: null,
    kg,
  });
  for (const { found, place, condition, kg } of over) {
    let open = decimalOf(kg);
    for (const source of short) {
      const taken = open.lt(source.kg) ? open : decimalOf(source.kg);
      if (taken.lte(0)) continue;
      found.moves.push(move(source.place, place, source.condition, taken.toFixed()));
      source.kg = decimalOf(source.kg).minus(taken).toFixed();
      open = open.minus(taken);
    }
    if (open.gt(0)) found.moves.push(move(booked.difference, place, condition, open.toFixed()));
    else found.finding = 'misplaced';
  }
  for (const { found } of short) found.finding = 'misplaced';
  for (const { found, place, condition, kg } of short) {
    if (decimalOf(kg).lte(0)) continue;
    found.finding = 'missing';
    found.moves.push(move(place, booked.difference, condition, kg));
  }
  return findings;
}
