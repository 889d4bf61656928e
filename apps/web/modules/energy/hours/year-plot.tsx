import { useComputedColorScheme } from '@mantine/core';
import type { EnergyHours } from '@voltloop/contract/calls/energy-hours.ts';
import { two } from '@voltloop/domain/clock/clock-time.ts';
import { hourOf, isoDay } from '@voltloop/domain/clock/zone-time.ts';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chartColor, energyColors } from '../../../ui/chart/chart-colors.ts';
import { ChartTooltip } from '../../../ui/chart/chart-tooltip.tsx';
import { NO_VALUE, useFormat } from '../../../ui/index.ts';
import { useWidth } from '../../../ui/use-width.ts';
import styles from './energy-hours.module.css';
import { drawYear, placeOf } from './year-drawing.ts';
import { calendarOf, kindOf, moved, scaleEnd } from './year-grid.ts';

/** Below this width, px, days run down and hours across. */
const UPRIGHT_BELOW = 600;
const LEFT = 40;
const TOP = 4;
const BOTTOM = 22;

interface YearPlotProps {
  label: string;
  hours: EnergyHours;
  now_ms: number;
}

/** Days of a year by hours as cells; arrow keys and the pointer read them. */
export function YearPlot({ label, hours, now_ms }: YearPlotProps) {
  const { t } = useTranslation(['energy', 'ui']);
  const { number, language } = useFormat();
  const scheme = useComputedColorScheme('light');
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(box);
  const [at, setAt] = useState<{ day: number; hour: number } | null>(null);
  const upright = width > 0 && width < UPRIGHT_BELOW;
  const calendar = useMemo(() => calendarOf(hours.year), [hours.year]);
  const end = useMemo(() => scaleEnd(hours.days), [hours.days]);
  const plot = {
    upright,
    days: calendar.days,
    left: LEFT,
    top: TOP,
    width: Math.max(0, width - LEFT),
    height: upright ? calendar.days * 2 : 24 * 9,
  };
  const height = TOP + plot.height + BOTTOM;
  const last = Math.max(0, hours.days.length - 1);
  /** The last hour of the current day that has begun. */
  const begun = useMemo(() => begunToday(hours, now_ms), [hours, now_ms]);
  const kind = (day: number, hour: number) =>
    kindOf(hours.days[day], hour, day < last || begun === null || hour <= begun);

  useEffect(() => {
    const element = canvas.current;
    if (element && width > 0) drawYear(element, { plot, hours, end, kind, size: { width, height } });
    // The colours are read from the page and depend on its colour scheme.
  }, [width, height, hours, end, scheme]);

  const color = chartColor(energyColors[hours.energy], 0);
  const name = t(`energy.${hours.energy}`);
  const titleOf = ({ day, hour }: { day: number; hour: number }) =>
    `${hours.days[day]?.day ?? ''}, ${two(hour)}:00–${two(hour + 1)}:00`;
  const noteOf = ({ day, hour }: { day: number; hour: number }) => {
    const of = hours.days[day];
    const what = kind(day, hour);
    if (what !== 'value') return t(`hours.${what}`);
    if (of?.gaps?.includes(hour)) return t('hours.gap');
    return of?.twice?.includes(hour) ? t('hours.twice') : '';
  };
  const textOf = ({ day, hour }: { day: number; hour: number }) =>
    kind(day, hour) === 'value' ? number(hours.days[day]?.kwh[hour], 2) : NO_VALUE;
  const cursor = at ?? { day: last, hour: 12 };

  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setAt(null);
    const next = moved(cursor, event.key, last);
    if (!next) return;
    event.preventDefault();
    setAt(next);
  };
  const onMove = (event: PointerEvent<HTMLElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const found = placeOf(plot, event.clientX - left, event.clientY - top);
    setAt(found && found.day <= last ? found : null);
  };
  const cell = at && cellAt(plot, at);

  return (
    <div ref={box} className={styles.box} style={{ minHeight: height }}>
      {width > 0 && (
        <div
          className={styles.plot}
          role="slider"
          tabIndex={0}
          aria-label={t('hours.cursor', { label })}
          aria-valuemin={0}
          aria-valuemax={(last + 1) * 24 - 1}
          aria-valuenow={cursor.day * 24 + cursor.hour}
          aria-valuetext={[titleOf(cursor), `${name} ${textOf(cursor)} kWh`, noteOf(cursor)]
            .filter(Boolean)
            .join(', ')}
          onKeyDown={onKey}
          onBlur={() => setAt(null)}
          onPointerMove={onMove}
          onPointerLeave={() => setAt(null)}
        >
          <canvas ref={canvas} style={{ width, height }} />
          <Axis plot={plot} months={calendar.months} year={hours.year} language={language} />
          {cell && <span className={styles.cell} style={cell} aria-hidden="true" />}
          {at && cell && (
            <ChartTooltip
              title={titleOf(at)}
              rows={[
                { key: 'value', label: name, value: textOf(at), unit: 'kWh', color },
                ...(noteOf(at) ? [{ key: 'note', label: noteOf(at), value: '', color: 'transparent' }] : []),
              ]}
              left={cell.left}
              width={width}
              top={upright ? Math.max(8, Math.min(cell.top - 24, height - 80)) : 8}
            />
          )}
        </div>
      )}
    </div>
  );
}

type Plot = Parameters<typeof placeOf>[0];

function cellAt({ upright, days, left, top, width, height }: Plot, at: { day: number; hour: number }) {
  const [x, y] = upright ? [at.hour / 24, at.day / days] : [at.day / days, at.hour / 24];
  return {
    left: left + x * width,
    top: top + y * height,
    width: Math.max(3, width / (upright ? 24 : days)),
    height: Math.max(3, height / (upright ? days : 24)),
  };
}

const begunToday = ({ days, zone }: EnergyHours, now_ms: number): number | null =>
  isoDay(now_ms, zone) === days.at(-1)?.day ? hourOf(now_ms, zone) : null;

/** Axis labels: months along the days, every sixth hour along the hours. */
function Axis({
  plot,
  months,
  year,
  language,
}: {
  plot: Plot;
  months: number[];
  year: number;
  language: string;
}) {
  const { upright, days, left, top, width, height } = plot;
  const narrow = !upright && width < 760;
  const nameOf = (month: number) =>
    new Date(Date.UTC(year, month, 15)).toLocaleDateString(language, {
      month: narrow ? 'numeric' : 'short',
      timeZone: 'UTC',
    });
  return (
    <>
      {months.map((day, month) => (
        <span
          key={day}
          className={styles.tick}
          data-end={upright || undefined}
          style={
            upright
              ? { top: top + (day / days) * height, right: `calc(100% - ${left - 6}px)` }
              : { left: left + (day / days) * width, top: top + height + 4 }
          }
        >
          {nameOf(month)}
        </span>
      ))}
      {[0, 6, 12, 18].map((hour) => (
        <span
          key={`h${hour}`}
          className={styles.tick}
          data-end={!upright || undefined}
          style={
            upright
              ? { left: left + (hour / 24) * width, top: top + height + 4 }
              : { top: top + (hour / 24) * height - 3, right: `calc(100% - ${left - 6}px)` }
          }
        >
          {two(hour)}
        </span>
      ))}
    </>
  );
}
