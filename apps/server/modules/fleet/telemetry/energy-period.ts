import type { EnergyTotals, energyPeriod, PeriodEnergy, QueryOf } from '@voltloop/contract';
import { AnswerCache } from '../../../platform/answer-cache.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { fieldError } from '../../../platform/errors.ts';
import type { Things, VisibleKey } from '../things/index.ts';
import { cutsFrom, slotOf } from './calendar.ts';
import type { CounterSlot } from './counter-course.ts';
import { countersOf, energyIn } from './energy-points.ts';
import { addSlot, emptyStretch, Sum, type ThingStretch } from './energy-sum.ts';
import { type Period, type Piece, type Stretch, stretchesOf } from './periods.ts';
import { type CounterStore, readCounterSlots } from './read-counters.ts';

type Answer = PeriodEnergy;
/** A thing with the caller's history cutoff. */
type VisibleThing = Pick<VisibleKey, 'key' | 'timeZone' | 'visibleFrom_ms'>;
type Query = QueryOf<typeof energyPeriod>;

const points = countersOf();

/** Quarter-hours are read for up to this many things; hours for more. */
const MAX_BY_QUARTER = 50;
/** Above this many things there is no day period. */
const MAX_BY_HOUR = 5000;
/** Previous periods are read for up to this many things. */
const MAX_COMPARED = 2000;
const CHUNK = 250;
const CONCURRENCY = 3;

/**
 * Energy of a day, month or year of the things a caller sees, by slot, with the previous period and the one a year
 * before. Only things that reported in both periods are compared: a growing fleet must not look like higher consumption.
 * Answers are cached per account for half a minute while its visible things are the same.
 */
export class EnergyPeriods {
  readonly #store: CounterStore;
  readonly #things: Pick<Things, 'visibleKeys' | 'visibilityKey' | 'find'>;
  readonly #kept: AnswerCache<Answer>;

  constructor(
    store: CounterStore,
    things: Pick<Things, 'visibleKeys' | 'visibilityKey' | 'find'>,
    clock: () => Date,
  ) {
    this.#store = store;
    this.#things = things;
    this.#kept = new AnswerCache(clock);
  }

  /** @throws notFound for a device outside the subtree; invalid for a day of too many things */
  async read(ctx: Ctx, query: Query): Promise<Answer> {
    const { caller } = ctx;
    const named = query.devids
      ? await Promise.all(query.devids.map((devid) => this.#things.find(caller, devid)))
      : undefined;
    const visibility =
      named?.map(({ id, visibleFrom_ms, timeZone }) => [id, visibleFrom_ms, timeZone]) ??
      (await this.#things.visibilityKey(caller));
    return this.#kept.get(
      JSON.stringify([caller.accountId, query, visibility, this.#store.version()]),
      async (now_ms) => {
        const things = named ?? (await this.#things.visibleKeys(caller));
        if (query.period === 'day' && things.length > MAX_BY_HOUR)
          throw fieldError(
            'query.period',
            `telemetry.tooManyThings?max=${MAX_BY_HOUR}`,
            'too many devices for hours',
          );
        return this.#compute(things, query.period, now_ms, query.day);
      },
    );
  }

  async #compute(
    things: readonly VisibleThing[],
    period: Period,
    now_ms: number,
    day: string | undefined,
  ): Promise<Answer> {
    const by = things.length > MAX_BY_QUARTER ? 'hour' : 'quarter';
    const calendars = [...Map.groupBy(things, (t) => t.timeZone)].map(([zone, group]) => ({
      zone,
      stretches: stretchesOf(zone, period, now_ms, day, by),
      group,
    }));
    // Zones with the same cuts (Berlin, Paris, Madrid) share their queries.
    const zones = [...Map.groupBy(calendars, ({ stretches }) => JSON.stringify(stretches)).values()].map(
      (same) => ({ ...(same[0] as (typeof same)[number]), group: same.flatMap(({ group }) => group) }),
    );
    const usual = zones.toSorted((a, b) => b.group.length - a.group.length)[0]?.stretches;
    const shape = usual ?? stretchesOf('UTC', period, now_ms, day);
    const sum = new Sum(shape);
    const open = zones.flatMap(({ zone, stretches, group }) =>
      Array.from({ length: Math.ceil(group.length / CHUNK) }, (_, i) => ({
        zone,
        stretches,
        chunk: group.slice(i * CHUNK, (i + 1) * CHUNK),
      })),
    );
    const compare = things.length <= MAX_COMPARED;
    const worker = async () => {
      for (let next = open.pop(); next; next = open.pop()) {
        const { zone, stretches, chunk } = next;
        const read = (stretch: Stretch | null) => stretch && readStretch(this.#store, stretch, zone, chunk);
        const [current, previous, yearAgo] = await Promise.all([
          read(stretches.current),
          compare ? read(stretches.previous) : null,
          compare ? read(stretches.yearAgo) : null,
        ]);
        for (const { key } of chunk)
          sum.add(stretches, current?.get(key), previous?.get(key), yearAgo?.get(key));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    return { period, from: shape.from, complete: shape.complete, ...sum.answer(), as_of: now_ms };
  }
}

async function readStretch(
  store: CounterStore,
  stretch: Stretch,
  zone: string,
  things: readonly VisibleThing[],
): Promise<Map<number, ThingStretch>> {
  const found = new Map<number, ThingStretch>();
  for (const piece of stretch.pieces) {
    for (const [key, series] of await readPiece(store, piece, zone, things)) {
      const thing = found.get(key) ?? emptyStretch();
      found.set(key, thing);
      for (const [point, slots] of series) {
        const name = energyIn(series, point);
        if (name) for (const slot of slots) addCounter(thing, piece, name, slot);
      }
    }
  }
  return found;
}

function addCounter(thing: ThingStretch, piece: Piece, name: keyof EnergyTotals, slot: CounterSlot): void {
  const at = piece.slots[slotOf(piece.cuts, slot.start_ms)];
  if (at) addSlot(thing, at, { ...slot, rise: { [name]: slot.rise }, reported: [name] });
}

async function readPiece(store: CounterStore, piece: Piece, zone: string, things: readonly VisibleThing[]) {
  const start_ms = piece.cuts[0] as number;
  const cutOff = things.filter((t) => t.visibleFrom_ms > start_ms);
  const keys = things.filter((t) => t.visibleFrom_ms <= start_ms).map((t) => t.key);
  const oldest = new Map(things.map((t) => [t.key, t.visibleFrom_ms]));
  const by = piece.by === 'quarter' ? piece.by : { unit: piece.by, zone };
  const series = await readCounterSlots(store, { things: keys, points, cuts: piece.cuts, oldest, by });
  // Data from before a takeover are not visible to the caller.
  for (const { key, visibleFrom_ms } of cutOff) {
    const cuts = cutsFrom(piece.cuts, visibleFrom_ms);
    if (cuts.length < 2) continue;
    const alone = await readCounterSlots(store, { things: [key], points, cuts, oldest, by: 'quarter' });
    series.set(key, alone.get(key) ?? new Map<number, CounterSlot[]>());
  }
  return series;
}
