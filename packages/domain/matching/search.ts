import type { Evaluator } from './cost.ts';
import type { Seed } from './seed.ts';

/** Neighbouring groups on each side in serpentine order whose members are tried, and how many of all of them. */
const NEIGHBOURS = 3;
const NEAR = 48;
/** Random members tried in addition, and number of members of each group, farthest from its mean, to replace. */
const RANDOM = 16;
const WORST = 3;
const MAX_SWEEPS = 12;
/** The search stops after a sweep that lowers the cost by less than this share. */
const ENOUGH = 0.01;

/**
 * Lowers the cost of all groups by swapping two members, of two groups or of a group and the pool, until a sweep
 * hardly helps. Changes the seed. Deterministic.
 */
export function swapWhileBetter({ groups, pool }: Seed, evaluator: Evaluator, random: () => number): void {
  const costs = groups.map((group) => evaluator.cost(group));
  const total = () => costs.reduce((sum, cost) => sum + cost, 0);
  for (let sweep = 0, before = total(); sweep < MAX_SWEEPS && groups.length > 0; sweep++) {
    for (let a = 0; a < groups.length; a++)
      for (const i of evaluator.farthest(groups[a] as number[], WORST)) improve(a, i);
    const after = total();
    if (before - after <= before * ENOUGH) return;
    before = after;
  }

  function improve(a: number, i: number): void {
    const own = groups[a] as number[];
    let gain = 1e-9;
    let best: { other: number[]; b: number; j: number } | null = null;
    const tryWith = (other: number[], b: number, j: number) => {
      [own[i], other[j]] = [other[j] as number, own[i] as number];
      const cost =
        evaluator.cost(own) -
        (costs[a] as number) +
        (b < 0 ? 0 : evaluator.cost(other) - (costs[b] as number));
      [own[i], other[j]] = [other[j] as number, own[i] as number];
      if (-cost > gain) [gain, best] = [-cost, { other, b, j }];
    };
    const stride = Math.max(1, Math.ceil((2 * NEIGHBOURS * own.length) / NEAR));
    for (let b = Math.max(0, a - NEIGHBOURS); b <= Math.min(groups.length - 1, a + NEIGHBOURS); b++) {
      if (b === a) continue;
      const other = groups[b] as number[];
      for (let j = Math.floor(random() * stride); j < other.length; j += stride) tryWith(other, b, j);
    }
    for (let n = 0; n < RANDOM && groups.length > 1; n++) {
      const b = Math.floor(random() * groups.length);
      const other = groups[b] as number[];
      if (b !== a) tryWith(other, b, Math.floor(random() * other.length));
    }
    for (let j = 0; j < pool.length; j++) tryWith(pool, -1, j);
    if (best === null) return;
    const { other, b, j } = best as { other: number[]; b: number; j: number };
    [own[i], other[j]] = [other[j] as number, own[i] as number];
    costs[a] = evaluator.cost(own);
    if (b >= 0) costs[b] = evaluator.cost(other);
  }
}

/** The one swap that would bring a pack farther from its limits, by ids. */
export interface UsefulSwap {
  out: string;
  in: string;
  /** Index of the pack that gives the member, before packs are sorted; null: it is left over. */
  from: number | null;
  /** The share of its nearest limit before and after. */
  before: number;
  after: number;
}

interface Around {
  evaluator: Evaluator;
  id: (place: number) => string;
  isGood: (group: readonly number[]) => boolean;
  kindOf: (place: number) => string;
}

/** Number of packs and left-over members that are tried. */
const PACKS = 6;
const LEFT = 32;
/** Number of members of those packs that are tried in total. */
const MEMBERS = 64;
/** A swap that improves the share by less than this is not worth the work. */
const WORTH = 0.02;

const nearest = (evaluator: Evaluator, group: readonly number[]) =>
  Math.max(0, ...evaluator.parts(group).filter((part) => part !== null));

/**
 * The swap that helps the pack at `n` most, with left-over members or with neighbouring packs; the other pack stays
 * within its limits.
 */
export function usefulSwap(
  n: number,
  packs: readonly (readonly number[])[],
  left: readonly number[],
  { evaluator, id, isGood, kindOf }: Around,
): UsefulSwap | null {
  const own = packs[n] as readonly number[];
  const before = nearest(evaluator, own);
  const kind = kindOf(own[0] as number);
  const near = packs
    .map((pack, place) => ({ pack, place }))
    .slice(Math.max(0, n - PACKS / 2), n + PACKS / 2 + 1)
    .filter(({ pack, place }) => place !== n && kindOf(pack[0] as number) === kind);
  const stride = Math.max(1, Math.ceil((near.length * own.length) / MEMBERS));
  const spare = left.filter((place) => kindOf(place) === kind).slice(0, LEFT);
  let best: UsefulSwap | null = null;
  for (const [i, out] of own.entries()) {
    const rest = own.filter((_, place) => place !== i);
    // Only members that cause the spread are worth replacing.
    if (nearest(evaluator, rest) > before - WORTH) continue;
    const consider = (given: number, from: number | null, other: readonly number[] | null) => {
      const whole = [...rest, given];
      const after = nearest(evaluator, whole);
      if (after > (best?.after ?? before - WORTH) || !isGood(whole)) return;
      if (other && !isGood(other.map((place) => (place === given ? out : place)))) return;
      if (best === null || after < best.after) best = { out: id(out), in: id(given), from, before, after };
    };
    for (const given of spare) consider(given, null, null);
    for (const { pack, place } of near)
      for (let j = 0; j < pack.length; j += stride) consider(pack[j] as number, place, pack);
  }
  return best;
}
