/** Pure: converts counter slots (first and last reading of each day) into the bars and totals of a month. */
import { presentOf, type Role } from '@voltloop/device-models/roles.ts';
import { type CalendarDay, dayOf, isoDay, startOfDay } from '@voltloop/domain/clock/zone-time.ts';

/** The energies of the charts; each is the role of its counters. */
export const energyNames = [
  'charge',
  'discharge',
  'pv',
  'import',
  'export',
  'load',
] as const satisfies readonly Role[];
export type EnergyName = (typeof energyNames)[number];

interface Slot {
  first: number;
  last: number;
  value: number;
  gap?: boolean;
  reset?: boolean;
}
export type SlotRow = { key: number } & Record<string, number | Slot>;

export interface EnergyDay {
  /** yyyy-MM-dd in the thing's zone. */
  day: string;
  begin_ms: number;
  /** kWh; null if unknown. */
  energies: Record<EnergyName, number | null>;
  /** True if part of a value belongs to a gap that began earlier. */
  gap: boolean;
  /** True if a counter restarted from zero. */
  reset: boolean;
}

const slotOf = (row: SlotRow | undefined, point: string): Slot | null => {
  const slot = row?.[point];
  return typeof slot === 'object' ? slot : null;
};

/** One day for each calendar day in `[begin_ms, end_ms)` of `zone`, with nulls where the server has no slot. */
export function energyDays(
  rows: readonly SlotRow[],
  begin_ms: number,
  end_ms: number,
  zone: string,
): EnergyDay[] {
  const byDay = new Map(rows.map((row) => [isoDay(row.key, zone), row]));
  const days: EnergyDay[] = [];
  let day: CalendarDay = dayOf(begin_ms, zone);
  for (let at = startOfDay(day, zone); at < end_ms && days.length < 400; at = startOfDay(day, zone)) {
    const iso = isoDay(at, zone);
    const row = byDay.get(iso);
    const energies = {} as Record<EnergyName, number | null>;
    let gap = false;
    let reset = false;
    for (const name of energyNames) {
      const point = presentOf(name, (key) => slotOf(row, key) !== null);
      const slot = point ? slotOf(row, point) : null;
      energies[name] = slot ? slot.value / 1000 : null;
      gap ||= slot?.gap === true;
      reset ||= slot?.reset === true;
    }
    days.push({ day: iso, begin_ms: at, energies, gap, reset });
    day = { ...day, day: day.day + 1 };
  }
  return days;
}
