import { expect, test } from 'vitest';
import { type DeviceSample, families, formatFor, metricsText } from './metrics-text.ts';

const device: DeviceSample = {
  devid: 'DEV-1',
  name: 'Anna "North"\\\nroof',
  site: '屋顶',
  online: true,
  problem_level: 0,
  active_events: 0,
  last_time_ms: 1_750_000_000_500,
  bat_power_w: -1500.5,
  grid_power_w: null,
  pv_power_w: 0,
  load_power_w: 300,
  soc_pct: 55,
  soh_pct: null,
  left_wh: 5500,
  rated_wh: 10_000,
  energy_Wh: { pv_kwh: 1000 },
};
const text = (format: 'openmetrics' | 'prometheus', devices = [device]) =>
  [...metricsText(devices, format)].join('');

test('a label value is escaped, and a percentage becomes a ratio', () => {
  expect(text('prometheus')).toContain(
    'voltloop_state_of_charge_ratio{device="DEV-1",name="Anna \\"North\\"\\\\\\nroof",site="屋顶"} 0.55\n',
  );
});

test('an unknown value has no sample, and a family without samples is omitted', () => {
  const lines = text('prometheus').split('\n');
  expect(lines.filter((line) => line.includes('grid_power'))).toEqual([]);
  expect(lines.filter((line) => line.startsWith('voltloop_solar_power_watts{'))).toHaveLength(1);
  expect(text('prometheus', [])).toBe('');
  expect(text('openmetrics', [])).toBe('# EOF\n');
});

test('the family of an OpenMetrics counter has no _total suffix; in the plain format it does', () => {
  expect(text('openmetrics')).toMatch(
    /# TYPE voltloop_solar_energy_joules counter\n# UNIT voltloop_solar_energy_joules joules\nvoltloop_solar_energy_joules_total\{[^}]+\} 3600000\n/,
  );
  expect(text('openmetrics')).toMatch(/# EOF\n$/);
  expect(text('prometheus')).toMatch(/# TYPE voltloop_solar_energy_joules_total counter\nvoltloop_solar/);
  expect(text('prometheus')).not.toMatch(/# UNIT|# EOF/);
});

test('a name ends with its unit, and that of a counter with _total', () => {
  for (const { name, type, unit } of families) {
    expect(name.endsWith('_total')).toBe(type === 'counter');
    if (unit) expect(name.replace(/_total$/, '')).toMatch(new RegExp(`_${unit}$`));
  }
});

test('the format is OpenMetrics when the Accept header requests it', () => {
  expect(formatFor('application/openmetrics-text;version=1.0.0;q=0.5,text/plain;q=0.3')).toBe('openmetrics');
  expect(formatFor('text/plain')).toBe('prometheus');
  expect(formatFor(undefined)).toBe('prometheus');
});
