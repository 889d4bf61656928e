/**
 * What the sun will give and the house will take in the hours of a day, from days like it. Pure; no weather forecast is known,
 * so the model is simple: habits repeat by the kind of day, and clouds stay as they were (docs/decisions/0061).
 */

/** A day that is over: kWh of the hours 0 to 23 by the clock, null where nothing was reported. */
export interface KnownDay {
  weekend: boolean;
  kwh: readonly (number | null)[];
}

/** An expected figure, and between which two it lies on eight of ten days. */
export interface Expected {
  low: number;
  mid: number;
  high: number;
}

export interface Forecast {
  hours: Expected[];
  total: Expected;
}

/** Days that a forecast is made from at most, and at least. */
export const FORECAST_DAYS = 28;
export const LEAST_DAYS = 7;
/** A day with fewer hours is not known. */
const LEAST_HOURS = 22;

/** A day counts this much of the one after it. */
const LOAD_DECAY = 0.95;
const SUN_DECAY = 0.9;
/** What a workday says of a weekend, and the other way round. */
const OTHER_KIND = 0.25;
/** The clear sky of an hour is the mean of its best days. */
const BEST_DAYS = 3;
const [LOW, HIGH] = [0.1, 0.9];
/** Seasons move the sun within the days that are known, so its band is wider: what lies within is measured by the bench. */
const [SUN_LOW, SUN_HIGH] = [0.05, 0.95];

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Days that are known well enough, the newest last. */
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

/** The load of a day: the mean of the same hours of recent days, those of its kind first. Null with too little history. */
export function forecastLoad(days: readonly KnownDay[], weekend: boolean): Forecast | null {
  const known = usable(days);
  if (known.length < LEAST_DAYS) return null;
  const weights = known.map(
    (day, i) => LOAD_DECAY ** (known.length - 1 - i) * (day.weekend === weekend ? 1 : OTHER_KIND),
  );
  const weighed = (pick: (day: KnownDay) => number | null) =>
    known.flatMap((day, i) => {
      const value = pick(day);
      return value === null ? [] : [{ value, weight: weights[i] as number }];
    });
  const hours = HOURS.map((hour) => expected(weighed((day) => day.kwh[hour] ?? null)));
  const total = expected(weighed((day) => sumOf(day.kwh)));
  return { hours, total: { ...total, mid: hours.reduce((sum, { mid }) => sum + mid, 0) } };
}

/** The sun of a day: the shape of a clear one times how clear the last days were. Null with too little history. */
export function forecastSolar(days: readonly KnownDay[]): Forecast | null {
  const known = usable(days);
  if (known.length < LEAST_DAYS) return null;
  const shape = HOURS.map((hour) => {
    const best = known.map((day) => day.kwh[hour] ?? 0).sort((a, b) => b - a);
    return best.slice(0, BEST_DAYS).reduce((sum, each) => sum + each, 0) / BEST_DAYS;
  });
  const clear = shape.reduce((sum, each) => sum + each, 0);
  if (clear <= 0) {
    const none = { low: 0, mid: 0, high: 0 };
    return { hours: HOURS.map(() => none), total: none };
  }
  const clearness = known.map((day) => sumOf(day.kwh) / clear);
  const mid = mean(clearness.map((value, i) => ({ value, weight: SUN_DECAY ** (known.length - 1 - i) })));
  const even = clearness.map((value) => ({ value, weight: 1 }));
  const share = {
    ...{ low: Math.min(mid, quantile(even, SUN_LOW)), mid },
    high: Math.max(mid, quantile(even, SUN_HIGH)),
  };
  const times = (kwh: number): Expected => ({
    ...{ low: kwh * share.low, mid: kwh * share.mid, high: kwh * share.high },
  });
  return { hours: shape.map(times), total: times(clear) };
}
