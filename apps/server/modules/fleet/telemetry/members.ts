import type { EnergyTotals } from '@voltloop/contract';
import { calendarCuts, type Interval, slotOf } from './calendar.ts';
import { type CounterSlot, STALE_MS } from './counter-course.ts';
import { addEnergy, countersOf, energyIn, inKwh, noEnergy } from './energy-points.ts';
import { type CounterStore, readCounterSlots } from './read-counters.ts';

/** A thing with the time of its membership: epoch ms, full quarter-hours; `until_ms` is open while it lasts. */
export interface Member {
  key: number;
  since_ms: number;
  until_ms: number | null;
  /** History cutoff: earlier readings are not visible to the caller, not even within the first slot. */
  visibleFrom_ms?: number;
}

/** The requested slots; whole ones at both ends. */
export interface MemberSlots {
  interval: Exclude<Interval, '5m'>;
  zone: string;
  from_ms: number;
  to_ms: number;
  /** Energies to read; all by default. */
  energies?: readonly (keyof EnergyTotals)[];
}

export interface MemberCuts {
  cuts: readonly number[];
  interval: MemberSlots['interval'];
  zone: string;
  energies?: MemberSlots['energies'];
}

/** Energy of a slot in thousandths of Wh, as counters store it. */
export interface EnergySlot {
  start_ms: number;
  end_ms: number;
  rise: EnergyTotals;
  kwh: EnergyTotals;
  /** Whether anything was measured at all. */
  measured: boolean;
  /** The energies with a reading. */
  reported: Set<keyof EnergyTotals>;
  gap: boolean;
  reset: boolean;
  doubtful: boolean;
}

/** A part of a membership that is read with one query: by days or by quarter-hours. */
interface Piece {
  cuts: number[];
  whole: boolean;
}

/** Up to this many quarter-hours of one counter, reading them is faster than aggregating days. */
const FEW_QUARTERS = 3000;
const QUARTER_MS = 900_000;

/**
 * Energy of several things together by calendar slots of one zone, each thing only during its membership. Measurements
 * before or after it are ignored: the first slot of a thing starts with a reading at most half an hour old, or with its
 * first one.
 */
export async function readMemberEnergy(
  store: CounterStore,
  members: readonly Member[],
  query: MemberSlots,
): Promise<EnergySlot[]> {
  const { interval, zone, energies } = query;
  const cuts = calendarCuts(interval, zone, query.from_ms, query.to_ms);
  return readMemberCuts(store, members, { cuts, interval, zone, ...(energies ? { energies } : {}) });
}

/** The same for slots between any cuts: of hours (`15m`, `1h`), or of whole days. */
export async function readMemberCuts(
  store: CounterStore,
  members: readonly Member[],
  { cuts, interval, zone, energies }: MemberCuts,
): Promise<EnergySlot[]> {
  const points = countersOf(energies);
  const slots = cuts.slice(0, -1).map((start_ms, i) => emptySlot(start_ms, cuts[i + 1] as number));
  await Promise.all(
    members.map(async (member) => {
      for (const piece of piecesOf(member, cuts, interval, zone)) {
        const series = await readPiece(store, member, piece, zone, points);
        for (const [point, list] of series) {
          const name = energyIn(series, point);
          if (name) for (const each of list) add(slots[slotOf(cuts, each.start_ms)], name, each);
        }
      }
    }),
  );
  return slots.map((slot) => ({ ...slot, kwh: inKwh(slot.rise), measured: slot.reported.size > 0 }));
}

type OpenSlot = Omit<EnergySlot, 'kwh' | 'measured'>;

function emptySlot(start_ms: number, end_ms: number): OpenSlot {
  return {
    start_ms,
    end_ms,
    rise: noEnergy(),
    reported: new Set(),
    gap: false,
    reset: false,
    doubtful: false,
  };
}

function add(slot: OpenSlot | undefined, name: keyof EnergyTotals, from: CounterSlot): void {
  if (!slot) return;
  addEnergy(slot.rise, { [name]: from.rise });
  slot.reported.add(name);
  slot.gap ||= from.gap;
  slot.reset ||= from.reset;
  slot.doubtful ||= from.doubtful;
}

/**
 * How a member is read: whole days in one query, and quarter-hours before the first midnight. The last day may be
 * shorter.
 */
export function piecesOf(member: Member, cuts: readonly number[], interval: Interval, zone: string): Piece[] {
  const first = cuts[0] as number;
  const from = Math.max(first, member.since_ms);
  const to = Math.min(cuts.at(-1) as number, member.until_ms ?? Number.POSITIVE_INFINITY);
  if (from >= to) return [];
  const within = [from, ...cuts.filter((cut) => cut > from && cut < to), to];
  const days = interval === '1d' || interval === '1M' || interval === '1y';
  if (!days || (to - from) / QUARTER_MS <= FEW_QUARTERS) return [{ cuts: within, whole: false }];
  // Its first day by quarter-hours: a whole day would include measurements from elsewhere.
  const begins = member.since_ms >= first;
  const midnight = begins ? (calendarCuts('1d', zone, from, from + 1)[1] as number) : from;
  if (midnight >= to) return [{ cuts: within, whole: false }];
  const rest = { cuts: [midnight, ...within.filter((cut) => cut > midnight)], whole: true };
  return begins ? [{ cuts: [from, midnight], whole: false }, rest] : [rest];
}

/** The counters of one member by slots. */
export async function readMemberSeries(
  store: CounterStore,
  member: Member,
  { cuts, interval, zone }: MemberCuts,
): Promise<Map<number, CounterSlot[]>> {
  const points = countersOf();
  const all = new Map<number, CounterSlot[]>();
  for (const piece of piecesOf(member, cuts, interval, zone)) {
    for (const [point, list] of await readPiece(store, member, piece, zone, points))
      all.set(point, [...(all.get(point) ?? []), ...list]);
  }
  return all;
}

async function readPiece(
  store: CounterStore,
  { key, since_ms, visibleFrom_ms = 0 }: Member,
  { cuts, whole }: Piece,
  zone: string,
  points: number[],
): Promise<Map<number, CounterSlot[]>> {
  const oldest = new Map([[key, Math.max(since_ms - STALE_MS, visibleFrom_ms)]]);
  const by = whole ? ({ unit: 'day', zone } as const) : 'quarter';
  const series = await readCounterSlots(store, { things: [key], points, cuts, oldest, by });
  return series.get(key) ?? new Map();
}
