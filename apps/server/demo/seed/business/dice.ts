import { createHash } from 'node:crypto';

/** Reproducible random numbers: the same name gives the same sequence, independent of everything else. */
export interface Dice {
  /** From 0 to 1, 1 excluded. */
  next(): number;
  /** An integer; both ends are inclusive. */
  whole(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
  /** One of the choices, weighted by its share. */
  weighted<T>(shares: readonly (readonly [thing: T, share: number])[]): T;
  digits(count: number): string;
  chance(of: number): boolean;
}

/** Random numbers for one purpose: `diceOf('vehicle 12')`. mulberry32, seeded with the hash of the name. */
export function diceOf(name: string): Dice {
  let state = createHash('sha256').update(name).digest().readInt32BE(0);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    whole,
    pick: (list) => list[whole(0, list.length - 1)] as (typeof list)[number],
    weighted(shares) {
      let left = next() * shares.reduce((sum, [, share]) => sum + share, 0);
      for (const [thing, share] of shares) {
        left -= share;
        if (left < 0) return thing;
      }
      return (shares.at(-1) as (typeof shares)[number])[0];
    },
    digits: (count) => Array.from({ length: count }, () => whole(0, 9)).join(''),
    chance: (of) => next() < of,
  };
}
