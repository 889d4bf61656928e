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
