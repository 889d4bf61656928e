import { idsOf } from '@voltloop/device-models/core-points.ts';
import type { Role } from '@voltloop/device-models/roles.ts';
import { QUARTER_MS } from './counter-rules.ts';
import { type CounterStore, readCounterLevels, readCounterSlots } from './read-counters.ts';

/** A part of a thing's history; nothing before it decides. Epoch ms, the end is exclusive. */
interface Stretch {
  thing: number;
  from: number;
  to: number;
}

/** The counter of a role: the first candidate among those read. */
const counterOf = <T>(series: ReadonlyMap<number, T> | undefined, role: Role): T | undefined =>
  series?.get(idsOf(role).find((id) => series.has(id)) ?? 0);

/** Counters of a thing without their doubtful readings, for other modules. Values in the unit of the point. */
export class CounterReads {
  readonly #store: CounterStore;

  constructor(store: CounterStore) {
    this.#store = store;
  }

  /** The accepted level at the end, and its time, by role; counters without one are absent. */
  async levels<R extends Role>(
    { thing, from, to }: Stretch,
    roles: readonly R[],
  ): Promise<Map<R, { value: number; time_ms: number }>> {
    const points = roles.flatMap(idsOf);
    const of = { things: [thing], points, oldest: new Map([[thing, from]]), from_ms: from, to_ms: to };
    const levels = (await readCounterLevels(this.#store, of)).get(thing);
    return new Map(
      roles.flatMap((role) => {
        const level = counterOf(levels, role);
        return level ? [[role, { ...level, value: level.value / 1000 }] as const] : [];
      }),
    );
  }

  /** The sum of all rises up to the end of each quarter-hour with readings, by its start, by role. */
  async sums<R extends Role>(
    { thing, from, to }: Stretch,
    roles: readonly R[],
  ): Promise<Map<R, Map<number, number>>> {
    const cuts: number[] = [];
    for (let at = Math.floor(from / QUARTER_MS) * QUARTER_MS; at < to; at += QUARTER_MS) cuts.push(at);
    cuts.push(to);
    const points = roles.flatMap(idsOf);
    const oldest = new Map([[thing, from]]);
    const slots = await readCounterSlots(this.#store, {
      things: [thing],
      points,
      cuts,
      oldest,
      by: 'quarter',
    });
    return new Map(
      roles.map((role) => {
        let sum = 0;
        const list = counterOf(slots.get(thing), role) ?? [];
        const sums = new Map<number, number>();
        for (const { start_ms, rise } of list) {
          sum += rise;
          sums.set(start_ms, sum / 1000);
        }
        return [role, sums] as const;
      }),
    );
  }
}
