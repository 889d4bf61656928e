import type { fleetEnergy, ReplyOf } from '@voltloop/contract';
import { isoDay } from '@voltloop/domain/clock/zone-time.ts';
import { AnswerCache } from '../../../platform/answer-cache.ts';
import type { Caller } from '../../../platform/ctx.ts';
import type { Things, VisibleKey } from '../things/index.ts';
import { calendarCuts, cutsFrom, monthAround } from './calendar.ts';
import type { CounterSlot } from './counter-course.ts';
import { addEnergy, countersOf, energyIn, inKwh, noEnergy } from './energy-points.ts';
import { type CounterStore, readCounterSlots } from './read-counters.ts';

type Answer = ReplyOf<typeof fleetEnergy>;
type Totals = Answer['today'];

const points = countersOf();

/** Things in one query: their days take about 2 MB. */
const CHUNK = 500;
/** Limit of concurrent queries; others need connections too. */
const CONCURRENCY = 3;

/**
 * Energy of everything a caller sees, of today and of this month, each thing by the days of its own zone. Answers are
 * cached per account for half a minute while its visible things are the same; concurrent callers share one.
 */
export class FleetEnergy {
  readonly #store: CounterStore;
  readonly #things: Pick<Things, 'visibleKeys' | 'visibilityKey'>;
  readonly #kept: AnswerCache<Answer>;

  constructor(store: CounterStore, things: Pick<Things, 'visibleKeys' | 'visibilityKey'>, clock: () => Date) {
    this.#store = store;
    this.#things = things;
    this.#kept = new AnswerCache(clock);
  }

  async read(caller: Caller): Promise<Answer> {
    const visibility = await this.#things.visibilityKey(caller);
    return this.#kept.get(`${caller.accountId} ${visibility} ${this.#store.version()}`, (now_ms) =>
      this.#compute(caller, now_ms),
    );
  }

  async #compute(caller: Caller, now_ms: number): Promise<Answer> {
    const days = new Map<string, Totals>();
    const today = noEnergy();
    const things = await this.#things.visibleKeys(caller);
    const oldest = new Map(things.map((t) => [t.key, t.visibleFrom_ms]));
    const open = queriesOf(things, now_ms);
    const worker = async () => {
      for (let next = open.pop(); next; next = open.pop()) {
        const { zone, cuts, keys, cutOff } = next;
        const todayName = isoDay(now_ms, zone);
        const names = new Map(cuts.map((cut) => [cut, isoDay(cut, zone)]));
        const by = cutOff ? 'quarter' : ({ unit: 'day', zone } as const);
        const fleet = await readCounterSlots(this.#store, { things: keys, points, cuts, oldest, by });
        for (const { total, slot } of slotsByTotal(fleet)) {
          const name = names.get(slot.start_ms) ?? '';
          const day = days.get(name) ?? noEnergy();
          days.set(name, day);
          addEnergy(day, { [total]: slot.rise });
          if (name === todayName) addEnergy(today, { [total]: slot.rise });
        }
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    const month = noEnergy();
    for (const day of days.values()) addEnergy(month, day);
    return {
      today: inKwh(today),
      month: inKwh(month),
      days: [...days.keys()].sort().map((day) => ({ day, ...inKwh(days.get(day) ?? noEnergy()) })),
      as_of: now_ms,
    };
  }
}

/**
 * The queries that together read the days of the month of every thing. Zones whose days begin at the same instants all
 * month (Berlin, Paris, Madrid) share one query.
 */
function queriesOf(things: readonly Omit<VisibleKey, 'devid'>[], now_ms: number): FleetQuery[] {
  const calendars = new Map<string, { zone: string; cuts: number[]; keys: number[] }>();
  const alone: FleetQuery[] = [];
  for (const [zone, all] of Map.groupBy(things, (t) => t.timeZone)) {
    const month = monthAround(zone, now_ms);
    const cuts = calendarCuts('1d', zone, month.from_ms, month.to_ms);
    // A thing taken over this month without its past starts within a day.
    const group = all.filter((t) => t.visibleFrom_ms <= month.from_ms);
    for (const t of all) {
      if (t.visibleFrom_ms > month.from_ms)
        alone.push({ zone, cuts: cutsFrom(cuts, t.visibleFrom_ms), keys: [t.key], cutOff: true });
    }
    if (group.length === 0) continue;
    const same = calendars.get(cuts.join());
    const keys = group.map((t) => t.key);
    if (same) same.keys.push(...keys);
    else calendars.set(cuts.join(), { zone, cuts, keys });
  }
  const together = [...calendars.values()].flatMap(({ zone, cuts, keys }) =>
    Array.from({ length: Math.ceil(keys.length / CHUNK) }, (_, i) => ({
      zone,
      cuts,
      cutOff: false,
      keys: keys.slice(i * CHUNK, (i + 1) * CHUNK),
    })),
  );
  return [...together, ...alone];
}

interface FleetQuery {
  zone: string;
  cuts: number[];
  keys: number[];
  /** One thing, whose data before the first cut are hidden from the caller. */
  cutOff: boolean;
}

function* slotsByTotal(fleet: ReadonlyMap<number | undefined, ReadonlyMap<number, CounterSlot[]>>) {
  for (const series of fleet.values()) {
    for (const [point, slots] of series) {
      const total = energyIn(series, point);
      if (total) for (const slot of slots) yield { total, slot };
    }
  }
}
