import type { fleetEnergy, ReplyOf } from '@voltloop/contract';
import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { Caller } from '../../platform/ctx.ts';
import type { Things } from '../things/index.ts';
import { readCounterDays } from './aggregations.ts';
import { calendarCuts, dayName, monthAround } from './calendar.ts';
import type { CounterSlot } from './counter-rules.ts';

type Answer = ReplyOf<typeof fleetEnergy>;
type Totals = Answer['today'];

const counters: Record<keyof Totals, string> = {
  pv_kwh: 'E_E_PV',
  charge_kwh: 'E_E_CHG',
  discharge_kwh: 'E_E_DIS',
  import_kwh: 'E_E_IMP',
  export_kwh: 'E_E_EXP',
  load_kwh: 'E_E_LOAD',
};
const totalOfPoint = new Map(
  Object.entries(counters).map(([total, key]) => [
    HE_BAT.points.find((p) => p.key === key)?.id ?? 0,
    total as keyof Totals,
  ]),
);
const points = [...totalOfPoint.keys()];

const CACHE_MS = 30_000;
/** Things in one question: their days come to about 2 MB. */
const CHUNK = 500;
/** Questions under way at the same time; the others' questions need sessions too. */
const AT_ONCE = 3;

/**
 * Energy of everything a caller sees, of today and of this month, each thing by the days of its own zone. An
 * answer serves the same account for half a minute; those who ask at the same time share one.
 */
export class FleetEnergy {
  readonly #clickhouse: ClickHouse;
  readonly #things: Pick<Things, 'visibleKeys'>;
  readonly #clock: () => Date;
  readonly #cache = new Map<string, { until_ms: number; answer: Promise<Answer> }>();

  constructor(clickhouse: ClickHouse, things: Pick<Things, 'visibleKeys'>, clock: () => Date) {
    this.#clickhouse = clickhouse;
    this.#things = things;
    this.#clock = clock;
  }

  read(caller: Caller): Promise<Answer> {
    const now_ms = this.#clock().getTime();
    for (const [key, { until_ms }] of this.#cache) if (until_ms <= now_ms) this.#cache.delete(key);
    const cached = this.#cache.get(caller.accountId);
    if (cached) return cached.answer;
    const answer = this.#compute(caller, now_ms);
    this.#cache.set(caller.accountId, { until_ms: now_ms + CACHE_MS, answer });
    answer.catch(() => this.#cache.delete(caller.accountId));
    return answer;
  }

  async #compute(caller: Caller, now_ms: number): Promise<Answer> {
    const days = new Map<string, Totals>();
    const today = noEnergy();
    const open = questionsOf(await this.#things.visibleKeys(caller), now_ms);
    const ask = async () => {
      for (let next = open.pop(); next; next = open.pop()) {
        const { zone, cuts, keys } = next;
        const todayName = dayName(zone, now_ms);
        const names = new Map(cuts.map((cut) => [cut, dayName(zone, cut)]));
        const fleet = await readCounterDays(this.#clickhouse, keys, points, new Set(points), zone, cuts);
        for (const { total, slot } of slotsByTotal(fleet)) {
          const name = names.get(slot.start_ms) ?? '';
          const day = days.get(name) ?? noEnergy();
          days.set(name, day);
          day[total] += slot.rise;
          if (name === todayName) today[total] += slot.rise;
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    const month = noEnergy();
    for (const day of days.values()) {
      for (const total of totalOfPoint.values()) month[total] += day[total];
    }
    return {
      today: inKwh(today),
      month: inKwh(month),
      days: [...days.keys()].sort().map((day) => ({ day, ...inKwh(days.get(day) ?? noEnergy()) })),
      as_of: now_ms,
    };
  }
}

/**
 * The questions that together read every thing's days of the month. Zones whose days begin at the same moments all month
 * (Berlin, Paris, Madrid) are asked as one.
 */
function questionsOf(things: readonly { key: number; timeZone: string }[], now_ms: number) {
  const calendars = new Map<string, { zone: string; cuts: number[]; keys: number[] }>();
  for (const [zone, group] of Map.groupBy(things, (t) => t.timeZone)) {
    const month = monthAround(zone, now_ms);
    const cuts = calendarCuts('1d', zone, month.from_ms, month.to_ms);
    const same = calendars.get(cuts.join());
    const keys = group.map((t) => t.key);
    if (same) same.keys.push(...keys);
    else calendars.set(cuts.join(), { zone, cuts, keys });
  }
  return [...calendars.values()].flatMap(({ zone, cuts, keys }) =>
    Array.from({ length: Math.ceil(keys.length / CHUNK) }, (_, i) => ({
      zone,
      cuts,
      keys: keys.slice(i * CHUNK, (i + 1) * CHUNK),
    })),
  );
}

function* slotsByTotal(fleet: ReadonlyMap<number, ReadonlyMap<number, CounterSlot[]>>) {
  for (const series of fleet.values()) {
    for (const [point, slots] of series) {
      const total = totalOfPoint.get(point);
      if (total) for (const slot of slots) yield { total, slot };
    }
  }
}

function noEnergy(): Totals {
  return { pv_kwh: 0, charge_kwh: 0, discharge_kwh: 0, import_kwh: 0, export_kwh: 0, load_kwh: 0 };
}

/** From thousandths of Wh, the stored unit of the counters. */
function inKwh(totals: Totals): Totals {
  const entries = Object.entries(totals).map(([key, value]) => [key, Math.round(value / 1000) / 1000]);
  return Object.fromEntries(entries) as Totals;
}
