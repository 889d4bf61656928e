import type { EnergyTotals, PeriodEnergy } from '@voltloop/contract';
import { selfSufficiency } from '@voltloop/domain/energy/shares.ts';
import { addEnergy, inKwh, noEnergy } from './energy-points.ts';
import type { Stretches } from './periods.ts';

/** Pure: sums and compares the energies of a period and of previous ones. */

/** The energy of a thing (or site) in a range: by slot, and in the compared part. */
export interface ThingStretch {
  slots: Map<number, EnergyTotals>;
  compared: Map<number, EnergyTotals>;
  /** The energies with a reading. */
  reported: Set<keyof EnergyTotals>;
  firstSlot: number;
  gap: boolean;
  reset: boolean;
  /** The slots with doubtful readings. */
  doubtful: Set<number>;
}

export const emptyStretch = (): ThingStretch => ({
  slots: new Map(),
  compared: new Map(),
  reported: new Set(),
  firstSlot: Number.POSITIVE_INFINITY,
  gap: false,
  reset: false,
  doubtful: new Set(),
});

/** Adds the energies of a slot to those of its range. */
export function addSlot(
  thing: ThingStretch,
  at: { slot: number; compared: boolean },
  from: {
    rise: Partial<EnergyTotals>;
    reported: Iterable<keyof EnergyTotals>;
    gap: boolean;
    reset: boolean;
    doubtful: boolean;
  },
): void {
  addTo(thing.slots, at.slot, from.rise);
  for (const name of from.reported) thing.reported.add(name);
  thing.gap ||= from.gap;
  thing.reset ||= from.reset;
  if (from.doubtful) thing.doubtful.add(at.slot);
  thing.firstSlot = Math.min(thing.firstSlot, at.slot);
  if (at.compared) addTo(thing.compared, at.slot, from.rise);
}

/** Sums several things. */
export class Sum {
  readonly #shape: Stretches;
  readonly #current = new Map<number, EnergyTotals>();
  readonly #previous = new Map<number, EnergyTotals>();
  readonly #yearAgo = new Map<number, EnergyTotals>();
  readonly #reported = new Set<keyof EnergyTotals>();
  #gap = false;
  #reset = false;
  readonly #doubtful = new Set<number>();
  readonly #pairs = { previous: newPair(), year_ago: newPair() };

  constructor(shape: Stretches) {
    this.#shape = shape;
  }

  add(of: Stretches, current?: ThingStretch, previous?: ThingStretch, yearAgo?: ThingStretch): void {
    addAll(this.#current, current?.slots);
    for (const name of current?.reported ?? []) this.#reported.add(name);
    this.#gap ||= current?.gap ?? false;
    this.#reset ||= current?.reset ?? false;
    for (const slot of current?.doubtful ?? []) this.#doubtful.add(slot);
    addAll(this.#previous, previous?.slots);
    addAll(this.#yearAgo, yearAgo?.slots);
    compare(this.#pairs.previous, current, previous, of.previous.earlySlot);
    compare(this.#pairs.year_ago, current, yearAgo, of.yearAgo?.earlySlot ?? 0);
  }

  answer(): Pick<PeriodEnergy, Exclude<keyof PeriodEnergy, 'period' | 'from' | 'complete' | 'as_of'>> {
    const kwh = (totals: EnergyTotals | undefined) => (totals ? inKwh(totals) : null);
    const { span } = this.#shape;
    const pair = ({ things, now, former }: Pair) =>
      things === 0
        ? null
        : {
            things,
            now: totalOf(now),
            former: totalOf(former),
            self_sufficiency: {
              now: selfSufficiency([...now.values()], span),
              former: selfSufficiency([...former.values()], span),
            },
          };
    return {
      slots: this.#shape.slots.map((slot) => ({
        slot,
        current: kwh(this.#current.get(slot)),
        previous: kwh(this.#previous.get(slot)),
        year_ago: kwh(this.#yearAgo.get(slot)),
        doubtful: this.#doubtful.has(slot),
      })),
      gap: this.#gap,
      reset: this.#reset,
      doubtful: this.#doubtful.size > 0,
      total: this.#current.size > 0 ? totalOf(this.#current) : null,
      self_sufficiency: selfSufficiency([...this.#current.values()], span),
      reported: [...this.#reported],
      previous: pair(this.#pairs.previous),
      year_ago: pair(this.#pairs.year_ago),
    };
  }
}

interface Pair {
  things: number;
  now: Map<number, EnergyTotals>;
  former: Map<number, EnergyTotals>;
}
const newPair = (): Pair => ({ things: 0, now: new Map(), former: new Map() });

function compare(
  pair: Pair,
  now: ThingStretch | undefined,
  then: ThingStretch | undefined,
  early: number,
): void {
  if (!now?.compared.size || !then?.compared.size || then.firstSlot > early) return;
  pair.things += 1;
  addAll(pair.now, now.compared);
  addAll(pair.former, then.compared);
}

function addAll(sums: Map<number, EnergyTotals>, slots: ReadonlyMap<number, EnergyTotals> | undefined): void {
  for (const [slot, totals] of slots ?? []) addTo(sums, slot, totals);
}

function addTo(sums: Map<number, EnergyTotals>, slot: number, more: Partial<EnergyTotals>): void {
  const sum = sums.get(slot) ?? noEnergy();
  sums.set(slot, sum);
  addEnergy(sum, more);
}

function totalOf(slots: ReadonlyMap<number, EnergyTotals>): EnergyTotals {
  const total = noEnergy();
  for (const each of slots.values()) addEnergy(total, each);
  return inKwh(total);
}
