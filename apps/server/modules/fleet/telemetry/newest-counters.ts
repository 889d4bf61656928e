import type { EnergyTotals, energyCounters, QueryOf, ReplyOf } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Things } from '../things/index.ts';
import { rateOf } from './counter-limits.ts';
import { allowedRise, type Reading } from './counter-rules.ts';
import { countersOf, energyIn, noEnergy } from './energy-points.ts';
import { newestRollUps } from './queries.ts';
import { type CounterStore, readCounterLevels } from './read-counters.ts';

const points = countersOf();

/** An accepted level this old or newer decides about the next reading. */
const KNOWN_MS = 30 * 60_000;
/** Limit of remembered levels: 25,000 things. */
const MAX_KNOWN = 200_000;
/** Older readings are not current. */
const CURRENT_MS = 86_400_000;
/** Things whose levels are judged in one query. */
const CHUNK = 250;

interface Newest extends Reading {
  thing: number;
  point: number;
}

interface Level extends Reading {
  /** Up to this reading it is known to be the level. */
  until_ms: number;
}

/**
 * The accepted levels of the counters of many things, often asked for. A reading that its counter can have reached
 * since the level that was accepted last is accepted; any other one is judged with the readings before it.
 */
export class NewestCounters {
  readonly #store: CounterStore;
  #accepted = new Map<string, Level>();
  #version = 0;

  constructor(store: CounterStore) {
    this.#store = store;
  }

  /**
   * Wh by key; counters without a reading since `from_ms` are absent.
   * @param oldest Levels from before these times are absent as well, epoch ms by key.
   */
  async read(
    keys: readonly number[],
    from_ms: number,
    oldest?: ReadonlyMap<number, number>,
  ): Promise<Map<number, Partial<EnergyTotals>>> {
    const found = new Map<number, Map<number, number>>();
    if (keys.length > 0) {
      const version = this.#store.version();
      if (version !== this.#version || this.#accepted.size > MAX_KNOWN) this.#accepted = new Map();
      this.#version = version;
      // Another call may replace it meanwhile, after a verdict.
      const accepted = this.#accepted;
      const params = { things: keys, points, from: from_ms };
      const [things, ids, values, times] = await this.#store.clickhouse.queryColumns(newestRollUps, params);
      const newest = things.map((thing, row) => ({
        thing,
        point: ids[row] as number,
        value: values[row] as number,
        time_ms: times[row] as number,
      }));
      const doubtful = newest.filter((each) => !this.#accepts(accepted, each));
      await this.#judge(accepted, doubtful, from_ms);
      for (const { thing, point, ...reading } of newest) {
        // A counter that has never left zero has no level.
        const level = accepted.get(`${thing} ${point}`) ?? (reading.value === 0 ? reading : null);
        if (!level || level.time_ms < (oldest?.get(thing) ?? 0)) continue;
        const series = found.get(thing) ?? new Map<number, number>();
        found.set(thing, series.set(point, level.value));
      }
    }
    const counters = new Map<number, Partial<EnergyTotals>>();
    for (const [thing, series] of found) {
      const energies: Partial<EnergyTotals> = {};
      for (const [point, value] of series) {
        const name = energyIn(series, point);
        if (name) energies[name] = value / 1000;
      }
      counters.set(thing, energies);
    }
    return counters;
  }

  #accepts(accepted: Map<string, Level>, { thing, point, value, time_ms }: Newest): boolean {
    const before = accepted.get(`${thing} ${point}`);
    if (!before || time_ms - before.until_ms > KNOWN_MS) return false;
    if (this.#store.verdicts(thing, point).some(({ to_ms }) => to_ms > before.time_ms)) return false;
    // A counter that has never left zero is not judged again at each reading.
    if (value === 0 && before.value === 0) {
      before.until_ms = Math.max(before.until_ms, time_ms);
      return true;
    }
    const rise = value - before.value;
    const after_ms = time_ms - before.time_ms;
    if (value === 0 || after_ms < 0 || rise < 0 || rise > allowedRise(rateOf(point), after_ms)) return false;
    accepted.set(`${thing} ${point}`, { value, time_ms, until_ms: time_ms });
    return true;
  }

  async #judge(accepted: Map<string, Level>, doubtful: readonly Newest[], from_ms: number): Promise<void> {
    const things = [...new Set(doubtful.map(({ thing }) => thing))];
    for (let i = 0; i < things.length; i += CHUNK) {
      const chunk = things.slice(i, i + CHUNK);
      const levels = await readCounterLevels(this.#store, { things: chunk, points, from_ms });
      for (const { thing, point, value, time_ms } of doubtful) {
        const level = levels.get(thing)?.get(point);
        if (!level) continue;
        const isZero = level.value === 0 && value === 0;
        accepted.set(`${thing} ${point}`, { ...level, until_ms: isZero ? time_ms : level.time_ms });
      }
    }
  }
}

/** The accepted levels of things that the caller sees, in the requested order. @throws notFound */
export async function readEnergyCounters(
  { newestCounters, things }: { newestCounters: NewestCounters; things: Pick<Things, 'findMany'> },
  ctx: Ctx,
  { devids }: QueryOf<typeof energyCounters>,
): Promise<ReplyOf<typeof energyCounters>> {
  const found = await things.findMany(ctx.caller, devids);
  // Readings from before a takeover are not visible.
  const oldest = new Map(found.map(({ key, visibleFrom_ms }) => [key, visibleFrom_ms]));
  const levels = await newestCounters.read([...oldest.keys()], ctx.now.getTime() - CURRENT_MS, oldest);
  return found.map(({ key, devid }) => {
    const wh = { ...noEnergy(), ...levels.get(key) };
    const kwh = Object.entries(wh).map(([name, value]) => [name, value === null ? null : value / 1000]);
    return { devid, ...(Object.fromEntries(kwh) as EnergyTotals) };
  });
}
