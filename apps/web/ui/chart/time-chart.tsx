import { IconZoomReset } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import 'uplot/dist/uPlot.min.css';
import { SkeletonChart } from '../states/skeletons.tsx';
import { EmptyState } from '../states/states.tsx';
import { formatDate, formatNumber, useFormat } from '../text/format.ts';
import { useWidth } from '../use-width.ts';
import { chartColor } from './chart-colors.ts';
import frame from './chart-frame.module.css';
import { ChartFrame, type ChartMark } from './chart-frame.tsx';
import { withGaps } from './chart-scale.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import styles from './time-chart.module.css';
import type { PlottedSeries } from './time-chart-options.ts';
import { type TimeRange, useTimePlot } from './time-chart-plot.ts';
import type { TimeBand, TimeSeries } from './time-series.ts';

export type { TimeBand, TimeSeries } from './time-series.ts';

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
  range?: TimeRange;
  /** Neighbours further apart than this are not connected. */
  gap_ms?: number;
  /** Fixed ends of the left axis. */
  bands?: readonly TimeBand[];
  /** Times that are marked, with the reason; the same array until they change. */
  mark?: (ChartMark & { spans: readonly TimeRange[] }) | undefined;
  /** Charts with the same key share their cursor. */
  syncKey?: string;
  /** The range that was dragged, or null when it was reset. */
  onZoom?: (range: TimeRange | null) => void;
  loading?: boolean;
}

const MAX_TABLE_ROWS = 500;

/**
 * Values over time. Drag to zoom, double-click (or Escape) to reset; gaps in the data stay gaps; arrow keys move
 * the cursor, plus zooms to it; a table has the same figures.
 */
export function TimeChart(props: TimeChartProps) {
  const { label, times, series, height = 280, zone, range, gap_ms, syncKey, onZoom, loading, mark } = props;
  const { t } = useTranslation('ui');
  const { language } = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());

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
        times,
        series.map((each) => each.values),
        gap_ms,
      ),
    [times, series, gap_ms],
  );
  const spans = mark?.spans;
  const bands = useMemo(
    () => [
      ...(props.bands ?? []),
      ...(spans ?? []).map((span): TimeBand => ({ ...span, tone: 'warning', marked: true })),
    ],
    [props.bands, spans],
  );
  const empty = times.length === 0;
  const { host, hover, zoomed, resetZoom, hideCursor, onKeyDown } = useTimePlot({
    width,
    height,
    series: shown,
    data,
    zone,
    range,
    bands,
    syncKey,
    onZoom,
    ready: width > 0 && !empty && !loading,
  });

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
  /** A time, and whether something is marked from it up to the next one. */
  const titleOf = (style: 'dateTime' | 'dateTimeSeconds', time: number, next = Number.POSITIVE_INFINITY) => {
    const title = formatDate(time, style, zone, language);
    return mark?.spans.some(({ begin_ms, end_ms }) => begin_ms < next && end_ms > time)
      ? `${title} · ${mark.label}`
      : title;
  };
  const hoverTime = hover ? data.times[hover.index] : undefined;
  const hoverTitle =
    hover && hoverTime !== undefined ? titleOf('dateTime', hoverTime, data.times[hover.index + 1]) : '';
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
      mark={mark?.spans.length ? mark : undefined}
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
        const step = Math.max(1, Math.ceil(times.length / MAX_TABLE_ROWS));
        const indexes = times.map((_, index) => index).filter((index) => index % step === 0);
        return {
          head: [t('chart.time'), ...series.map((s) => (s.unit ? `${s.label} (${s.unit})` : s.label))],
          rows: indexes.map((index) => [
            titleOf('dateTimeSeconds', times[index] as number, times[index + step]),
            ...series.map((s) => formatNumber(s.values[index], s.decimals ?? 1, language)),
          ]),
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
              aria-label={t('chart.cursorZoom', { label })}
              aria-valuemin={0}
              aria-valuemax={Math.max(0, data.times.length - 1)}
              aria-valuenow={hover?.index ?? 0}
              aria-valuetext={
                hoverTime === undefined
                  ? summarise(shown, language)
                  : [
                      hoverTitle,
                      ...hoverRows.map((row) => `${row.label} ${row.value} ${row.unit ?? ''}`),
                    ].join(', ')
              }
              onKeyDown={onKeyDown}
              onBlur={hideCursor}
            />
            {hover && hoverTime !== undefined && hoverRows.length > 0 && (
              <ChartTooltip
                title={hoverTitle}
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
