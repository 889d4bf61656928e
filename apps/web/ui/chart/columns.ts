import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts';
import { formatNumber } from '../text/format.ts';
import type { ChartOption, Drawing, DrawingSeries } from './drawing.ts';
import { colorOf, type Look } from './look.ts';

export interface ColumnSeries extends DrawingSeries {
  unit?: string;
  decimals?: number;
  /** One value per category; null is a gap. */
  values: readonly (number | null)[];
  /** Bars by default. */
  kind?: 'bar' | 'line' | 'area';
  /** Series with the same text are stacked. */
  stack?: string;
}

export interface Columns {
  /** The heading of the categories: "Month". */
  category: string;
  categories: readonly { key: string; label: string }[];
  /** Series with the same unit share an axis: the first unit left, the second right. */
  series: readonly ColumnSeries[];
  /** Horizontal bars, for long labels; the first category is on top. */
  horizontal?: boolean;
  language: string;
}

/** px; the label of a horizontal bar needs 18 px. */
const ROW = 20;
const AXIS = 40;

/** Bars, lines and stacked areas over categories. Without a value other than 0 there is nothing to draw. */
export function columns({ category, categories, series, horizontal = false, language }: Columns): Drawing {
  const drawable = series.some(({ values }) => values.some(Boolean)) ? categories : [];
  const text = (each: ColumnSeries, index: number) =>
    formatNumber(each.values[index], each.decimals ?? 0, language);
  return {
    legend: series,
    trigger: 'axis',
    ...(horizontal && { minHeight: drawable.length * ROW + AXIS }),
    points: drawable.map(({ key, label }, dataIndex) => ({
      key,
      title: label,
      figures: series.map((each) => ({
        label: each.label,
        value: text(each, dataIndex),
        unit: each.unit,
        color: each.color,
        series: each.key,
      })),
      at: { seriesIndex: 0, dataIndex },
    })),
    table: () => ({
      head: [category, ...series.map(({ label, unit }) => (unit ? `${label} (${unit})` : label))],
      rows: categories.map(({ label }, index) => [label, ...series.map((each) => text(each, index))]),
    }),
    option: (look, hidden) => {
      const units = [...new Set(series.map(({ unit }) => unit ?? ''))];
      const words = {
        type: 'category' as const,
        data: categories.map(({ label }) => label),
        inverse: horizontal,
        axisTick: { show: false },
        axisLine: { lineStyle: { color: look.grid } },
        axisLabel: {
          color: look.quiet,
          hideOverlap: !horizontal,
          ...(horizontal && { width: 140, overflow: 'truncate', interval: 0 }),
        },
      };
      const values = units.map((unit, index) => ({
        type: 'value' as const,
        name: unit,
        // An axis of counts has no fractions.
        minInterval: series.some((each) => (each.unit ?? '') === unit && each.decimals) ? 0 : 1,
        nameGap: 8,
        nameTextStyle: {
          color: look.quiet,
          align: index > 0 || horizontal ? ('right' as const) : ('left' as const),
        },
        splitNumber: horizontal ? 3 : 4,
        splitLine: { show: index === 0, lineStyle: { color: look.grid } },
        axisLabel: { color: look.quiet, formatter: (value: number) => short(value, language) },
      }));
      return {
        grid: {
          left: 4,
          right: horizontal ? 24 : 4,
          top: units.some(Boolean) && !horizontal ? 30 : 12,
          bottom: 10,
        },
        ...(horizontal ? { xAxis: values, yAxis: words } : { xAxis: words, yAxis: values }),
        series: series.map((each, index) =>
          drawn(each, colorOf(look, each.color, index), {
            axis: { [horizontal ? 'xAxisIndex' : 'yAxisIndex']: units.indexOf(each.unit ?? '') },
            shown: !hidden.has(each.key),
            look,
          }),
        ),
      } as ChartOption;
    },
  };
}

interface Drawn {
  axis: object;
  shown: boolean;
  look: Look;
}

function drawn(
  { key, label, values, kind = 'bar', stack }: ColumnSeries,
  color: string,
  { axis, shown, look }: Drawn,
): BarSeriesOption | LineSeriesOption {
  const common = { id: key, name: label, data: shown ? [...values] : [], ...axis, color };
  const stacked = stack === undefined ? {} : { stack };
  if (kind === 'bar')
    return {
      ...common,
      ...stacked,
      type: 'bar',
      barMaxWidth: 32,
      itemStyle: { borderRadius: stack === undefined ? 3 : 0 },
      emphasis: { focus: 'none' },
    };
  return {
    ...common,
    ...stacked,
    type: 'line',
    symbol: values.length === 1 ? 'circle' : 'emptyCircle',
    showSymbol: values.length === 1,
    lineStyle: { width: 2 },
    ...(kind === 'area' && { areaStyle: { opacity: stack === undefined ? 0.18 : 0.55 } }),
    emphasis: { focus: 'none', itemStyle: { borderColor: look.surface } },
  };
}

/** A compact number for an axis: 12,000 is 12k, in Chinese 1.2万. */
function short(value: number, language: string): string {
  return new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}
