/** Pure: the lines and bands of a forecast, in the units of its plot. */
import type { EnergyForecast, ExpectedEnergy } from '@voltloop/contract/calls/forecast.ts';

export type ForecastHour = EnergyForecast['hours'][number];
export const forecastNames = ['pv', 'load'] as const;
export type ForecastName = (typeof forecastNames)[number];

export const measuredOf = (hour: ForecastHour, name: ForecastName): number | null =>
  name === 'pv' ? hour.pv_kwh : hour.load_kwh;

/** The maximum of all drawn values. */
export const highest = (hours: readonly ForecastHour[]): number =>
  Math.max(
    0,
    ...hours.flatMap((hour) =>
      forecastNames.map((name) => Math.max(measuredOf(hour, name) ?? 0, hour[name]?.high ?? 0)),
    ),
  );

export interface Scale {
  x: (index: number) => number;
  y: (kwh: number) => number;
}

const step = (index: number, value: number | null, before: boolean, { x, y }: Scale) =>
  value === null ? '' : `${before ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;

/** The measured line, broken where values are missing. */
export const measuredPath = (hours: readonly ForecastHour[], name: ForecastName, scale: Scale): string =>
  hours
    .map((hour, i) => {
      const former = hours[i - 1];
      return step(i, measuredOf(hour, name), !!former && measuredOf(former, name) !== null, scale);
    })
    .join('');

/** The expected line; it begins where the measured line ends. */
export function expectedPath(hours: readonly ForecastHour[], name: ForecastName, scale: Scale): string {
  const first = hours.findIndex((hour) => hour[name] !== null);
  if (first < 0) return '';
  const last = hours[first - 1];
  const end = last ? measuredOf(last, name) : null;
  const join = end === null ? '' : step(first - 1, end, false, scale);
  return (
    join +
    hours
      .slice(first)
      .map((hour, i) => step(first + i, hour[name]?.mid ?? null, i > 0 || join !== '', scale))
      .join('')
  );
}

/** The band around the expected line, as an area. */
export function bandPath(hours: readonly ForecastHour[], name: ForecastName, { x, y }: Scale): string {
  const known = hours.flatMap((hour, i) => (hour[name] ? [{ i, band: hour[name] as ExpectedEnergy }] : []));
  if (known.length === 0) return '';
  const at = (i: number, kwh: number) => `${x(i).toFixed(1)} ${y(kwh).toFixed(1)}`;
  const up = known.map(({ i, band }) => at(i, band.high));
  const down = known.toReversed().map(({ i, band }) => at(i, band.low));
  return `M${[...up, ...down].join('L')}Z`;
}
