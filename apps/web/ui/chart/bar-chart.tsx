import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonChart } from '../states/skeletons.tsx';
import { EmptyState } from '../states/states.tsx';
import { formatNumber, useFormat } from '../text/format.ts';
import { useWidth } from '../use-width.ts';
import styles from './bar-chart.module.css';
import { layoutBars } from './bar-layout.ts';
import { type BarCategory, BarPlot, type GhostLine } from './bar-plot.tsx';
import { chartColor, type SeriesColor } from './chart-colors.ts';
import { ChartFrame, type ChartMark } from './chart-frame.tsx';
import { axisLabels, niceTicks } from './chart-scale.ts';
import { ChartTooltip } from './chart-tooltip.tsx';

/** One series of a {@link BarChart}. */
export interface BarSeries {
  key: string;
  label: string;
  /** One value per category; null draws no bar. */
  values: readonly (number | null)[];
  color?: SeriesColor;
  /** Series with the same name are stacked; negative values go below zero. */
  stack?: string;
  /** Draws positive values below zero, labelled without a sign. */
  below?: boolean;
}

export interface BarChartProps {
  label: string;
  categories: readonly BarCategory[];
  series: readonly BarSeries[];
  /** The heading of the category column in the table: 'Day'. */
  categoryLabel?: string;
  ghost?: GhostLine;
  /** Categories (by index) that are marked, with the reason. */
  mark?: (ChartMark & { categories: ReadonlySet<number> }) | undefined;
  unit?: string;
  decimals?: number;
  /** px (260) */
  height?: number;
  loading?: boolean;
}

/** Minimum width of a bar, px: below it, one series is shown at a time. */
const NARROWEST_BAR = 3;

const PAD = { top: 10, right: 8, bottom: 26 };

/** Number of bars side by side. */
const groupsOf = (series: readonly BarSeries[]) =>
  new Set(series.map((each) => (each.stack === undefined ? `own:${each.key}` : `stack:${each.stack}`))).size;

/** Grouped or stacked bars by category. Arrow keys move through the categories; a table has the same figures. */
export function BarChart(props: BarChartProps) {
  const { label, categories, series, unit, decimals = 1, height = 260, loading, ghost, mark } = props;
  const { t } = useTranslation('ui');
  const { language } = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<number | null>(null);
  const [chosen, setChosen] = useState(series[0]?.key);
  const oneByOne =
    width > 0 && series.length > 1 && width / (categories.length * groupsOf(series)) < NARROWEST_BAR;

  const shown = useMemo(
    () =>
      series
        .map((each, index) => ({ ...each, css: chartColor(each.color, index) }))
        .filter((each) => (oneByOne ? each.key === chosen : !hidden.has(each.key))),
    [series, hidden, oneByOne, chosen],
  );
  const plotHeight = height - PAD.top - PAD.bottom;
  const layout = useMemo(
    () =>
      layoutBars(
        shown.map((each) =>
          each.below ? { ...each, values: each.values.map((v) => (v === null ? null : -v)) } : each,
        ),
        categories.length,
      ),
    [shown, categories.length],
  );
  const highest = Math.max(layout.max, ...(ghost?.values ?? []).map((value) => value ?? 0));
  const ticks = useMemo(
    () => niceTicks(layout.min, highest, Math.max(2, Math.round(plotHeight / 48))),
    [layout, highest, plotHeight],
  );
  // Below zero are values of another kind, not negative ones.
  const mirrored = series.some((each) => each.below);
  const named = mirrored ? ticks.map(Math.abs) : ticks;
  const tickTexts = axisLabels(named, (ticks[1] ?? 1) - (ticks[0] ?? 0), unit ?? '', language);
  const left = Math.max(34, 14 + Math.max(...tickTexts.map((text) => text.length)) * 6.6);
  const right = width - PAD.right;
  const band = categories.length ? Math.max(0, right - left) / categories.length : 0;
  const area = { width, height, left, right, top: PAD.top, bottom: height - PAD.bottom, band };
  const empty = categories.length === 0 || series.every((s) => s.values.every((v) => v === null));

  const rows = (index: number) =>
    shown.map((each) => ({
      key: each.key,
      label: each.label,
      color: each.css,
      unit,
      value: formatNumber(each.values[index], decimals, language),
    }));
  const withGhost = (index: number) =>
    ghost
      ? [
          ...rows(index),
          {
            key: 'ghost',
            label: ghost.label,
            color: 'var(--vl-chart-axis)',
            unit,
            value: formatNumber(ghost.values[index], decimals, language),
          },
        ]
      : rows(index);
  const titleOf = (index: number) => {
    const title = categories[index]?.title ?? categories[index]?.label ?? '';
    return mark?.categories.has(index) ? `${title} · ${mark.label}` : title;
  };
  const onKey = (event: KeyboardEvent) => {
    const last = categories.length - 1;
    const moves: Record<string, number> = {
      ArrowRight: Math.min((active ?? -1) + 1, last),
      ArrowLeft: Math.max((active ?? last + 1) - 1, 0),
      Home: 0,
      End: last,
    };
    const target = moves[event.key];
    if (target !== undefined) {
      event.preventDefault();
      setActive(target);
    } else if (event.key === 'Escape') setActive(null);
  };

  return (
    <ChartFrame
      label={label}
      legend={series.map((each, index) => ({
        key: each.key,
        label: unit && series.length === 1 ? `${each.label} (${unit})` : each.label,
        color: chartColor(each.color, index),
        hidden: oneByOne ? each.key !== chosen : hidden.has(each.key),
      }))}
      alsoShown={
        ghost && (
          <>
            <span className={styles.ghostLine} aria-hidden="true" />
            {ghost.label}
          </>
        )
      }
      mark={mark?.categories.size ? mark : undefined}
      onToggle={(key) => {
        setChosen(key);
        if (oneByOne) return;
        const next = new Set(hidden);
        if (!next.delete(key)) next.add(key);
        setHidden(next);
      }}
      table={() => ({
        head: [
          props.categoryLabel ?? t('chart.category'),
          ...[...series, ...(ghost ? [ghost] : [])].map((each) =>
            unit ? `${each.label} (${unit})` : each.label,
          ),
        ],
        rows: categories.map((_, i) => [
          titleOf(i),
          ...[...series, ...(ghost ? [ghost] : [])].map((each) =>
            formatNumber(each.values[i], decimals, language),
          ),
        ]),
      })}
    >
      <div ref={box} className={styles.box} style={{ minHeight: height }}>
        {loading ? (
          <SkeletonChart height={height} />
        ) : empty ? (
          <EmptyState compact title={t('chart.empty')} />
        ) : (
          width > 0 && (
            <div
              className={styles.plot}
              role="slider"
              tabIndex={0}
              aria-label={t('chart.cursor', { label })}
              aria-valuemin={0}
              aria-valuemax={categories.length - 1}
              aria-valuenow={active ?? 0}
              // Without a category it is the subject, so that the first one is announced when a key reaches it.
              aria-valuetext={
                active === null
                  ? label
                  : [
                      titleOf(active),
                      ...withGhost(active).map((row) => `${row.label} ${row.value} ${unit ?? ''}`),
                    ].join(', ')
              }
              onKeyDown={onKey}
              onBlur={() => setActive(null)}
              onPointerLeave={() => setActive(null)}
              onPointerMove={(event) => {
                const x = event.clientX - event.currentTarget.getBoundingClientRect().left - left;
                const index = Math.floor(x / band);
                setActive(index >= 0 && index < categories.length ? index : null);
              }}
            >
              <BarPlot
                {...{ categories, shown, layout, ghost, ticks, tickTexts, area, active }}
                marked={mark?.categories}
              />
              {active !== null && (
                <ChartTooltip
                  title={titleOf(active)}
                  rows={withGhost(active)}
                  left={left + (active + 0.5) * band}
                  width={width}
                />
              )}
            </div>
          )
        )}
      </div>
    </ChartFrame>
  );
}
