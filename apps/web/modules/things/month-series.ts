/** Pure: converts counter slots (first and last reading of each day) into the bars and totals of a month. */
import { type CalendarDay, dayOf, isoDay, startOfDay } from '@voltloop/domain/clock/zone-time.ts';

/** The five energies of the month chart with their possible counters; the first present one counts. */
export const energySources = {
  charge: ['E_E_CHG', 'M_E_CHG_TOTAL'],
  discharge: ['E_E_DIS', 'M_E_DIS_TOTAL'],
  pv: ['E_E_PV'],
  import: ['E_E_IMP'],
  export: ['E_E_EXP'],
  load: ['E_E_LOAD'],
} as const;
export type EnergyName = keyof typeof energySources;
export const energyNames = Object.keys(energySources) as EnergyName[];

/** All counters that the month chart requests. */
export const energyPoints = [...new Set(Object.values(energySources).flat())];

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
      const slot = energySources[name].map((point) => slotOf(row, point)).find((s) => s !== null) ?? null;
      energies[name] = slot ? slot.value / 1000 : null;
      gap ||= slot?.gap === true;
      reset ||= slot?.reset === true;
    }
    days.push({ day: iso, begin_ms: at, energies, gap, reset });
    day = { ...day, day: day.day + 1 };
  }
  return days;
}
