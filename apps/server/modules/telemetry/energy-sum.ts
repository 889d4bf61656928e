import type { EnergyTotals, PeriodEnergy } from '@voltloop/contract';
import { energyOfPoint, inKwh } from './energy-points.ts';
import type { Stretches } from './periods.ts';

/** Pure: sums and compares the energies of a period and of previous ones. */

/** The energy of a thing (or site) in a range: by slot, and in the compared part. */
export interface ThingStretch {
  slots: Map<number, EnergyTotals>;
  compared: EnergyTotals | null;
  /** The energies with a reading. */
  reported: Set<keyof EnergyTotals>;
  firstSlot: number;
  gap: boolean;
  reset: boolean;
}

export const emptyStretch = (): ThingStretch => ({
  slots: new Map(),
  compared: null,
  reported: new Set(),
  firstSlot: Number.POSITIVE_INFINITY,
  gap: false,
  reset: false,
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
  },
): void {
  const totals = thing.slots.get(at.slot) ?? noEnergy();
  thing.slots.set(at.slot, totals);
  addTo(totals, from.rise);
  for (const name of from.reported) thing.reported.add(name);
  thing.gap ||= from.gap;
  thing.reset ||= from.reset;
  thing.firstSlot = Math.min(thing.firstSlot, at.slot);
  if (!at.compared) return;
  thing.compared ??= noEnergy();
  addTo(thing.compared, from.rise);
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
  readonly #pairs = { previous: newPair(), year_ago: newPair() };

  constructor(shape: Stretches) {
    this.#shape = shape;
  }

  add(of: Stretches, current?: ThingStretch, previous?: ThingStretch, yearAgo?: ThingStretch): void {
    addAll(this.#current, current);
    for (const name of current?.reported ?? []) this.#reported.add(name);
    this.#gap ||= current?.gap ?? false;
    this.#reset ||= current?.reset ?? false;
    addAll(this.#previous, previous);
    addAll(this.#yearAgo, yearAgo);
    compare(this.#pairs.previous, current, previous, of.previous.earlySlot);
    compare(this.#pairs.year_ago, current, yearAgo, of.yearAgo?.earlySlot ?? 0);
  }

  answer(): Pick<PeriodEnergy, Exclude<keyof PeriodEnergy, 'period' | 'from' | 'complete' | 'as_of'>> {
    const total = noEnergy();
    for (const each of this.#current.values()) addTo(total, each);
    const kwh = (totals: EnergyTotals | undefined) => (totals ? inKwh(totals) : null);
    const pair = ({ things, now, former }: Pair) =>
      things === 0 ? null : { things, now: inKwh(now), former: inKwh(former) };
    return {
      slots: this.#shape.slots.map((slot) => ({
        slot,
        current: kwh(this.#current.get(slot)),
        previous: kwh(this.#previous.get(slot)),
        year_ago: kwh(this.#yearAgo.get(slot)),
      })),
      gap: this.#gap,
      reset: this.#reset,
      total: this.#current.size > 0 ? inKwh(total) : null,
      reported: [...this.#reported],
      previous: pair(this.#pairs.previous),
      year_ago: pair(this.#pairs.year_ago),
    };
  }
}

interface Pair {
  things: number;
  now: EnergyTotals;
  former: EnergyTotals;
}
const newPair = (): Pair => ({ things: 0, now: noEnergy(), former: noEnergy() });

function compare(
  pair: Pair,
  now: ThingStretch | undefined,
  then: ThingStretch | undefined,
  early: number,
): void {
  if (!now?.compared || !then?.compared || then.firstSlot > early) return;
  pair.things += 1;
  addTo(pair.now, now.compared);
  addTo(pair.former, then.compared);
}

function addAll(sums: Map<number, EnergyTotals>, of: ThingStretch | undefined): void {
  for (const [slot, totals] of of?.slots ?? []) {
    const sum = sums.get(slot) ?? noEnergy();
    sums.set(slot, sum);
    addTo(sum, totals);
  }
}

function addTo(sum: EnergyTotals, more: Partial<EnergyTotals>): void {
  for (const name of energyOfPoint.values()) sum[name] += more[name] ?? 0;
}

export function noEnergy(): EnergyTotals {
  return { pv_kwh: 0, charge_kwh: 0, discharge_kwh: 0, import_kwh: 0, export_kwh: 0, load_kwh: 0 };
}
