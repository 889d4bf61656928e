import type { EnergyTotals } from '@voltloop/contract';
import { expect, test } from 'vitest';
import { calendarCuts } from './calendar.ts';
import { hourGrid, yearSpan } from './hour-grid.ts';
import type { EnergySlot } from './members.ts';

const at = (text: string) => Date.parse(text);
const zone = 'Europe/Berlin';
/** Each hour 1 kWh of solar; the hours of `empty` have no data. */
function hours(from: string, to: string, change: (slot: EnergySlot) => Partial<EnergySlot> = () => ({})) {
  const cuts = calendarCuts('1h', zone, at(from), at(to));
  const none = { charge_kwh: 0, discharge_kwh: 0, import_kwh: 0, export_kwh: 0, load_kwh: 0 };
  return cuts.slice(0, -1).map((start_ms, i): EnergySlot => {
    const slot = {
      start_ms,
      end_ms: cuts[i + 1] as number,
      measured: true,
      reported: new Set<keyof EnergyTotals>(),
      gap: false,
      reset: false,
      doubtful: false,
      rise: { pv_kwh: 1e6, ...none },
      kwh: { pv_kwh: 1, ...none },
    };
    return { ...slot, ...change(slot) };
  });
}

test('a day of 23 hours skips one, a day of 25 has one twice', () => {
  const [spring] = hourGrid(hours('2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00'), zone, 'pv');
  expect(spring).toMatchObject({ day: '2026-03-29', skipped: [2] });
  expect(spring?.kwh.map((kwh) => kwh ?? '–').join('')).toBe(`11–${'1'.repeat(21)}`);
  const [autumn] = hourGrid(hours('2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00'), zone, 'pv');
  expect(autumn).toMatchObject({ day: '2026-10-25', twice: [2] });
  expect([autumn?.kwh[1], autumn?.kwh[2], autumn?.kwh[3]]).toEqual([1, 2, 1]);
  expect(autumn).not.toHaveProperty('skipped');
});

test('missing data are not zero, and a gap is marked in the hour that contains its energy', () => {
  const noon = at('2026-06-01T12:00:00+02:00');
  const days = hourGrid(
    hours('2026-06-01T00:00:00+02:00', '2026-06-02T06:00:00+02:00', ({ start_ms, kwh }) => ({
      measured: start_ms !== noon,
      gap: start_ms === noon + 3_600_000,
      kwh: {
        ...kwh,
        ...(start_ms < at('2026-06-01T05:00:00+02:00') ? { pv_kwh: 0 } : {}),
        ...(start_ms === noon ? { pv_kwh: null } : {}),
      },
    })),
    zone,
    'pv',
  );
  expect(days.map(({ day }) => day)).toEqual(['2026-06-01', '2026-06-02']);
  expect([4, 5, 12, 13].map((hour) => days[0]?.kwh[hour])).toEqual([0, 1, null, 1]);
  expect(days[0]?.gaps).toEqual([13]);
  // Future hours are not skipped hours.
  expect(days[1]).not.toHaveProperty('skipped');
});

test('a year is read up to now', () => {
  const now = at('2026-03-01T00:00:00Z');
  expect(yearSpan(zone, 2026, now)).toEqual({ from_ms: at('2026-01-01T00:00:00+01:00'), to_ms: now });
  expect(yearSpan(zone, 2025, now)?.to_ms).toBe(at('2026-01-01T00:00:00+01:00'));
  expect(yearSpan(zone, 2027, now)).toBeNull();
});
