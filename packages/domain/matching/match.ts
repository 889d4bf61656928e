import { type Columns, columnsOf, type Member } from './columns.ts';
import { Evaluator } from './cost.ts';
import { type Limits, limitOf, type Measure, measures } from './limits.ts';
import { randomFrom } from './random.ts';
import { swapWhileBetter, type UsefulSwap, usefulSwap } from './search.ts';
import { cut, seedGroups } from './seed.ts';

export interface MatchTask {
  members: readonly Member[];
  series: number;
  parallel: number;
  /** Limits among members of a parallel group, and among groups in series; the first is unused if `parallel` is 1. */
  limits: { parallel: Limits; series: Limits };
  seed: number;
}

/** A spread in % of the mean, mV or months; null if unknown. */
export type Spreads = Record<Measure, number | null>;

export interface MatchedPack {
  /** Ids by group in series: `groups[0]` are connected in parallel. */
  groups: string[][];
  /** Sum of the weakest group: it sets the capacity of the whole. */
  capacity_Ah: number;
  /** Of all members. */
  spreads: Spreads;
  /** The measure nearest to its limit, and its share of the limit. */
  limiting: { measure: Measure; part: number } | null;
  useful: UsefulSwap | null;
}

export interface MatchResult {
  packs: MatchedPack[];
  /** Ids that are in no pack. */
  left: string[];
  /** Means over packs: unsorted, and matched. */
  before: Spreads;
  after: Spreads;
  /** Packs within all limits if members were taken unsorted. */
  withinBefore: number;
}

/** Rounds of matching the left-over members. */
const ROUNDS = 6;

/**
 * Distributes the members of a pack to its groups in series, the strongest first and every other round backwards, so
 * that the groups of parallel members have nearly equal sums.
 */
function arrange(pack: readonly number[], columns: Columns, series: number, parallel: number): number[][] {
  if (parallel === 1) return pack.map((place) => [place]);
  const capacity = columns[0] as Float64Array;
  const order = [...pack].sort((a, b) => (capacity[b] as number) - (capacity[a] as number) || a - b);
  const groups: number[][] = Array.from({ length: series }, () => []);
  order.forEach((place, n) => {
    const [round, at] = [Math.floor(n / series), n % series];
    groups[round % 2 === 0 ? at : series - 1 - at]?.push(place);
  });
  return groups;
}

/** Whether groups of parallel members keep the limits within and among each other. */
function isArrangedWithin(
  groups: readonly (readonly number[])[],
  columns: Columns,
  limits: { parallel: Limits; series: Limits },
): boolean {
  const members = new Evaluator(columns, limitOf(limits.parallel));
  const wholes = new Evaluator(wholesOf(groups, columns), limitOf(limits.series));
  return groups.every((group) => members.within(group)) && wholes.within(groups.map((_, n) => n));
}

/** Groups as single members: capacities add up, resistances are in parallel, other measures are averaged. */
function wholesOf(groups: readonly (readonly number[])[], columns: Columns): Columns {
  const over = (column: Float64Array | undefined, of: (values: number[]) => number) =>
    Float64Array.from(groups, (group) => of(group.map((place) => column?.[place] as number)));
  const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
  const mean = (values: number[]) => sum(values) / values.length;
  const [capacity, dcir, ...others] = columns;
  return [
    over(capacity, sum),
    over(dcir, (values) => 1 / sum(values.map((value) => 1 / value))),
    ...others.map((column) => over(column, mean)),
  ];
}

/** The wider of both limits: two members of a pack may be in one group or in two. */
function widest({ parallel, series }: { parallel: Limits; series: Limits }): Limits {
  const wider = { ...parallel };
  for (const name of Object.keys(wider) as (keyof Limits)[])
    wider[name] = Math.max(wider[name], series[name]);
  return wider;
}

/**
 * Forms packs with small differences: members of one kind in serpentine order, swaps that lower the scatter, and only
 * packs within every limit. Members of a pack keep the limits for either position within it, parallel or series.
 * Deterministic.
 */
export function match(task: MatchTask): MatchResult {
  const { members, series, parallel, seed } = task;
  const size = series * parallel;
  const columns = columnsOf(members);
  const limits = limitOf(parallel > 1 ? widest(task.limits) : task.limits.series);
  const evaluator = new Evaluator(columns, limits);
  const random = randomFrom(seed);

  const packs: number[][] = [];
  const left: number[] = [];
  for (const places of byKind(members)) {
    let rest = places;
    for (let round = 0; round < ROUNDS && rest.length >= size; round++) {
      const found = seedGroups(rest, columns, evaluator, size);
      swapWhileBetter(found, evaluator, random);
      const good = found.groups.filter((group) => isGood(group));
      packs.push(...good);
      rest = [...found.pool, ...found.groups.filter((group) => !isGood(group)).flat()].sort((a, b) => a - b);
      if (good.length === 0) break;
    }
    left.push(...rest);
  }
  const arranged = packs.map((group) => arrange(group, columns, series, parallel));
  const id = (place: number) => members[place]?.id as string;
  const asTheyCome = byKind(members).flatMap((places) => cut(places, size));
  return {
    packs: arranged
      .map((groups, n) => {
        const pack = packs[n] as number[];
        return {
          groups: groups.map((group) => group.map(id)),
          capacity_Ah: Math.min(...groups.map((group) => sumOf(columns[0] as Float64Array, group))),
          spreads: spreadsOf(evaluator, pack),
          limiting: limitingOf(evaluator, pack),
          useful: usefulSwap(n, packs, left, {
            evaluator,
            id,
            isGood,
            kindOf: (place) => members[place]?.kind ?? '',
          }),
        };
      })
      .sort(
        (a, b) =>
          b.capacity_Ah - a.capacity_Ah || ((a.groups[0]?.[0] ?? '') < (b.groups[0]?.[0] ?? '') ? -1 : 1),
      ),
    left: left.map(id),
    before: meansOf(evaluator, asTheyCome),
    after: meansOf(evaluator, packs),
    withinBefore: asTheyCome.filter((group) => isGood(group)).length,
  };

  function isGood(group: readonly number[]): boolean {
    if (!evaluator.within(group)) return false;
    if (parallel === 1) return true;
    return isArrangedWithin(arrange(group, columns, series, parallel), columns, task.limits);
  }
}

/** Indexes of members by their kind, in the given order. */
function byKind(members: readonly Member[]): number[][] {
  const kinds = new Map<string, number[]>();
  members.forEach(({ kind }, place) => {
    const places = kinds.get(kind);
    if (places) places.push(place);
    else kinds.set(kind, [place]);
  });
  return [...kinds.values()];
}

const sumOf = (column: Float64Array, group: readonly number[]) =>
  group.reduce((sum, place) => sum + (column[place] as number), 0);

const spreadsOf = (evaluator: Evaluator, group: readonly number[]): Spreads =>
  Object.fromEntries(measures.map((name, n) => [name, evaluator.spread(group, n)])) as Spreads;

function meansOf(evaluator: Evaluator, groups: readonly (readonly number[])[]): Spreads {
  return Object.fromEntries(
    measures.map((name, n) => {
      const known = groups.map((group) => evaluator.spread(group, n)).filter((spread) => spread !== null);
      return [name, known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0) / known.length];
    }),
  ) as Spreads;
}

function limitingOf(evaluator: Evaluator, group: readonly number[]): MatchedPack['limiting'] {
  let limiting: MatchedPack['limiting'] = null;
  evaluator.parts(group).forEach((part, n) => {
    if (part !== null && part > (limiting?.part ?? -1)) limiting = { measure: measures[n] as Measure, part };
  });
  return limiting;
}
