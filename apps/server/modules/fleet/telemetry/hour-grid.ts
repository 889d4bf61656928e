/// <reference lib="esnext.temporal" />

import type { EnergyHours, EnergyKind } from '@voltloop/contract';
import { hourOf, isoDay } from '@voltloop/domain/clock/zone-time.ts';
import { calendarCuts } from './calendar.ts';
import type { EnergySlot } from './members.ts';

/** Pure: hours of a zone, laid out by day and hour of the clock. */

export const totalOf = (energy: EnergyKind) => `${energy}_kwh` as const;

/** The part of a year that has begun; null before it. */
export function yearSpan(
  zone: string,
  year: number,
  now_ms: number,
): { from_ms: number; to_ms: number } | null {
  const from_ms = Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(zone).epochMilliseconds;
  const end_ms = Temporal.PlainDate.from({ year: year + 1, month: 1, day: 1 }).toZonedDateTime(
    zone,
  ).epochMilliseconds;
  const to_ms = Math.min(end_ms, now_ms);
  return to_ms > from_ms ? { from_ms, to_ms } : null;
}

/** @param slots Hours of `zone`, ascending and contiguous. */
export function hourGrid(
  slots: readonly EnergySlot[],
  zone: string,
  energy: EnergyKind,
): EnergyHours['days'] {
  const [first] = slots;
  const last = slots.at(-1);
  if (!first || !last) return [];
  const cuts = calendarCuts('1d', zone, first.start_ms, last.end_ms);
  let at = 0;
  return cuts.slice(0, -1).map((start_ms, i) => {
    const end_ms = cuts[i + 1] as number;
    const day: EnergyHours['days'][number] = {
      day: isoDay(start_ms, zone),
      kwh: Array.from({ length: 24 }, () => null),
    };
    // The hour of a slot differs from its index in the day only after a clock change.
    const usual = end_ms - start_ms === 24 * 3_600_000;
    const seen = new Set<number>();
    const twice = new Set<number>();
    const gaps = new Set<number>();
    for (let n = 0; at < slots.length && (slots[at] as EnergySlot).start_ms < end_ms; at++, n++) {
      const slot = slots[at] as EnergySlot;
      const hour = usual ? n : hourOf(slot.start_ms, zone);
      if (seen.has(hour)) twice.add(hour);
      seen.add(hour);
      const kwh = slot.kwh[totalOf(energy)];
      if (kwh === null) continue;
      day.kwh[hour] = Math.round(((day.kwh[hour] ?? 0) + kwh) * 1000) / 1000;
      if (slot.gap) gaps.add(hour);
    }
    const complete = at < slots.length || last.end_ms >= end_ms;
    const skipped = complete ? day.kwh.flatMap((_, hour) => (seen.has(hour) ? [] : [hour])) : [];
    if (skipped.length > 0) day.skipped = skipped;
    if (twice.size > 0) day.twice = [...twice];
    if (gaps.size > 0) day.gaps = [...gaps];
    return day;
  });
}
