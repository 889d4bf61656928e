import type { energyPeriod, QueryOf, ReplyOf } from '@voltloop/contract';
import { HE_BAT } from '@voltloop/protocol';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { fieldError } from '../../platform/errors.ts';
import type { SeenKey, Things } from '../things/index.ts';
import { readCounterDays, readCounters } from './aggregations.ts';
import { cutsFrom, slotOf } from './calendar.ts';
import type { CounterSlot } from './counter-rules.ts';
import { energyPoints, inKwh, energyOfPoint as nameOfPoint } from './energy-points.ts';
import { type Period, type Piece, type Stretch, type Stretches, stretchesOf } from './periods.ts';

type Answer = ReplyOf<typeof energyPeriod>;
/** A thing as far back as the caller sees it. */
type Seen = Pick<SeenKey, 'key' | 'timeZone' | 'visibleFrom_ms'>;
type Query = QueryOf<typeof energyPeriod>;
type Totals = NonNullable<Answer['total']>;

const idOf = (key: string) => HE_BAT.points.find((p) => p.key === key)?.id ?? 0;
/** The battery's own counters, for a thing whose EMS has none: those they stand for. */
const standIns = new Map([
  [idOf('M_E_CHG_TOTAL'), idOf('E_E_CHG')],
  [idOf('M_E_DIS_TOTAL'), idOf('E_E_DIS')],
]);
const points = [...energyPoints, ...standIns.keys()];

/** Things whose hours are read; more have no day. */
const MOST_BY_HOUR = 50;
/** Things whose former periods are read too. */
const MOST_COMPARED = 2000;
const CACHE_MS = 30_000;
const CHUNK = 250;
const AT_ONCE = 3;

/**
 * Energy of a day, month or year of the things a caller sees, slot by slot, beside the period before and the one a year
 * before. Only things that reported in both are compared: a fleet that grows is not a house that uses more. An answer
 * serves the same account for half a minute.
 */
export class EnergyPeriods {
  readonly #clickhouse: ClickHouse;
  readonly #things: Pick<Things, 'visibleKeys' | 'find'>;
  readonly #clock: () => Date;
  readonly #cache = new Map<string, { until_ms: number; answer: Promise<Answer> }>();

  constructor(clickhouse: ClickHouse, things: Pick<Things, 'visibleKeys' | 'find'>, clock: () => Date) {
    this.#clickhouse = clickhouse;
    this.#things = things;
    this.#clock = clock;
  }

  /** @throws notFound for a device outside the subtree; invalid for the hours of too many */
  async read(ctx: Ctx, query: Query): Promise<Answer> {
    const things = query.devids
      ? await Promise.all(query.devids.map((devid) => this.#things.find(ctx.caller, devid)))
      : await this.#things.visibleKeys(ctx.caller);
    const now_ms = this.#clock().getTime();
    for (const [key, { until_ms }] of this.#cache) if (until_ms <= now_ms) this.#cache.delete(key);
    const key = JSON.stringify([ctx.caller.accountId, query]);
    const cached = this.#cache.get(key);
    if (cached) return cached.answer;
    if (query.period === 'day' && things.length > MOST_BY_HOUR)
      throw fieldError('query.period', 'telemetry.tooManyThings', 'too many devices for hours');
    const answer = this.#compute(things, query.period, now_ms, query.day);
    this.#cache.set(key, { until_ms: now_ms + CACHE_MS, answer });
    answer.catch(() => this.#cache.delete(key));
    return answer;
  }

  async #compute(
    things: readonly Seen[],
    period: Period,
    now_ms: number,
    day: string | undefined,
  ): Promise<Answer> {
    const zones = [...Map.groupBy(things, (t) => t.timeZone)].map(([zone, group]) => ({
      zone,
      stretches: stretchesOf(zone, period, now_ms, day),
      group,
    }));
    const usual = zones.toSorted((a, b) => b.group.length - a.group.length)[0]?.stretches;
    const shape = usual ?? stretchesOf('UTC', period, now_ms, day);
    const sum = new Sum(shape);
    const open = zones.flatMap(({ zone, stretches, group }) =>
      Array.from({ length: Math.ceil(group.length / CHUNK) }, (_, i) => ({
        ...{ zone, stretches },
        chunk: group.slice(i * CHUNK, (i + 1) * CHUNK),
      })),
    );
    const compare = things.length <= MOST_COMPARED;
    const ask = async () => {
      for (let next = open.pop(); next; next = open.pop()) {
        const { zone, stretches, chunk } = next;
        const read = (stretch: Stretch | null) =>
          stretch && readStretch(this.#clickhouse, stretch, zone, chunk);
        const [current, previous, yearAgo] = await Promise.all([
          read(stretches.current),
          compare ? read(stretches.previous) : null,
          compare ? read(stretches.yearAgo) : null,
        ]);
        for (const { key } of chunk)
          sum.add(stretches, current?.get(key), previous?.get(key), yearAgo?.get(key));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    return { period, from: shape.from, complete: shape.complete, ...sum.answer(), as_of: now_ms };
  }
}

/** What a thing did in a stretch: by slot, and in the part that is compared. */
interface ThingStretch {
  slots: Map<number, Totals>;
  compared: Totals | null;
  firstSlot: number;
  gap: boolean;
  reset: boolean;
}

async function readStretch(
  clickhouse: ClickHouse,
  stretch: Stretch,
  zone: string,
  things: readonly Seen[],
): Promise<Map<number, ThingStretch>> {
  const found = new Map<number, ThingStretch>();
  for (const piece of stretch.pieces) {
    for (const [key, series] of await readPiece(clickhouse, piece, zone, things)) {
      const thing = found.get(key) ?? {
        slots: new Map(),
        compared: null,
        firstSlot: Number.POSITIVE_INFINITY,
        gap: false,
        reset: false,
      };
      found.set(key, thing);
      for (const [point, slots] of series) {
        const own = standIns.get(point);
        const name = nameOfPoint.get(own === undefined || series.has(own) ? point : own);
        if (name) for (const slot of slots) addSlot(thing, piece, name, slot);
      }
    }
  }
  return found;
}

function addSlot(
  thing: ThingStretch,
  piece: Piece,
  name: keyof Totals,
  { start_ms, rise, gap, reset }: CounterSlot,
): void {
  const at = piece.slots[slotOf(piece.cuts, start_ms)];
  if (!at) return;
  const totals = thing.slots.get(at.slot) ?? noEnergy();
  thing.slots.set(at.slot, totals);
  totals[name] += rise;
  thing.gap ||= gap;
  thing.reset ||= reset;
  thing.firstSlot = Math.min(thing.firstSlot, at.slot);
  if (!at.compared) return;
  thing.compared ??= noEnergy();
  thing.compared[name] += rise;
}

async function readPiece(clickhouse: ClickHouse, piece: Piece, zone: string, things: readonly Seen[]) {
  const start_ms = piece.cuts[0] as number;
  const kept = things.filter((t) => t.visibleFrom_ms > start_ms);
  const keys = things.filter((t) => t.visibleFrom_ms <= start_ms).map((t) => t.key);
  const series =
    piece.by === 'quarter'
      ? new Map<number, Map<number, CounterSlot[]>>()
      : await readCounterDays(clickhouse, keys, points, new Set(points), zone, piece.cuts, piece.by);
  if (piece.by === 'quarter')
    for (const key of keys) series.set(key, await readCounters(clickhouse, key, points, piece.cuts));
  // What was before a takeover is not the caller's to see.
  for (const { key, visibleFrom_ms } of kept) {
    const cuts = cutsFrom(piece.cuts, visibleFrom_ms);
    if (cuts.length > 1) series.set(key, await readCounters(clickhouse, key, points, cuts, 'fresh'));
  }
  return series;
}

/** Adds things up. */
class Sum {
  readonly #shape: Stretches;
  readonly #current = new Map<number, Totals>();
  readonly #previous = new Map<number, Totals>();
  readonly #yearAgo = new Map<number, Totals>();
  #gap = false;
  #reset = false;
  readonly #pairs = { previous: newPair(), year_ago: newPair() };

  constructor(shape: Stretches) {
    this.#shape = shape;
  }

  add(of: Stretches, current?: ThingStretch, previous?: ThingStretch, yearAgo?: ThingStretch): void {
    addAll(this.#current, current);
    this.#gap ||= current?.gap ?? false;
    this.#reset ||= current?.reset ?? false;
    addAll(this.#previous, previous);
    addAll(this.#yearAgo, yearAgo);
    compare(this.#pairs.previous, current, previous, of.previous.earlySlot);
    compare(this.#pairs.year_ago, current, yearAgo, of.yearAgo?.earlySlot ?? 0);
  }

  answer(): Pick<Answer, 'slots' | 'total' | 'previous' | 'year_ago' | 'gap' | 'reset'> {
    const total = noEnergy();
    for (const each of this.#current.values()) addTo(total, each);
    const kwh = (totals: Totals | undefined) => (totals ? inKwh(totals) : null);
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
      previous: pair(this.#pairs.previous),
      year_ago: pair(this.#pairs.year_ago),
    };
  }
}

interface Pair {
  things: number;
  now: Totals;
  former: Totals;
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

function addAll(sums: Map<number, Totals>, of: ThingStretch | undefined): void {
  for (const [slot, totals] of of?.slots ?? []) {
    const sum = sums.get(slot) ?? noEnergy();
    sums.set(slot, sum);
    addTo(sum, totals);
  }
}

function addTo(sum: Totals, more: Totals): void {
  for (const name of nameOfPoint.values()) sum[name] += more[name];
}

function noEnergy(): Totals {
  return { pv_kwh: 0, charge_kwh: 0, discharge_kwh: 0, import_kwh: 0, export_kwh: 0, load_kwh: 0 };
}
