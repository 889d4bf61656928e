/** The parts of ECharts that our charts use. Loaded on first use, never with a page: import it with `import()`. */
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

/** Wraps `init`: bundlers resolve a re-export to ECharts itself and drop this file. @param host Null: for text only. */
export function makeChart(host: HTMLElement | null, size?: { width: number; height: number }): ECharts {
  return init(host, undefined, { renderer: 'svg', ssr: host === null, ...size });
}
