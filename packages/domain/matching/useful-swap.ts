import type { Judge } from './cost.ts';

/** The one exchange that would bring a pack farther from its limits, by ids. */
export interface UsefulSwap {
  out: string;
  in: string;
  /** Place of the pack that gives it, before packs are sorted; null: it is left over. */
  from: number | null;
  /** The part of its nearest limit before and after. */
  before: number;
  after: number;
}

interface Around {
  judge: Judge;
  id: (place: number) => string;
  isGood: (group: readonly number[]) => boolean;
  kindOf: (place: number) => string;
}

/** Packs and left-over members that are tried. */
const PACKS = 6;
const LEFT = 32;
/** Members of those packs that are tried, all together. */
const MEMBERS = 64;
/** An exchange that helps by less than this part of a limit is not worth the walk. */
const WORTH = 0.02;

const nearest = (judge: Judge, group: readonly number[]) =>
  Math.max(0, ...judge.parts(group).filter((part) => part !== null));

/**
 * The exchange that helps the pack at `n` most, with what is left over or with packs that were formed next to it; the
 * other pack stays within its limits.
 */
export function usefulSwap(
  n: number,
  packs: readonly (readonly number[])[],
  left: readonly number[],
  { judge, id, isGood, kindOf }: Around,
): UsefulSwap | null {
  const own = packs[n] as readonly number[];
  const before = nearest(judge, own);
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
    // Only a member that makes the spread is worth replacing.
    if (nearest(judge, rest) > before - WORTH) continue;
    const consider = (given: number, from: number | null, other: readonly number[] | null) => {
      const whole = [...rest, given];
      const after = nearest(judge, whole);
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
