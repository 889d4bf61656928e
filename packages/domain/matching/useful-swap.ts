import type { Evaluator } from './cost.ts';

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
