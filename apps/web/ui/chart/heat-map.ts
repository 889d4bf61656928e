import { formatNumber } from '../text/format.ts';
import type { ChartOption, Drawing } from './drawing.ts';
import { colorOf } from './look.ts';

interface Word {
  key: string;
  label: string;
}

export interface HeatMap {
  /** Headings of columns and rows: "Hour", "Person". */
  names: { column: string; row: string; value: string };
  columns: readonly Word[];
  rows: readonly Word[];
  /** Row by row; null and missing values draw no cell. */
  values: readonly (readonly (number | null)[])[];
  unit?: string;
  decimals?: number;
  language: string;
}

/** Figures by two categories: darker means more. */
export function heatMap(spec: HeatMap): Drawing {
  const { names, columns, rows, values, unit, decimals = 0, language } = spec;
  const cells = rows.flatMap((row, y) =>
    columns.flatMap((column, x) => {
      const value = values[y]?.[x] ?? null;
      return value === null ? [] : [{ row, column, x, y, value }];
    }),
  );
  const text = (value: number | null | undefined) => formatNumber(value, decimals, language);
  const most = Math.max(1, ...cells.map(({ value }) => value));
  const axis = (words: readonly Word[]) => ({
    type: 'category' as const,
    data: words.map(({ label }) => label),
    axisTick: { show: false },
    axisLine: { show: false },
    splitArea: { show: false },
  });
  return {
    legend: [],
    trigger: 'item',
    points: cells.map(({ row, column, value }, dataIndex) => ({
      key: `${row.key}/${column.key}`,
      title: `${row.label}, ${column.label}`,
      figures: [{ label: names.value, value: text(value), unit }],
      at: { seriesIndex: 0, dataIndex },
    })),
    table: () => ({
      head: [`${names.row} / ${names.column}`, ...columns.map(({ label }) => label)],
      rows: rows.map(({ label }, y) => [label, ...columns.map((_, x) => text(values[y]?.[x]))]),
    }),
    option: (look): ChartOption => {
      const label = { color: look.quiet, hideOverlap: true };
      return {
        grid: { left: 4, right: 4, top: 8, bottom: 60 },
        xAxis: { ...axis(columns), axisLabel: label },
        yAxis: { ...axis(rows), inverse: true, axisLabel: { ...label, width: 120, overflow: 'truncate' } },
        visualMap: {
          type: 'continuous',
          min: 0,
          max: most,
          calculable: false,
          orient: 'horizontal',
          left: 'center',
          bottom: 0,
          itemHeight: 140,
          itemWidth: 10,
          text: [`${text(most)} ${unit ?? ''}`.trim(), '0'],
          textStyle: { color: look.quiet },
          inRange: { color: [look.sunken, colorOf(look, 1, 0)] },
        },
        series: [
          {
            type: 'heatmap',
            data: cells.map(({ x, y, value }) => [x, y, value]),
            itemStyle: { borderColor: look.surface, borderWidth: 2, borderRadius: 3 },
            emphasis: { itemStyle: { borderColor: look.focus } },
          },
        ],
      };
    },
  };
}
