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
import type { ChartColor } from './chart-colors.ts';
import type { Look } from './look.ts';

/** The series types that engine.ts includes. */
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
  /** The next palette colour by default. */
  color?: ChartColor | undefined;
}

export interface DrawingFigure {
  label: string;
  value: string;
  unit?: string | undefined;
  color?: ChartColor | undefined;
  /** Name in the legend: omitted from tooltips while hidden. */
  series?: string | undefined;
}

/** Something that the pointer or the arrow keys can select: a category, a cell, a node. */
export interface DrawingPoint {
  key: string;
  title: string;
  figures: readonly DrawingFigure[];
  /** Its position in ECharts. */
  at: { seriesIndex: number; dataIndex: number };
}

/** A chart as data: the drawing, and its figures as a table. Built by columns.ts, heat-map.ts, sankey.ts, graph.ts. */
export interface Drawing {
  /** Series that can be toggled; empty for charts without a legend. */
  legend: readonly DrawingSeries[];
  /** What the tooltip covers: all of a category (`axis`), or one mark. */
  trigger: 'axis' | 'item';
  /** px, so that all labels fit. */
  minHeight?: number;
  /** In the order of the arrow keys; without any the chart is empty. */
  points: readonly DrawingPoint[];
  table: () => { head: string[]; rows: string[][] };
  option: (look: Look, hidden: ReadonlySet<string>) => ChartOption;
}
