import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import type { ECharts } from 'echarts/core';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonChart } from '../states/skeletons.tsx';
import { EmptyState, ErrorState } from '../states/states.tsx';
import { useWidth } from '../use-width.ts';
import styles from './chart.module.css';
import { chartColor } from './chart-colors.ts';
import { ChartFrame } from './chart-frame.tsx';
import type { Drawing, DrawingPoint } from './drawing.ts';
import { type Look, lookOf } from './look.ts';
import { tooltipOf } from './tooltip.ts';

export interface ChartProps {
  /** The subject of the chart, for screen readers and the table. */
  label: string;
  drawing: Drawing;
  /** px (320), or more if the drawing needs it */
  height?: number;
  /** A point was clicked, or Enter pressed on it, e.g. to open the source of its figures. */
  onSelect?: ((key: string) => void) | undefined;
  loading?: boolean;
}

type Engine = typeof import('./engine.ts');

/**
 * A chart of ECharts, whose code loads on first use. Arrow keys move through its points, Enter selects one; a table has
 * the same figures.
 */
export function Chart({ label, drawing, height: wanted = 320, onSelect, loading }: ChartProps) {
  const { t } = useTranslation('ui');
  const height = Math.max(wanted, drawing.minHeight ?? 0);
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const { engine, error, again } = useEngine();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<number | null>(null);
  const empty = drawing.points.length === 0;
  const ready = !loading && !empty && width > 0;
  const chart = useChart({
    engine: ready ? engine : undefined,
    drawing,
    hidden,
    width,
    height,
    onSelect,
    onPoint: setActive,
  });

  const go = (index: number) => {
    const point = drawing.points[index];
    if (!point) return;
    setActive(index);
    chart.host.current?.focus({ preventScroll: true });
    chart.show(point);
  };
  const onKey = (event: KeyboardEvent) => {
    const last = drawing.points.length - 1;
    const steps: Record<string, number> = {
      ArrowRight: Math.min((active ?? -1) + 1, last),
      ArrowDown: Math.min((active ?? -1) + 1, last),
      ArrowLeft: Math.max((active ?? last + 1) - 1, 0),
      ArrowUp: Math.max((active ?? last + 1) - 1, 0),
      Home: 0,
      End: last,
    };
    const to = steps[event.key];
    const point = active === null ? undefined : drawing.points[active];
    if (to !== undefined) go(to);
    else if (event.key === 'Enter' && point && onSelect) onSelect(point.key);
    else return;
    event.preventDefault();
  };

  const point = active === null ? undefined : drawing.points[active];
  return (
    <ChartFrame
      label={label}
      legend={drawing.legend.map(({ key, label: words, color }, index) => ({
        key,
        label: words,
        color: chartColor(color, index),
        hidden: hidden.has(key),
      }))}
      onToggle={(key) => {
        const next = new Set(hidden);
        if (!next.delete(key)) next.add(key);
        setHidden(next);
      }}
      table={drawing.table}
    >
      <div ref={box} className={styles.box} style={{ minHeight: height }}>
        {error ? (
          <ErrorState compact error={error} onRetry={again} />
        ) : !loading && empty ? (
          <EmptyState compact title={t('chart.empty')} />
        ) : !engine || !ready ? (
          <SkeletonChart height={height} />
        ) : (
          <div
            ref={chart.host}
            className={styles.plot}
            style={{ height }}
            role="slider"
            tabIndex={0}
            aria-label={t('chart.cursor', { label })}
            aria-valuemin={0}
            aria-valuemax={Math.max(0, drawing.points.length - 1)}
            aria-valuenow={active ?? 0}
            aria-valuetext={point ? pointText(point, hidden) : label}
            onKeyDown={onKey}
            onBlur={chart.hide}
          />
        )}
      </div>
    </ChartFrame>
  );
}

const pointText = ({ title, figures }: DrawingPoint, hidden: ReadonlySet<string>) =>
  [
    title,
    ...figures
      .filter(({ series }) => !series || !hidden.has(series))
      .map(({ label, value, unit }) => [label, value, unit].filter(Boolean).join(' ')),
  ].join(', ');

/** Loads the chart engine on first use. */
function useEngine() {
  const [engine, setEngine] = useState<Engine>();
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let unmounted = false;
    import('./engine.ts').then(
      (loaded) => !unmounted && setEngine(loaded),
      (failed: unknown) => !unmounted && setError(failed),
    );
    return () => {
      unmounted = true;
    };
  }, [attempt]);
  const again = () => {
    setError(null);
    setAttempt(attempt + 1);
  };
  return { engine, error, again };
}

interface Use {
  /** Undefined while nothing can be drawn. */
  engine: Engine | undefined;
  drawing: Drawing;
  hidden: ReadonlySet<string>;
  width: number;
  height: number;
  onSelect: ChartProps['onSelect'];
  onPoint: (index: number | null) => void;
}

/** Keeps an ECharts instance in sync with the drawing, the size and the colours. */
function useChart({ engine, drawing, hidden, width, height, onSelect, onPoint }: Use) {
  const host = useRef<HTMLDivElement>(null);
  const made = useRef<ECharts | null>(null);
  const scheme = useComputedColorScheme('light');
  const still = useReducedMotion();
  const latest = useRef({ drawing, onSelect, onPoint });
  latest.current = { drawing, onSelect, onPoint };

  useEffect(() => {
    if (!engine || !host.current) return;
    const chart = engine.makeChart(host.current);
    made.current = chart;
    chart.on('click', (event) => {
      const now = latest.current;
      const point = pointAt(now.drawing, event as Hit);
      if (point) now.onSelect?.(point.key);
    });
    return () => {
      made.current = null;
      latest.current.onPoint(null);
      chart.dispose();
    };
  }, [engine]);

  const option = useMemo(
    () => (look: Look) => ({
      textStyle: { fontFamily: look.font, fontSize: 12 },
      animation: !still,
      animationDuration: 300,
      animationDurationUpdate: 300,
      ...drawing.option(look, hidden),
      tooltip: {
        trigger: drawing.trigger,
        confine: true,
        transitionDuration: 0,
        padding: 0,
        borderWidth: 0,
        backgroundColor: 'transparent',
        extraCssText: 'box-shadow:none;white-space:normal',
        axisPointer: { type: 'shadow', shadowStyle: { color: look.grid, opacity: 0.5 } },
        formatter: (found: unknown) => {
          const point = pointAt(drawing, (Array.isArray(found) ? found[0] : found) as Hit);
          return point ? tooltipOf(point, look, hidden) : '';
        },
      },
    }),
    [drawing, hidden, still],
  );
  useEffect(() => {
    if (!engine || !made.current || !host.current) return;
    made.current.setOption(option(lookOf(host.current)), { notMerge: true });
  }, [engine, option, scheme]);
  useEffect(() => {
    if (width > 0) made.current?.resize({ width, height });
  }, [width, height]);

  return {
    host,
    show: ({ at }: DrawingPoint) => {
      made.current?.dispatchAction({ type: 'downplay' });
      made.current?.dispatchAction({ type: 'highlight', ...at });
      made.current?.dispatchAction({ type: 'showTip', ...at });
    },
    hide: () => {
      made.current?.dispatchAction({ type: 'downplay' });
      made.current?.dispatchAction({ type: 'hideTip' });
    },
  };
}

interface Hit {
  seriesIndex?: number;
  dataIndex?: number;
  dataType?: string;
}

/** The drawing's point for an ECharts event; none for the lines of a graph. */
function pointAt({ trigger, points }: Drawing, hit: Hit): DrawingPoint | undefined {
  if (hit.dataType === 'edge') return undefined;
  return points.find(
    ({ at }) =>
      at.dataIndex === hit.dataIndex && (trigger === 'axis' || at.seriesIndex === (hit.seriesIndex ?? 0)),
  );
}
