import uPlot from 'uplot';
import { languageOf } from '../../context/language-of.ts';
import { formatDate } from '../text/format.ts';
import { axisLabels } from './chart-scale.ts';
import type { TimeBand, TimeSeries } from './time-series.ts';

/** A series with resolved colour and visibility. */
export interface PlottedSeries extends TimeSeries {
  css: string;
  show: boolean;
}

interface Input {
  width: number;
  height: number;
  series: readonly PlottedSeries[];
  zone: string | undefined;
  language: string;
  range: { begin_ms: number; end_ms: number } | undefined;
  bands: readonly TimeBand[];
  syncKey: string | undefined;
  onCursor: (index: number | null, left: number, plotLeft: number) => void;
  onZoom: (range: { begin_ms: number; end_ms: number } | null) => void;
}

const DAY_MS = 86_400_000;
/** Half of the widest label of the time axis: the last one is at the right edge. */
const LAST_LABEL_PX = 30;
/** Height of the line of a marked band, and its least width. */
const MARK_PX = 3;

/** Resolves `var(--x)`, because a canvas does not support CSS variables. */
function resolve(css: string): string {
  const name = /^var\((--[\w-]+)\)$/.exec(css)?.[1];
  return name ? getComputedStyle(document.documentElement).getPropertyValue(name).trim() : css;
}

/** `#rrggbb` with an opacity from 0 to 1. */
function fade(hex: string, opacity: number): string {
  return `${hex}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`;
}

/** Hours within a day, and the date where the day changes or the ticks are days. */
function timeLabels(zone: string | undefined, language: string): uPlot.Axis.DynamicValues {
  return (_u, splits, _axis, _space, increment) => {
    let former = '';
    return splits.map((split, index) => {
      const day = formatDate(split, 'dayMonth', zone, language);
      const changed = day !== former;
      former = day;
      if (increment >= 28 * DAY_MS) return formatDate(split, 'month', zone, language);
      if (increment >= DAY_MS) return day;
      const time = formatDate(split, 'time', zone, language);
      return changed && (index === 0 || time === '00:00') ? `${time}\n${day}` : time;
    });
  };
}

/** The uPlot options: axes by unit, gaps kept, drag to zoom, colours of the tokens. */
export function buildOptions(input: Input): uPlot.Options {
  const { series, zone, language } = input;
  const ink = resolve('var(--vl-chart-axis)');
  const grid = resolve('var(--vl-chart-grid)');
  const surface = resolve('var(--vl-surface)');
  const font = `11px ${getComputedStyle(document.body).fontFamily}`;
  const units = [...new Set(series.map((each) => each.unit ?? ''))];
  const scaleOf = (unit: string | undefined) => `y${units.indexOf(unit ?? '')}`;
  const scales: uPlot.Scales = {
    x: {
      time: true,
      range: (_u, min, max) =>
        min === max ? [min - DAY_MS / 24, max + DAY_MS / 24] : ([min, max] as uPlot.Range.MinMax),
    },
  };
  units.forEach((unit, index) => {
    // The axis of percentages always ends at 100: 60 % must not look full.
    if (unit === '%') {
      scales[`y${index}`] = { range: (_u, _min, max) => [0, Math.max(100, max ?? 100)] };
      return;
    }
    scales[`y${index}`] = {
      range: (_u, min, max) => {
        // Without any visible value uPlot passes null.
        const low = min ?? 0;
        const high = max ?? 1;
        const pad = (high - low || Math.abs(high) || 1) * 0.08;
        return [low >= 0 && low - pad < 0 ? 0 : low - pad, high + pad];
      },
    };
  });
  const whole = input.range;
  let zoomed = false;

  const reset = (u: uPlot) => {
    const times = u.data[0];
    const min = whole?.begin_ms ?? times[0];
    const max = whole?.end_ms ?? times[times.length - 1];
    if (min === undefined || max === undefined) return;
    zoomed = false;
    u.setScale('x', { min, max });
    input.onZoom(null);
  };

  return {
    width: input.width,
    height: input.height,
    ms: 1,
    pxAlign: 1,
    padding: [8, units.length > 1 ? 0 : LAST_LABEL_PX, 0, 0],
    tzDate: (time) => (zone ? uPlot.tzDate(new Date(time), zone) : new Date(time)),
    legend: { show: false },
    scales,
    cursor: {
      y: false,
      points: { size: 7, width: 2, stroke: () => surface },
      drag: { x: true, y: false, setScale: true, dist: 6 },
      sync: input.syncKey ? { key: input.syncKey, setSeries: false } : undefined,
      bind: {
        dblclick: (u) => () => {
          reset(u);
          return null;
        },
      },
    },
    series: [
      {},
      ...series.map((each): uPlot.Series => {
        const color = resolve(each.css);
        return {
          label: each.label,
          scale: scaleOf(each.unit),
          show: each.show,
          stroke: color,
          width: each.kind === 'bars' ? 0 : 1.6,
          dash: each.dashed ? [5, 4] : undefined,
          fill:
            each.kind === 'area' ? fade(color, 0.12) : each.kind === 'bars' ? fade(color, 0.85) : undefined,
          paths:
            each.kind === 'step'
              ? uPlot.paths.stepped?.({ align: 1 })
              : each.kind === 'bars'
                ? uPlot.paths.bars?.({ size: [0.7, 28], radius: 0.15 })
                : undefined,
          points: { show: isolated, size: 5, fill: color, width: 0 },
          spanGaps: false,
        };
      }),
    ],
    axes: [
      {
        stroke: ink,
        font,
        size: 38,
        gap: 6,
        space: languageOf(language) === 'zh' ? 64 : 60,
        grid: { show: false },
        ticks: { show: false },
        border: { show: true, stroke: grid, width: 1 },
        values: timeLabels(zone, language),
      },
      ...units.map((unit, index): uPlot.Axis => {
        const first = index === 0;
        return {
          // A third unit has its own scale, but there is no space for a third axis.
          show: index < 2,
          scale: `y${index}`,
          side: first ? 3 : 1,
          stroke: ink,
          font,
          gap: 8,
          space: 36,
          size: (_u, values) => Math.max(36, 16 + Math.max(0, ...(values ?? []).map((v) => v.length)) * 6.6),
          grid: { show: first, stroke: grid, width: 1 },
          ticks: { show: false },
          values: (_u, splits, _axis, _space, increment) => axisLabels(splits, increment, unit, language),
        };
      }),
    ],
    hooks: {
      init: [
        (u) => {
          if (whole) u.setScale('x', { min: whole.begin_ms, max: whole.end_ms });
        },
      ],
      setData: [
        (u) => {
          if (whole && !zoomed) u.setScale('x', { min: whole.begin_ms, max: whole.end_ms });
        },
      ],
      setSelect: [
        (u) => {
          if (u.select.width < 1) return;
          zoomed = true;
          input.onZoom({
            begin_ms: u.posToVal(u.select.left, 'x'),
            end_ms: u.posToVal(u.select.left + u.select.width, 'x'),
          });
        },
      ],
      setCursor: [
        (u) => {
          const { idx, left } = u.cursor;
          if (idx === null || idx === undefined || left === undefined || left < 0) input.onCursor(null, 0, 0);
          else input.onCursor(idx, left, u.over.offsetLeft);
        },
      ],
      drawClear: [
        (u) => {
          for (const band of input.bands) {
            const from = u.valToPos(band.begin_ms, 'x', true);
            const to = u.valToPos(band.end_ms, 'x', true);
            const left = Math.max(from, u.bbox.left);
            const right = Math.min(to, u.bbox.left + u.bbox.width);
            if (right < left || (right === left && !band.marked)) continue;
            const color = resolve(`var(--vl-${band.tone}-mark)`);
            const width = band.marked ? Math.max(right - left, MARK_PX * devicePixelRatio) : right - left;
            u.ctx.fillStyle = fade(color, band.marked ? 0.16 : 0.12);
            u.ctx.fillRect(left, u.bbox.top, width, u.bbox.height);
            if (!band.marked) continue;
            u.ctx.fillStyle = color;
            u.ctx.fillRect(left, u.bbox.top, width, MARK_PX * devicePixelRatio);
          }
        },
      ],
    },
  };
}

/** Draws points when there are few, so that a value between two gaps is visible. */
const isolated: uPlot.Series.Points.Show = (u, _index, from, to) =>
  to - from < 2 || (to - from < 40 && u.width / (to - from) > 30);
