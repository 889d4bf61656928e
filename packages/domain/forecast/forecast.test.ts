import { describe, expect, test } from 'vitest';
import { forecastLoad, forecastSolar, type KnownDay, quantile } from './forecast.ts';

/** A day with one figure at noon, and zero in all other hours. */
const day = (noon: number | null, weekend = false): KnownDay => ({
  weekend,
  kwh: Array.from({ length: 24 }, (_, hour) => (hour === 12 ? noon : 0)),
});

test('a forecast needs seven days, without gaps', () => {
  const six = Array.from({ length: 6 }, () => day(1));
  expect(forecastLoad(six, false)).toBeNull();
  const holes = { ...day(1), kwh: day(1).kwh.map((kwh, hour) => (hour < 3 ? null : kwh)) };
  expect(forecastSolar([...six, holes])).toBeNull();
  expect(forecastLoad([...six, day(1)], false)).not.toBeNull();
});

test('a share of the weight lies below a quantile', () => {
  const values = [3, 1, 2].map((value) => ({ value, weight: value === 3 ? 2 : 1 }));
  expect([0.25, 0.5, 0.75, 1].map((share) => quantile(values, share))).toEqual([1, 2, 3, 3]);
});

describe('load', () => {
  test('is the mean of the same hour, weighted towards newer days and days of its kind', () => {
    // Five workdays of 1 kWh, then a weekend of 5; weights fall by 0.95 a day, and are a quarter for the other kind.
    const week = [1, 1, 1, 1, 1].map((kwh) => day(kwh)).concat(day(5, true), day(5, true));
    const weights = [6, 5, 4, 3, 2].reduce((sum, age) => sum + 0.95 ** age, 0);
    const weekend = 0.95 + 1;
    const workday = (weights * 1 + 0.25 * weekend * 5) / (weights + 0.25 * weekend);
    const forecast = forecastLoad(week, false);
    expect(forecast?.hours[12]?.mid).toBeCloseTo(workday, 10);
    expect(forecast?.total.mid).toBeCloseTo(workday, 10);
    expect(forecast?.hours[11]).toEqual({ low: 0, mid: 0, high: 0 });
    const sunday = (0.25 * weights * 1 + weekend * 5) / (0.25 * weights + weekend);
    expect(forecastLoad(week, true)?.hours[12]?.mid).toBeCloseTo(sunday, 10);
    expect(forecastLoad(week, true)?.hours[12]).toMatchObject({ low: 1, high: 5 });
  });

  test('leaves out an hour that was not reported', () => {
    const days = [...Array.from({ length: 7 }, () => day(2)), day(null)];
    expect(forecastLoad(days, false)?.hours[12]?.mid).toBeCloseTo(2, 10);
  });
});

describe('sun', () => {
  test('is a clear day times the clearness of the last days', () => {
    // Clear sky: (10 + 10 + 8) / 3. The clearness of the last day weighs 1, the one before 0.9, …
    const days = [10, 10, 4, 4, 4, 4, 8].map((kwh) => day(kwh));
    const weights = [6, 5, 4, 3, 2, 1, 0].map((age) => 0.9 ** age);
    const sums = [10, 10, 4, 4, 4, 4, 8];
    const mid =
      sums.reduce((sum, kwh, i) => sum + kwh * (weights[i] as number), 0) /
      weights.reduce((sum, each) => sum + each, 0);
    const forecast = forecastSolar(days);
    expect(forecast?.total.mid).toBeCloseTo(mid, 10);
    expect(forecast?.hours[12]?.mid).toBeCloseTo(mid, 10);
    expect(forecast?.total).toMatchObject({ low: expect.closeTo(4, 10), high: expect.closeTo(10, 10) });
  });

  test('is zero without panels', () => {
    expect(forecastSolar(Array.from({ length: 8 }, () => day(0)))?.total).toEqual({
      low: 0,
      mid: 0,
      high: 0,
    });
  });
});
