import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import { QUARTER_MS } from './counter-rules.ts';
import { type CounterStore, readCounterLevels, readCounterSlots } from './read-counters.ts';

/** A part of a thing's history; nothing before it decides. Epoch ms, the end is exclusive. */
interface Stretch {
  thing: number;
  from: number;
  to: number;
}

const ids = new Map(HE_BAT.points.map(({ id, key }) => [key, id]));

/** Counters of a thing without their doubtful readings, for other modules. Values in the unit of the point. */
export class CounterReads {
  readonly #store: CounterStore;

  constructor(store: CounterStore) {
    this.#store = store;
  }

  /** The accepted level at the end, and its time, by key; counters without one are absent. */
  async levels<Key extends string>(
    { thing, from, to }: Stretch,
    keys: readonly Key[],
  ): Promise<Map<Key, { value: number; time_ms: number }>> {
    const points = keys.map((key) => ids.get(key) as number);
    const of = { things: [thing], points, oldest: new Map([[thing, from]]), from_ms: from, to_ms: to };
    const levels = (await readCounterLevels(this.#store, of)).get(thing);
    return new Map(
      keys.flatMap((key) => {
        const level = levels?.get(ids.get(key) as number);
        return level ? [[key, { ...level, value: level.value / 1000 }] as const] : [];
      }),
    );
  }

  /** The sum of all rises up to the end of each quarter-hour with readings, by its start, by key. */
  async sums<Key extends string>(
    { thing, from, to }: Stretch,
    keys: readonly Key[],
  ): Promise<Map<Key, Map<number, number>>> {
    const cuts: number[] = [];
    for (let at = Math.floor(from / QUARTER_MS) * QUARTER_MS; at < to; at += QUARTER_MS) cuts.push(at);
    cuts.push(to);
    const points = keys.map((key) => ids.get(key) as number);
    const oldest = new Map([[thing, from]]);
    const slots = await readCounterSlots(this.#store, {
      things: [thing],
      points,
      cuts,
      oldest,
      by: 'quarter',
    });
    return new Map(
      keys.map((key) => {
        let sum = 0;
        const list = slots.get(thing)?.get(ids.get(key) as number) ?? [];
        const sums = new Map<number, number>();
        for (const { start_ms, rise } of list) {
          sum += rise;
          sums.set(start_ms, sum / 1000);
        }
        return [key, sums] as const;
      }),
    );
  }
}
