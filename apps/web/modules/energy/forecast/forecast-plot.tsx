import type { EnergyForecast } from '@voltloop/contract/calls/forecast.ts';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chartColor, energyColors } from '../../../ui/chart/chart-colors.ts';
import { ChartFrame } from '../../../ui/chart/chart-frame.tsx';
import { axisLabels, niceTicks } from '../../../ui/chart/chart-scale.ts';
import { ChartTooltip } from '../../../ui/chart/chart-tooltip.tsx';
import { formatNumber, NO_VALUE, useFormat } from '../../../ui/index.ts';
import { useWidth } from '../../../ui/use-width.ts';
import styles from './forecast.module.css';
import {
  bandPath,
  expectedPath,
  type ForecastName,
  highest,
  measuredOf,
  measuredPath,
} from './forecast-lines.ts';

const HEIGHT = 260;
const PAD = { top: 10, right: 8, bottom: 28 };

interface ForecastPlotProps {
  label: string;
  forecast: EnergyForecast;
  among: readonly ForecastName[];
}

/** Hours from yesterday to tomorrow: measured lines, then dashed expected ones with their band. */
export function ForecastPlot({ label, forecast, among }: ForecastPlotProps) {
  const { t } = useTranslation(['energy', 'ui']);
  const { language, date } = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [active, setActive] = useState<number | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const { hours, zone } = forecast;
  const names = among.filter((name) => !hidden.has(name));
  const plotHeight = HEIGHT - PAD.top - PAD.bottom;
  const ticks = niceTicks(0, Math.max(0.1, highest(hours)), 4);
  const tickTexts = axisLabels(ticks, (ticks[1] ?? 1) - (ticks[0] ?? 0), 'kWh', language);
  const left = Math.max(34, 14 + Math.max(...tickTexts.map((text) => text.length)) * 6.6);
  const plotWidth = Math.max(0, width - left - PAD.right);
  const top = ticks.at(-1) ?? 1;
  const band = plotWidth / Math.max(1, hours.length);
  const scale = {
    x: (i: number) => left + (i + 0.5) * band,
    y: (kwh: number) => PAD.top + (1 - kwh / top) * plotHeight,
  };
  const now = hours.findIndex((hour) => hour.pv !== null || hour.load !== null);
  const color = (name: ForecastName) => chartColor(energyColors[name], 0);
  const number = (kwh: number | null | undefined) => formatNumber(kwh, 2, language);
  const textOf = (i: number, name: ForecastName) => {
    const hour = hours[i];
    const expected = hour?.[name];
    if (expected) return `${number(expected.mid)} (${number(expected.low)}–${number(expected.high)})`;
    return hour ? number(measuredOf(hour, name)) : NO_VALUE;
  };
  const titleOf = (i: number) => {
    const { key = 0, pv = null, load = null } = hours[i] ?? {};
    const when = date(key, 'dateTime', zone);
    return pv || load ? `${when} · ${t('forecast.expected')}` : when;
  };
  const days = hours.flatMap(({ key }, i) => (date(key, 'time', zone) === '00:00' ? [i] : []));
  const rowsOf = (i: number) =>
    names.map((name) => ({
      key: name,
      label: t(`energy.${name}`),
      value: textOf(i, name),
      unit: 'kWh',
      color: color(name),
    }));

  const onKey = (event: KeyboardEvent) => {
    const last = hours.length - 1;
    const at = active ?? Math.max(0, now);
    const moves: Record<string, number> = {
      ArrowRight: Math.min(at + 1, last),
      ArrowLeft: Math.max(at - 1, 0),
      Home: 0,
      End: last,
    };
    const to = moves[event.key];
    if (event.key === 'Escape') setActive(null);
    if (to === undefined) return;
    event.preventDefault();
    setActive(to);
  };
  const read = active ?? Math.max(0, now);

  return (
    <ChartFrame
      label={label}
      legend={among.map((name) => ({
        key: name,
        label: t(`energy.${name}`),
        color: color(name),
        hidden: hidden.has(name),
      }))}
      onToggle={(key) => {
        const next = new Set(hidden);
        if (!next.delete(key)) next.add(key);
        setHidden(next);
      }}
      alsoShown={t('forecast.key')}
      table={() => ({
        head: [t('chart.time', { ns: 'ui' }), ...among.map((name) => `${t(`energy.${name}`)} (kWh)`)],
        rows: hours.map((_, i) => [titleOf(i), ...among.map((name) => textOf(i, name))]),
      })}
    >
      <div ref={box} className={styles.box} style={{ minHeight: HEIGHT }}>
        {width > 0 && (
          <div
            className={styles.plot}
            role="slider"
            tabIndex={0}
            aria-label={t('chart.cursor', { ns: 'ui', label })}
            aria-valuemin={0}
            aria-valuemax={hours.length - 1}
            aria-valuenow={read}
            aria-valuetext={[
              titleOf(read),
              ...rowsOf(read).map((row) => `${row.label} ${row.value} kWh`),
            ].join(', ')}
            onKeyDown={onKey}
            onBlur={() => setActive(null)}
            onPointerLeave={() => setActive(null)}
            onPointerMove={(event) => {
              const x = event.clientX - event.currentTarget.getBoundingClientRect().left - left;
              const index = Math.floor(x / band);
              setActive(index >= 0 && index < hours.length ? index : null);
            }}
          >
            <svg width={width} height={HEIGHT} aria-hidden="true" className={styles.svg}>
              {ticks.map((tick, i) => (
                <g key={tick}>
                  <line
                    x1={left}
                    x2={width - PAD.right}
                    y1={scale.y(tick)}
                    y2={scale.y(tick)}
                    className={styles.grid}
                  />
                  <text x={left - 8} y={scale.y(tick) + 4} className={styles.tick} textAnchor="end">
                    {tickTexts[i]}
                  </text>
                </g>
              ))}
              {days.map((i) => (
                <g key={i}>
                  <line
                    x1={left + i * band}
                    x2={left + i * band}
                    y1={PAD.top}
                    y2={PAD.top + plotHeight}
                    className={styles.day}
                  />
                  <text x={left + i * band + 6} y={HEIGHT - 8} className={styles.tick}>
                    {date(hours[i]?.key, 'dayMonth', zone)}
                  </text>
                </g>
              ))}
              {names.map((name) => (
                <path
                  key={`band ${name}`}
                  d={bandPath(hours, name, scale)}
                  fill={color(name)}
                  opacity={0.16}
                />
              ))}
              {names.map((name) => (
                <g key={name} fill="none" stroke={color(name)} strokeWidth={1.8} strokeLinejoin="round">
                  <path d={measuredPath(hours, name, scale)} />
                  <path d={expectedPath(hours, name, scale)} strokeDasharray="5 4" />
                </g>
              ))}
              {active !== null && (
                <line
                  x1={scale.x(active)}
                  x2={scale.x(active)}
                  y1={PAD.top}
                  y2={PAD.top + plotHeight}
                  className={styles.cursor}
                />
              )}
            </svg>
            {active !== null && (
              <ChartTooltip
                title={titleOf(active)}
                rows={rowsOf(active)}
                left={scale.x(active)}
                width={width}
              />
            )}
          </div>
        )}
      </div>
    </ChartFrame>
  );
}
