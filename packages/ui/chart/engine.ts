/** The parts of ECharts that charts here are made of. Loaded on first use, never with a page: import it with `import()`. */
import { BarChart, GraphChart, HeatmapChart, LineChart, SankeyChart } from 'echarts/charts';
import { GridComponent, TooltipComponent, VisualMapComponent } from 'echarts/components';
import { type ECharts, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([
  BarChart,
  GraphChart,
  GridComponent,
  HeatmapChart,
  LineChart,
  SankeyChart,
  SVGRenderer,
  TooltipComponent,
  VisualMapComponent,
]);

/** Not `init` itself: a build would take it from ECharts and leave out this file with its parts. @param host Null: for text only. */
export function makeChart(host: HTMLElement | null, size?: { width: number; height: number }): ECharts {
  return init(host, undefined, { renderer: 'svg', ssr: host === null, ...size });
}
