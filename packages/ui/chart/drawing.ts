import type {
  BarSeriesOption,
  GraphSeriesOption,
  HeatmapSeriesOption,
  LineSeriesOption,
  SankeySeriesOption,
} from 'echarts/charts';
import type {
  GridComponentOption,
  TooltipComponentOption,
  VisualMapComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import type { ChartColor } from '../chart-colors.ts';
import type { Look } from './look.ts';

/** What the parts of engine.ts can draw. */
export type ChartOption = ComposeOption<
  | BarSeriesOption
  | GraphSeriesOption
  | GridComponentOption
  | HeatmapSeriesOption
  | LineSeriesOption
  | SankeySeriesOption
  | TooltipComponentOption
  | VisualMapComponentOption
>;

export interface DrawingSeries {
  key: string;
  label: string;
  /** In order of the palette by default. */
  color?: ChartColor | undefined;
}

export interface DrawingFigure {
  label: string;
  value: string;
  unit?: string | undefined;
  color?: ChartColor | undefined;
  /** Of the legend: left out of tooltips while it is hidden. */
  series?: string | undefined;
}

/** Something of the drawing that the pointer or the arrow keys can be on: a category, a cell, a node. */
export interface DrawingPoint {
  key: string;
  title: string;
  figures: readonly DrawingFigure[];
  /** Where ECharts has it. */
  at: { seriesIndex: number; dataIndex: number };
}

/** A chart as data: what is drawn, and the same figures for who cannot see it. Made by columns.ts, heat-map.ts, sankey.ts, graph.ts. */
export interface Drawing {
  /** Series to switch off and on; empty for charts that have none. */
  legend: readonly DrawingSeries[];
  /** What a pointer finds: everything of a category (`axis`), or one mark. */
  trigger: 'axis' | 'item';
  /** In the order of the arrow keys. */
  points: readonly DrawingPoint[];
  table: () => { head: string[]; rows: string[][] };
  option: (look: Look, hidden: ReadonlySet<string>) => ChartOption;
}
