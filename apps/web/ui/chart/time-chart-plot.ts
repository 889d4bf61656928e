import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { useFormat } from '../text/format.ts';
import { buildOptions, type PlottedSeries } from './time-chart-options.ts';
import type { TimeBand } from './time-series.ts';

export interface TimeRange {
  begin_ms: number;
  end_ms: number;
}

interface Plot {
  /** px; 0 while unknown: nothing is plotted. */
  width: number;
  /** px */
  height: number;
  series: readonly PlottedSeries[];
  /** Times (epoch ms) and, for each series, their values. */
  data: { times: readonly number[]; columns: readonly (readonly (number | null)[])[] };
  zone: string | undefined;
  range: TimeRange | undefined;
  bands: readonly TimeBand[] | undefined;
  syncKey: string | undefined;
  onZoom: ((range: TimeRange | null) => void) | undefined;
  /** False while there is nothing to plot. */
  ready: boolean;
}

/** Plots into the element of `host` by uPlot, and follows its cursor and zoom. */
export function useTimePlot({
  width,
  height,
  series,
  data,
  zone,
  range,
  bands,
  syncKey,
  ready,
  ...rest
}: Plot) {
  const { language } = useFormat();
  const scheme = useComputedColorScheme('light');
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const [hover, setHover] = useState<{ index: number; left: number; plotLeft: number } | null>(null);
  const [zoomed, setZoomed] = useState(false);
  const onZoom = useRef(rest.onZoom);
  onZoom.current = rest.onZoom;
  const shape = series.map((s) => [s.key, s.label, s.unit, s.kind, s.css, s.dashed, s.decimals]).join('|');
  const begin = range?.begin_ms;
  const end = range?.end_ms;

  // A new shape or style creates a new plot; new figures, sizes and visibility update the existing one.
  useEffect(() => {
    if (!ready || !host.current) return;
    const made = new uPlot(
      buildOptions({
        width,
        height,
        series,
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
    series.forEach((each, index) => {
      const now = plot.current?.series[index + 1];
      if (now && now.show !== each.show) plot.current?.setSeries(index + 1, { show: each.show });
    });
  }, [series]);

  const resetZoom = () => {
    plot.current?.over.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
  };
  /** Halves the shown time around the cursor, as dragging over it would. */
  const zoomIn = (u: uPlot) => {
    const min = u.scales.x?.min ?? 0;
    const max = u.scales.x?.max ?? 0;
    const at = data.times[u.cursor.idx ?? -1] ?? (min + max) / 2;
    const from = Math.max(at - (max - min) / 4, min);
    const to = Math.min(at + (max - min) / 4, max);
    const left = u.valToPos(from, 'x');
    u.setSelect({ left, width: u.valToPos(to, 'x') - left, top: 0, height: 0 });
    u.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
    u.setScale('x', { min: from, max: to });
  };
  return {
    host,
    hover,
    zoomed,
    resetZoom,
    hideCursor: () => plot.current?.setCursor({ left: -10, top: -10 }),
    /** Arrow keys move the cursor, by ten values with Shift; plus zooms to it, minus and Escape reset the zoom. */
    onKeyDown: (event: KeyboardEvent) => {
      const u = plot.current;
      if (!u) return;
      if (event.key === 'Escape' && zoomed) {
        event.stopPropagation();
        resetZoom();
        return;
      }
      if (event.key === '+' || event.key === '=') return zoomIn(u);
      if (event.key === '-' && zoomed) return resetZoom();
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      event.preventDefault();
      const step = (event.shiftKey ? 10 : 1) * (event.key === 'ArrowLeft' ? -1 : 1);
      const last = data.times.length - 1;
      const index = Math.min(Math.max((u.cursor.idx ?? (step > 0 ? -1 : last + 1)) + step, 0), last);
      u.setCursor({ left: u.valToPos(data.times[index]!, 'x'), top: 20 });
    },
  };
}
