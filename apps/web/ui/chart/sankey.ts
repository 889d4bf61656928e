import { formatNumber } from '../text/format.ts';
import type { ChartColor } from './chart-colors.ts';
import type { ChartOption, Drawing } from './drawing.ts';
import { withoutCircles } from './flow-order.ts';
import { colorOf } from './look.ts';

export interface Sankey {
  nodes: readonly { key: string; label: string; color?: ChartColor }[];
  /** Amounts from node to node, by their keys. Flows that lead back are in the table only. */
  flows: readonly { from: string; to: string; value: number }[];
  /** Headings of the table: "From", "To", "Mass". */
  names: { from: string; to: string; value: string };
  unit?: string;
  decimals?: number;
  language: string;
}

/** Flows between nodes, with widths proportional to their amounts. */
export function sankey({ nodes, flows, names, unit, decimals = 0, language }: Sankey): Drawing {
  const text = (value: number) => formatNumber(value, decimals, language);
  const labels = new Map(nodes.map(({ key, label }) => [key, label]));
  const label = (key: string) => labels.get(key) ?? key;
  const sum = (some: Sankey['flows']) => some.reduce((total, { value }) => total + value, 0);
  return {
    legend: [],
    trigger: 'item',
    points: nodes.map(({ key, label: title, color }, dataIndex) => {
      const into = flows.filter(({ to }) => to === key);
      const out = flows.filter(({ from }) => from === key);
      return {
        key,
        title,
        figures: [
          ...into.map(({ from, value }) => ({ label: `← ${label(from)}`, value: text(value), unit, color })),
          ...out.map(({ to, value }) => ({ label: `→ ${label(to)}`, value: text(value), unit, color })),
        ],
        at: { seriesIndex: 0, dataIndex },
      };
    }),
    table: () => ({
      head: [names.from, names.to, unit ? `${names.value} (${unit})` : names.value],
      rows: flows.map(({ from, to, value }) => [label(from), label(to), text(value)]),
    }),
    option: (look): ChartOption => {
      const drawn = withoutCircles(flows.filter(({ value }) => value > 0));
      return {
        series: [
          {
            type: 'sankey',
            left: 4,
            right: 4,
            top: 8,
            bottom: 8,
            nodeGap: 14,
            nodeWidth: 12,
            draggable: false,
            emphasis: { focus: 'adjacency' },
            lineStyle: { color: 'gradient', opacity: 0.35, curveness: 0.5 },
            data: nodes.map(({ key, label: words, color }, index) => {
              const last = sum(drawn.filter(({ from }) => from === key)) === 0;
              return {
                name: key,
                itemStyle: { color: colorOf(look, color, index), borderWidth: 0 },
                label: {
                  formatter: () => words,
                  color: look.ink,
                  width: 150,
                  overflow: 'truncate' as const,
                  // The last ones are at the right edge: their labels go inwards.
                  position: last ? ('left' as const) : ('right' as const),
                },
              };
            }),
            links: drawn.map(({ from, to, value }) => ({ source: from, target: to, value })),
          },
        ],
      };
    },
  };
}
