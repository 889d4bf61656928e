/**
 * Expected solar energy and load of the hours of a day, from days like it. Pure. Without a weather forecast the model
 * is simple: habits repeat by the kind of day, and cloudiness persists (docs/decisions/0061).
 */

/** A past day: kWh of the hours 0 to 23 by the clock, null if nothing was reported. */
export interface KnownDay {
  weekend: boolean;
  kwh: readonly (number | null)[];
}

/** An expected figure, and the range that holds on eight of ten days. */
export interface Expected {
  low: number;
  mid: number;
  high: number;
}

export interface Forecast {
  hours: Expected[];
  total: Expected;
}

/** Maximum and minimum number of days that a forecast is made from. */
export const FORECAST_DAYS = 28;
export const LEAST_DAYS = 7;
/** A day with fewer hours is not used. */
const LEAST_HOURS = 22;

/** Weight of a day relative to the next one. */
const LOAD_DECAY = 0.95;
const SUN_DECAY = 0.9;
/** Weight of a workday for a weekend, and vice versa. */
const OTHER_KIND = 0.25;
/** The clear sky of an hour is the mean of its best days. */
const BEST_DAYS = 3;
const [LOW, HIGH] = [0.1, 0.9];
/** The band of solar energy is wider, as seasons move the sun within the days used; the bench measures its coverage. */
const [SUN_LOW, SUN_HIGH] = [0.05, 0.95];

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Days with enough hours, the newest last. */
export function usable(days: readonly KnownDay[]): KnownDay[] {
  return days
    .slice(-FORECAST_DAYS)
    .filter(({ kwh }) => kwh.filter((each) => each !== null).length >= LEAST_HOURS);
}

interface Weighed {
  value: number;
  weight: number;
}

function mean(values: readonly Weighed[]): number {
  const weight = values.reduce((sum, each) => sum + each.weight, 0);
  return weight > 0 ? values.reduce((sum, each) => sum + each.value * each.weight, 0) / weight : 0;
}

/** The value below which a share of the weight lies. */
export function quantile(values: readonly Weighed[], share: number): number {
  const sorted = [...values].sort((a, b) => a.value - b.value);
  const whole = sorted.reduce((sum, each) => sum + each.weight, 0);
  let below = 0;
  for (const { value, weight } of sorted) {
    below += weight;
    if (below >= share * whole) return value;
  }
  return sorted.at(-1)?.value ?? 0;
}

const expected = (values: readonly Weighed[]): Expected => {
  const mid = mean(values);
  return { low: Math.min(mid, quantile(values, LOW)), mid, high: Math.max(mid, quantile(values, HIGH)) };
};

const sumOf = (kwh: readonly (number | null)[]) => kwh.reduce<number>((sum, each) => sum + (each ?? 0), 0);

/**
 * The load of a day: the mean of the same hours of recent days, weighted towards days of its kind. Null with too
 * little history.
 */
export function forecastLoad(days: readonly KnownDay[], weekend: boolean): Forecast | null {
  const recent = usable(days);
  if (recent.length < LEAST_DAYS) return null;
  const weights = recent.map(
    (day, i) => LOAD_DECAY ** (recent.length - 1 - i) * (day.weekend === weekend ? 1 : OTHER_KIND),
  );
  const weighed = (pick: (day: KnownDay) => number | null) =>
    recent.flatMap((day, i) => {
      const value = pick(day);
      return value === null ? [] : [{ value, weight: weights[i] as number }];
    });
  const hours = HOURS.map((hour) => expected(weighed((day) => day.kwh[hour] ?? null)));
  const total = expected(weighed((day) => sumOf(day.kwh)));
  return { hours, total: { ...total, mid: hours.reduce((sum, { mid }) => sum + mid, 0) } };
}

/**
 * The solar energy of a day: the shape of a clear one times the clearness of the last days. Null with too little
 * history.
 */
export function forecastSolar(days: readonly KnownDay[]): Forecast | null {
  const recent = usable(days);
  if (recent.length < LEAST_DAYS) return null;
  const shape = HOURS.map((hour) => {
    const best = recent.map((day) => day.kwh[hour] ?? 0).sort((a, b) => b - a);
    return best.slice(0, BEST_DAYS).reduce((sum, each) => sum + each, 0) / BEST_DAYS;
  });
  const clear = shape.reduce((sum, each) => sum + each, 0);
  if (clear <= 0) {
    const none = { low: 0, mid: 0, high: 0 };
    return { hours: HOURS.map(() => none), total: none };
  }
  const clearness = recent.map((day) => sumOf(day.kwh) / clear);
  const mid = mean(clearness.map((value, i) => ({ value, weight: SUN_DECAY ** (recent.length - 1 - i) })));
  const even = clearness.map((value) => ({ value, weight: 1 }));
  const share = {
    low: Math.min(mid, quantile(even, SUN_LOW)),
    mid,
    high: Math.max(mid, quantile(even, SUN_HIGH)),
  };
  const times = (kwh: number): Expected => ({
    low: kwh * share.low,
    mid: kwh * share.mid,
    high: kwh * share.high,
  });
  return { hours: shape.map(times), total: times(clear) };
}
