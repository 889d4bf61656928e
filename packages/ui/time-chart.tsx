import { useComputedColorScheme } from '@mantine/core';
import { IconZoomReset } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { chartColor } from './chart-colors.ts';
import frame from './chart-frame.module.css';
import { ChartFrame } from './chart-frame.tsx';
import { withGaps } from './chart-scale.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import { formatDate, formatNumber, useFormat } from './format.ts';
import { SkeletonChart } from './skeletons.tsx';
import { EmptyState } from './states.tsx';
import styles from './time-chart.module.css';
import { buildOptions, type PlottedSeries } from './time-chart-options.ts';
import type { TimeBand, TimeSeries } from './time-series.ts';

export type { TimeBand, TimeSeries } from './time-series.ts';

import { useWidth } from './use-width.ts';

export interface TimeChartProps {
  /** The subject of the chart, for screen readers and the table. */
  label: string;
  /** Epoch ms, ascending. */
  times: readonly number[];
  series: readonly TimeSeries[];
  /** px (280) */
  height?: number;
  /** IANA zone of axis and tooltip; the browser's by default. */
  zone?: string;
  /** Ends of the time axis; the ends of the data by default. */
  range?: { begin_ms: number; end_ms: number };
  /** Neighbours further apart than this are not connected. */
  gap_ms?: number;
  /** Fixed ends of the left axis. */
  bands?: readonly TimeBand[];
  /** Charts with the same key share their cursor. */
  syncKey?: string;
  /** The range that was dragged, or null when it was reset. */
  onZoom?: (range: { begin_ms: number; end_ms: number } | null) => void;
  loading?: boolean;
}

const MAX_TABLE_ROWS = 500;

/**
 * Values over time. Drag to zoom, double-click (or Escape) to reset; gaps in the data stay gaps; arrow keys move
 * the cursor; a table has the same figures.
 */
export function TimeChart(props: TimeChartProps) {
  const { label, series, height = 280, zone, range, gap_ms, bands, syncKey, loading } = props;
  const { t } = useTranslation('ui');
  const { language } = useFormat();
  const scheme = useComputedColorScheme('light');
  const box = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const width = useWidth(box);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [hover, setHover] = useState<{ index: number; left: number; plotLeft: number } | null>(null);
  const [zoomed, setZoomed] = useState(false);
  const onZoom = useRef(props.onZoom);
  onZoom.current = props.onZoom;

  const shown = useMemo<PlottedSeries[]>(
    () =>
      series.map((each, index) => ({
        ...each,
        css: chartColor(each.color, index),
        show: Boolean(each.hidden) === toggled.has(each.key),
      })),
    [series, toggled],
  );
  const data = useMemo(
    () =>
      withGaps(
        props.times,
        series.map((each) => each.values),
        gap_ms,
      ),
    [props.times, series, gap_ms],
  );
  const empty = props.times.length === 0;
  const ready = width > 0 && !empty && !loading;
  const shape = shown.map((s) => [s.key, s.label, s.unit, s.kind, s.css, s.dashed, s.decimals]).join('|');
  const begin = range?.begin_ms;
  const end = range?.end_ms;

  // A new shape or style creates a new plot; new figures, sizes and visibility update the existing one.
  useEffect(() => {
    if (!ready || !host.current) return;
    const made = new uPlot(
      buildOptions({
        width,
        height,
        series: shown,
        zone,
        language,
        range: begin !== undefined && end !== undefined ? { begin_ms: begin, end_ms: end } : undefined,
        bands: bands ?? [],
        syncKey,
        onCursor: (index, left, plotLeft) => setHover(index === null ? null : { index, left, plotLeft }),
        onZoom: (zoom) => {
          setZoomed(zoom !== null);
          onZoom.current?.(zoom);
        },
      }),
      [data.times, ...data.columns] as uPlot.AlignedData,
      host.current,
    );
    plot.current = made;
    return () => {
      plot.current = null;
      setHover(null);
      setZoomed(false);
      made.destroy();
    };
  }, [ready, shape, scheme, language, zone, begin, end, bands, syncKey]);

  useEffect(() => {
    if (!plot.current || plot.current.data[0] === data.times) return;
    plot.current.setData([data.times, ...data.columns] as uPlot.AlignedData, !zoomed);
    // New figures must not shrink a fixed time range to their own end.
    if (!zoomed && begin !== undefined && end !== undefined)
      plot.current.setScale('x', { min: begin, max: end });
  }, [data, zoomed, begin, end]);
  useEffect(() => {
    if (plot.current && width > 0) plot.current.setSize({ width, height });
  }, [width, height]);
  useEffect(() => {
    shown.forEach((each, index) => {
      const now = plot.current?.series[index + 1];
      if (now && now.show !== each.show) plot.current?.setSeries(index + 1, { show: each.show });
    });
  }, [shown]);

  const resetZoom = () => {
    plot.current?.over.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
  };
  const onKey = (event: KeyboardEvent) => {
    const u = plot.current;
    if (!u) return;
    if (event.key === 'Escape' && zoomed) {
      event.stopPropagation();
      resetZoom();
      return;
    }
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const step = (event.shiftKey ? 10 : 1) * (event.key === 'ArrowLeft' ? -1 : 1);
    const last = data.times.length - 1;
    const index = Math.min(Math.max((u.cursor.idx ?? (step > 0 ? -1 : last + 1)) + step, 0), last);
    u.setCursor({ left: u.valToPos(data.times[index]!, 'x'), top: 20 });
  };

  const pick = (index: number) =>
    shown
      .filter((each) => each.show)
      .map((each) => ({
        key: each.key,
        label: each.label,
        color: each.css,
        unit: each.unit,
        value: formatNumber(data.columns[shown.indexOf(each)]?.[index], each.decimals ?? 1, language),
      }));
  const hoverTime = hover ? data.times[hover.index] : undefined;
  const hoverRows = hover && hoverTime !== undefined ? pick(hover.index) : [];

  return (
    <ChartFrame
      label={label}
      legend={shown.map((each) => ({
        key: each.key,
        label: each.unit ? `${each.label} (${each.unit})` : each.label,
        color: each.css,
        hidden: !each.show,
        dashed: each.dashed,
      }))}
      onToggle={(key) => {
        const next = new Set(toggled);
        if (!next.delete(key)) next.add(key);
        setToggled(next);
      }}
      extra={
        zoomed && (
          <button
            type="button"
            className={frame.switch}
            aria-label={t('chart.resetZoom')}
            onClick={resetZoom}
          >
            <IconZoomReset size={16} stroke={1.7} />
          </button>
        )
      }
      table={() => {
        const step = Math.max(1, Math.ceil(props.times.length / MAX_TABLE_ROWS));
        return {
          head: [t('chart.time'), ...series.map((s) => (s.unit ? `${s.label} (${s.unit})` : s.label))],
          rows: props.times
            .map((time, i) => [
              formatDate(time, 'dateTimeSeconds', zone, language),
              ...series.map((s) => formatNumber(s.values[i], s.decimals ?? 1, language)),
            ])
            .filter((_, i) => i % step === 0),
        };
      }}
    >
      <div ref={box} className={styles.box} style={{ minHeight: height }}>
        {loading ? (
          <SkeletonChart height={height} />
        ) : empty ? (
          <EmptyState compact title={t('chart.empty')} />
        ) : (
          <>
            <div
              ref={host}
              className={styles.plot}
              role="slider"
              tabIndex={0}
              aria-label={t('chart.cursor', { label })}
              aria-valuemin={0}
              aria-valuemax={Math.max(0, data.times.length - 1)}
              aria-valuenow={hover?.index ?? 0}
              aria-valuetext={
                hoverTime === undefined
                  ? summarise(shown, language)
                  : [
                      formatDate(hoverTime, 'dateTime', zone, language),
                      ...hoverRows.map((row) => `${row.label} ${row.value} ${row.unit ?? ''}`),
                    ].join(', ')
              }
              onKeyDown={onKey}
              onBlur={() => plot.current?.setCursor({ left: -10, top: -10 })}
            />
            {hover && hoverTime !== undefined && hoverRows.length > 0 && (
              <ChartTooltip
                title={formatDate(hoverTime, 'dateTime', zone, language)}
                rows={hoverRows}
                left={hover.left + hover.plotLeft}
                width={width}
              />
            )}
          </>
        )}
      </div>
    </ChartFrame>
  );
}

/** 'Battery power: -2,400 to 3,100 W' for each shown series. */
function summarise(series: readonly PlottedSeries[], language: string): string {
  return series
    .filter((each) => each.show)
    .map((each) => {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (const value of each.values) {
        if (value === null) continue;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      if (low > high) return `${each.label}: –`;
      const text = (value: number) => formatNumber(value, each.decimals ?? 1, language);
      return `${each.label}: ${text(low)} – ${text(high)} ${each.unit ?? ''}`;
    })
    .join('; ');
}
