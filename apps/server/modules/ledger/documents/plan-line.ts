import { decimalOf, type Preset } from '@voltloop/resource-kit';
import type { Balance, CodedItem, Lot, Move, Place, Whole } from '../stock/index.ts';
import { type Claim, claimed, overclaimed } from './claimed.ts';
import { type LineProblem, problem } from './line-problem.ts';
import type { Line } from './lines.ts';

/** The data that a document's lines are checked against, read under the locks. */
export interface Situation {
  preset: Preset;
  /** The business day of the document, and the day it is posted on. */
  day: string;
  today: string;
  /** The ends of the document; a store's locations by their codes. */
  from: PlacesAt;
  to: PlacesAt;
  places: ReadonlyMap<string, Place>;
  /** The places inside the batteries that items are parts of. */
  insides: ReadonlyMap<string, Place>;
  items: ReadonlyMap<string, CodedItem>;
  lots: ReadonlyMap<string, Lot>;
  balances: readonly Balance[];
  /** Claims of other documents, by item. */
  claims: ReadonlyMap<string, readonly Claim[]>;
}

export type PlacesAt =
  | { kind: 'store'; byCode: ReadonlyMap<string, Place> }
  | { kind: 'one'; place: Place }
  /** Inside batteries that lie in a store. */
  | { kind: 'inside'; byCode: ReadonlyMap<string, Place> }
  | { kind: 'same' };

/** Whether a place, or an end of a document, is a source of goods that are not in our stock yet. */
export const isExternal = (kind: string): boolean => kind === 'outside' || kind === 'opening';

/** A document cannot move goods that moved on a later business day than its own, alone or in their whole. */
export function movedLater(
  { movedOn, apart, whole }: Pick<CodedItem, 'movedOn' | 'apart' | 'whole'>,
  day: string,
): LineProblem | null {
  const withWhole = (apart ? null : whole?.movedOn) ?? '';
  const last = movedOn !== null && movedOn > withWhole ? movedOn : withWhole;
  if (last <= day) return null;
  return problem('code', `movedLater?day=${last}`, `This battery has moved later, on ${last}`);
}

/** The error of a lot of which less can leave, on the day of the document and on every later one. */
export function lotShort(there: string, { day, today }: Pick<Situation, 'day' | 'today'>): LineProblem {
  return day < today
    ? problem(
        'kg',
        `lotShortOn?there=${there}&day=${day}`,
        `From ${day} on only ${there} kg of this lot are there on every day`,
      )
    : problem('kg', `lotShort?there=${there}`, `Only ${there} kg of this lot are there`);
}

/** Pure: the moves of a line, or its errors. */
export function planLine(line: Line, situation: Situation): Move[] | LineProblem {
  const { goods } = situation.preset;
  if (goods === 'byMass' && line.code !== null)
    return problem('code', 'byMassOnly', 'This document takes goods by mass only');
  if (goods === 'coded' && line.code === null)
    return problem('lotNo', 'codedOnly', 'This document takes coded batteries only');
  return line.code === null ? planLot(line, situation) : planCoded(line, line.code, situation);
}

function planCoded(line: Line, code: string, situation: Situation): Move[] | LineProblem {
  const { preset, day, places } = situation;
  const item = situation.items.get(code);
  if (!item) return problem('code', 'codeUnknown', 'There is no battery with this code');
  if (preset.makesBatteries && item.code !== code)
    return problem(
      'code',
      `codeCorrected?to=${item.code}`,
      `This code was corrected to ${item.code}: register the battery first if it really has this one`,
    );
  if (situation.from.kind === 'inside' && item.state !== 'recycled')
    return planRemoval(line, item, situation);
  /** Adds the author of the last move, if that move prevents this one. */
  const moved = (refused: LineProblem) =>
    item.placeId === null ? refused : { ...refused, movedBy: item.id };
  if (item.state === 'recycled')
    return moved(problem('code', 'recycledStays', 'This battery has been recycled'));
  if (item.whole && !arrivesWithoutWhole(item, item.whole, situation))
    return moved(
      problem(
        'code',
        'insideAnother',
        'This battery is inside another one: move that one, or remove this one first',
      ),
    );
  const later = movedLater(item, day);
  if (later) return moved(later);
  const here = item.placeId === null ? null : (places.get(item.placeId) as Place);
  const from = originOf(item, here, situation);
  if ('field' in from) return moved(from);
  const refused = preset.conditions && item.condition !== null && !preset.conditions.includes(item.condition);
  if (refused)
    return moved(
      problem('code', `condition?is=${item.condition}`, 'Its present condition does not allow this move'),
    );
  const to = targetOf(line, from, situation);
  if ('field' in to) return to;
  const toCondition = conditionAfter(line, preset, item.condition);
  if (item.condition === 'scrapped' && toCondition !== 'scrapped')
    return problem('condition', 'scrappedStays', 'Scrapped goods cannot be restored');
  if (to.id === from.id && toCondition === item.condition)
    return moved(problem('location', 'alreadyThere', 'It is already there'));
  const taken = stays(from, to, item.condition, toCondition) ? null : claimed(situation.claims.get(item.id));
  if (taken) return taken;
  const comesIn = isExternal(preset.from.at);
  // The mass is booked when goods come in, and changes only by a correction.
  const kg = comesIn ? (line.kg ?? item.bookedKg ?? item.massKg) : (item.bookedKg ?? line.kg);
  if (kg === null || (comesIn && !decimalOf(kg).gt(0)))
    return problem('kg', 'massMissing', 'Enter the mass: the battery has none yet');
  return [
    {
      lineId: line.id,
      itemId: item.id,
      n: item.moveN + 1,
      from,
      to,
      fromCondition: item.condition,
      toCondition,
      pieces: 1,
      kg,
    },
  ];
}

/** What the document decides, else its line, else how its goods arrive, else what it was; scrap stays scrap. */
const conditionAfter = (
  { condition }: Pick<Line, 'condition'>,
  { becomes, arrives }: Preset,
  before: string | null,
): string => becomes ?? condition ?? (before === 'scrapped' ? before : (arrives ?? before ?? 'available'));

/** Goods that only change their location in a store stay available to the document that claimed them. */
const stays = (from: Place, to: Place, before: string | null, after: string) =>
  from.storeId !== null && from.storeId === to.storeId && before === after;

const isOurs = (place: Place | null | undefined) => place != null && !isExternal(place.kind);

/**
 * Whether a part arrives without its whole, which is elsewhere, or neither in our stock nor in the same document. It
 * was removed before, and leaves its whole.
 */
function arrivesWithoutWhole(
  { apart }: CodedItem,
  whole: Whole,
  { from, items, places }: Situation,
): boolean {
  const comesIn = from.kind === 'one' && isExternal(from.place.kind);
  const withIt =
    isOurs(places.get(whole.placeId ?? '')) || [...items.values()].some(({ id }) => id === whole.id);
  return comesIn && (apart || !withIt);
}

/** The move of a part out of its whole, which lies in the store of the document, where it stays. */
function planRemoval(line: Line, item: CodedItem, situation: Situation): Move[] | LineProblem {
  const { whole, parentId } = item;
  if (!whole || !parentId) return problem('code', 'notAPart', 'This battery is not part of another one');
  if (item.apart) return problem('code', 'notInStock', 'This battery is not in our stock');
  if (whole.parentId)
    return problem(
      'code',
      'wholeInside',
      'The battery that contains it is inside another one: remove that one first',
    );
  const to = situation.places.get(whole.placeId ?? '');
  if (!to || !covers(situation.from, to.id))
    return problem('code', 'wholeNotHere', 'The battery that contains it is not in this store');
  const later = movedLater(item, situation.day);
  if (later) return later;
  const kg = item.bookedKg ?? line.kg ?? item.massKg;
  if (kg === null) return problem('kg', 'massMissing', 'Enter the mass: the battery has none yet');
  return [
    {
      lineId: line.id,
      itemId: item.id,
      n: item.moveN + 1,
      from: situation.insides.get(parentId) as Place,
      to,
      fromCondition: item.condition,
      toCondition: whole.condition as string,
      pieces: 1,
      kg,
    },
  ];
}

/** The current place of the goods, if the document takes goods from there. */
function originOf(
  { parentId, state }: CodedItem,
  here: Place | null,
  { from, insides }: Situation,
): Place | LineProblem {
  // Goods found by a voided count return to their former state.
  const missing = here?.kind === 'difference' && state === 'missing';
  const ours = isOurs(here) && here?.kind !== 'inside' && (here?.kind !== 'difference' || missing);
  if (from.kind === 'one' && from.place.kind === 'difference')
    return missing ? here : problem('code', 'notMissing', 'This battery is not missing');
  if (missing) return problem('code', 'missing', 'This battery is missing: bring it back by a correction');
  if (from.kind === 'one' && isExternal(from.place.kind)) {
    if (ours) return problem('code', 'inStockAlready', 'This battery is already in our stock');
    if (from.place.kind === 'opening' && here?.kind === 'outside')
      return problem('code', 'movedBefore', 'This battery was moved before: it needs no opening');
    // A returning battery comes from its last place, a part from inside its whole.
    return here ?? insides.get(parentId ?? '') ?? from.place;
  }
  if (here === null || !ours) return problem('code', 'notInStock', 'This battery is not in our stock');
  if (covers(from, here.id)) return here;
  if (from.kind === 'one' && from.place.kind === 'transit')
    return problem('code', 'notInTransit', 'This battery is not in transit with this transfer');
  if (here.kind === 'transit') return problem('code', 'inTransit', 'This battery is in transit');
  return problem('code', 'elsewhere', 'This battery is not in this store');
}

/** Whether a document takes goods from this place. */
export function covers(from: PlacesAt, placeId: string): boolean {
  if (from.kind === 'same') return true;
  if (from.kind === 'one') return from.place.id === placeId;
  return [...from.byCode.values()].some(({ id }) => id === placeId);
}

function targetOf(line: Pick<Line, 'location'>, from: Place, { to }: Situation): Place | LineProblem {
  if (to.kind === 'same') return from;
  if (to.kind === 'one') return to.place;
  return (
    to.byCode.get(line.location ?? '') ??
    problem('location', 'locationUnknown', 'The store has no such location')
  );
}

function planLot(line: Line, situation: Situation): Move[] | LineProblem {
  const { preset } = situation;
  if (line.kg === null || !decimalOf(line.kg).gt(0)) return problem('kg', 'kgMissing', 'Enter the mass');
  if (isExternal(preset.from.at) && !line.material)
    return { field: 'material', key: 'resource.required', message: 'Choose the material' };
  const lot = situation.lots.get(line.lotNo ?? '');
  if (!lot) return problem('lotNo', 'lotUnknown', 'No lot has this number');
  const rest = { lineId: line.id, itemId: lot.id, n: null, pieces: line.pieces };
  if (situation.from.kind === 'one' && !isOurs(situation.from.place)) {
    if (differs(line, lot))
      return problem('lotNo', 'lotDiffers', 'This lot is of another material, chemistry or basis');
    const to = targetOf(line, situation.from.place, situation);
    if ('field' in to) return to;
    const toCondition = preset.becomes ?? line.condition ?? 'available';
    return [{ ...rest, from: situation.from.place, to, fromCondition: null, toCondition, kg: line.kg }];
  }
  return takeFromBalances(line, line.kg, lot, rest, situation);
}

/** Whether a line contradicts its lot. */
const differs = (line: Line, lot: Lot) =>
  (['material', 'chemistry', 'basis'] as const).some(
    (field) => line[field] !== null && line[field] !== lot[field],
  );

/** Goods by mass are taken from the places of the lot, one by one, until the mass is reached. */
function takeFromBalances(
  line: Line,
  wanted: string,
  lot: Lot,
  rest: Pick<Move, 'lineId' | 'itemId' | 'n' | 'pieces'>,
  situation: Situation,
): Move[] | LineProblem {
  const { preset, from, balances, places } = situation;
  const inReach = balances.filter(
    ({ lotId, placeId, condition }) =>
      lotId === lot.id && covers(from, placeId) && (preset.conditions?.includes(condition) ?? true),
  );
  let open = decimalOf(wanted);
  const moves: Move[] = [];
  for (const balance of inReach) {
    if (open.lte(0)) break;
    const there = decimalOf(balance.free);
    if (there.lte(0)) continue;
    const taken = there.lt(open) ? there : open;
    const source = places.get(balance.placeId) as Place;
    const to = targetOf(line, source, situation);
    if ('field' in to) return to;
    moves.push({
      ...rest,
      pieces: moves.length === 0 ? rest.pieces : null,
      from: source,
      to,
      fromCondition: balance.condition,
      toCondition: preset.becomes ?? balance.condition,
      kg: taken.toFixed(),
    });
    balance.free = there.minus(taken).toFixed();
    open = open.minus(taken);
  }
  if (open.gt(0)) return lotShort(decimalOf(wanted).minus(open).toFixed(), situation);
  const leaving = moves.filter((move) => !stays(move.from, move.to, move.fromCondition, move.toCondition));
  if (leaving.length === 0) return moves;
  const left = inReach.reduce((sum, { free }) => sum.plus(free), decimalOf(0));
  const there = left.plus(wanted).toFixed();
  return overclaimed(situation.claims.get(lot.id), preset, there, wanted) ?? moves;
}
