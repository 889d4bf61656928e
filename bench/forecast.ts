import {
  FORECAST_DAYS,
  type Forecast,
  forecastLoad,
  forecastSolar,
  type KnownDay,
} from '@voltloop/domain/forecast/forecast.ts';
import { createSystem, demoFleet, historyFrames } from '@voltloop/simulator';
import type { BenchRow } from './ingest.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Days of each home; those after the first {@link FORECAST_DAYS} are forecast. */
const DAYS = 70;
/** One begins in spring, one in autumn. */
const SEASONS = ['2026-02-20T00:00:00Z', '2026-09-01T00:00:00Z'].map((text) => Date.parse(text));

interface Errors {
  hours: number;
  total: number;
  measured: number;
  inside: number;
  days: number;
}
const HOMES = 24;
const none = (): Errors => ({ hours: 0, total: 0, measured: 0, inside: 0, days: 0 });

/**
 * Errors of next-day forecasts for simulated homes, compared with "as yesterday" and "as a week ago": the mean absolute
 * difference of hours, and of days, as a share of the measured energy. Two days are between the last known day and the
 * end of the forecast, as in the product: today is not complete when tomorrow is forecast.
 */
export function benchForecast(): BenchRow[] {
  const found = new Map<string, Errors>();
  for (const start_ms of SEASONS)
    for (const device of demoFleet(HOMES, 7)) {
      const { pv, load } = hoursOf(device, start_ms);
      for (let target = FORECAST_DAYS + 1; target < DAYS; target++) {
        const known = (days: KnownDay[]) => days.slice(0, target - 1);
        const weekend = load[target]?.weekend ?? false;
        compare('solar', pv, target, forecastSolar(known(pv)));
        compare('load', load, target, forecastLoad(known(load), weekend));
      }
    }
  const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(0)} %`;
  return [...found].map(([what, { hours, total, measured, inside, days }]) => ({
    what,
    measured: `error of hours ${share(hours, measured)}, of days ${share(total, measured)}${
      inside > 0 ? `; ${share(inside, days)} of days within the band` : ''
    }`,
    budget: '',
  }));

  function compare(name: string, days: readonly KnownDay[], target: number, forecast: Forecast | null) {
    const actual = days[target]?.kwh ?? [];
    const sum = actual.reduce<number>((all, kwh) => all + (kwh ?? 0), 0);
    if (!forecast || sum < 0.5) return;
    const guesses = {
      model: forecast.hours.map(({ mid }) => mid),
      'as yesterday (the last full day)': days[target - 2]?.kwh ?? [],
      'as a week ago': days[target - 7]?.kwh ?? [],
    };
    for (const [by, kwh] of Object.entries(guesses)) {
      const errors = found.get(`${name}, ${by}`) ?? none();
      found.set(`${name}, ${by}`, errors);
      const guessed = kwh.reduce<number>((all, each) => all + (each ?? 0), 0);
      errors.measured += sum;
      errors.total += Math.abs(guessed - sum);
      errors.hours += actual.reduce<number>((all, each, i) => all + Math.abs((each ?? 0) - (kwh[i] ?? 0)), 0);
      errors.days += 1;
      if (by === 'model' && sum >= forecast.total.low && sum <= forecast.total.high) errors.inside += 1;
    }
  }
}

/** kWh of the hours of a simulated home, in days of its own solar time; its counters are read as by the server. */
function hoursOf(device: ReturnType<typeof demoFleet>[number], start_ms: number) {
  const offset_ms = Math.round(device.place.lon / 15) * HOUR_MS;
  const from_ms = start_ms - offset_ms;
  const system = createSystem(device, from_ms - DAY_MS);
  const days = { pv: [] as KnownDay[], load: [] as KnownDay[] };
  const keys = { pv: 'E_E_PV', load: 'E_E_LOAD' } as const;
  const former: Record<string, number> = {};
  const frames = historyFrames(system, from_ms - HOUR_MS, from_ms + DAYS * DAY_MS + 1, 3600, {
    keys: Object.values(keys),
    longest_step_s: 120,
  });
  for (const { ts, data } of frames) {
    const at_ms = (ts as number) - HOUR_MS - from_ms;
    for (const name of ['pv', 'load'] as const) {
      const reading = data?.[keys[name]];
      if (reading === undefined) continue;
      const before = former[name];
      former[name] = reading;
      if (before === undefined || at_ms < 0) continue;
      const day = Math.floor(at_ms / DAY_MS);
      const weekday = new Date(start_ms + day * DAY_MS).getUTCDay();
      days[name][day] ??= {
        weekend: weekday === 0 || weekday === 6,
        kwh: Array.from({ length: 24 }, () => null),
      };
      (days[name][day]?.kwh as (number | null)[])[Math.floor(at_ms / HOUR_MS) % 24] =
        (reading - before) / 1000;
    }
  }
  return days;
}
