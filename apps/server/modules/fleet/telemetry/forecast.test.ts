import type { EnergyTotals } from '@voltloop/contract';
import { expect, test } from 'vitest';
import { calendarCuts } from './calendar.ts';
import { forecastOf } from './forecast.ts';
import type { EnergySlot } from './members.ts';

const zone = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);

/** Solar of 2 kWh from 10 to 16 local time, load of 1 kWh an hour on workdays and 3 on weekends. */
function slots(from: string, to: number): EnergySlot[] {
  const cuts = calendarCuts('1h', zone, at(from), to);
  return cuts.slice(0, -1).map((start_ms, i): EnergySlot => {
    const local = Temporal.Instant.fromEpochMilliseconds(start_ms).toZonedDateTimeISO(zone);
    const none = { charge_kwh: 0, discharge_kwh: 0, import_kwh: 0, export_kwh: 0 };
    const kwh = {
      ...none,
      pv_kwh: local.hour >= 10 && local.hour < 16 ? 2 : 0,
      load_kwh: local.dayOfWeek > 5 ? 3 : 1,
    };
    return {
      start_ms,
      end_ms: cuts[i + 1] as number,
      rise: kwh,
      kwh,
      measured: true,
      reported: new Set<keyof EnergyTotals>(),
      gap: false,
      reset: false,
      doubtful: false,
    };
  });
}

test('runs from now to the end of tomorrow, which has 25 hours', () => {
  // Saturday; the clock goes back on Sunday.
  const now_ms = at('2026-10-24T12:30:00+02:00');
  const forecast = forecastOf(slots('2026-09-26T00:00:00+02:00', now_ms), { zone, now_ms });
  expect(forecast).toMatchObject({ day: '2026-10-25', days: 28, needed: 7 });
  expect(forecast.hours).toHaveLength(24 + 24 + 25);
  const hour = (text: string) => forecast.hours.find(({ key }) => key === at(text));
  expect(hour('2026-10-24T11:00:00+02:00')).toMatchObject({ pv_kwh: 2, load_kwh: 3, pv: null, load: null });
  // The current hour is forecast, not measured.
  expect(hour('2026-10-24T12:00:00+02:00')).toMatchObject({ pv_kwh: null, pv: { mid: 2 } });
  expect(hour('2026-10-25T12:00:00+01:00')).toMatchObject({ pv: { low: 2, mid: 2, high: 2 } });
  expect(hour('2026-10-25T16:00:00+01:00')).toMatchObject({ pv: { mid: 0 } });
  const load = hour('2026-10-25T03:00:00+01:00')?.load;
  expect(load?.mid).toBeGreaterThan(2);
  expect(load).toMatchObject({ low: 1, high: 3 });
  expect(forecast.total.pv).toEqual({ low: 12, mid: 12, high: 12 });
});

test('is empty with too few days', () => {
  const now_ms = at('2026-06-10T08:00:00+02:00');
  const forecast = forecastOf(slots('2026-06-05T00:00:00+02:00', now_ms), { zone, now_ms });
  expect([forecast.days, forecast.total]).toEqual([5, { pv: null, load: null }]);
  expect(forecast.hours.every(({ pv, load }) => pv === null && load === null)).toBe(true);
});
