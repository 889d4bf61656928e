import { expect, it } from 'vitest';
import { bandPath, expectedPath, type ForecastHour, highest, measuredPath } from './forecast-lines.ts';

const hour = (key: number, pv_kwh: number | null, mid: number | null): ForecastHour => ({
  key,
  pv_kwh,
  load_kwh: null,
  load: null,
  pv: mid === null ? null : { low: mid - 1, mid, high: mid + 2 },
});
const hours = [hour(0, 1, null), hour(1, null, null), hour(2, 3, null), hour(3, null, 4), hour(4, null, 5)];
const scale = { x: (i: number) => i * 10, y: (kwh: number) => 100 - kwh };

it('breaks where nothing was measured, and continues from the last measured hour', () => {
  expect(measuredPath(hours, 'pv', scale)).toBe('M0.0 99.0M20.0 97.0');
  expect(expectedPath(hours, 'pv', scale)).toBe('M20.0 97.0L30.0 96.0L40.0 95.0');
  expect(expectedPath(hours, 'load', scale)).toBe('');
});

it('has a band between the high and low values of each hour', () => {
  expect(bandPath(hours, 'pv', scale)).toBe('M30.0 94.0L40.0 93.0L40.0 96.0L30.0 97.0Z');
  expect(highest(hours)).toBe(7);
});
