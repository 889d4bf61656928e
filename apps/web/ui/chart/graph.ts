import type { ChartColor } from './chart-colors.ts';
import type { ChartOption, Drawing } from './drawing.ts';
import { colorOf } from './look.ts';

export interface GraphNode {
  key: string;
  label: string;
  /** Kind of the node as text, and the colour of the kind. */
  kind: string;
  color?: ChartColor;
  /** Its position, in any unit; without positions a force layout places the nodes. */
  at?: { x: number; y: number };
  /** px (18) */
  size?: number;
}

export interface Graph {
  nodes: readonly GraphNode[];
  /** Lines between nodes, by their keys, each with an optional label. */
  links: readonly { from: string; to: string; label?: string }[];
  /** Headings of the table: "From", "To", "By". */
  names: { from: string; to: string; link: string };
}

/** Nodes and the lines between them; hovering a node highlights its neighbours. */
export function graph({ nodes, links, names }: Graph): Drawing {
  const labels = new Map(nodes.map(({ key, label }) => [key, label]));
  const label = (key: string) => labels.get(key) ?? key;
  return {
    legend: [],
    trigger: 'item',
    points: nodes.map(({ key, label: title, kind, color }, dataIndex) => ({
      key,
      title,
      figures: [
        { label: kind, value: '', color },
        ...links.filter(({ to }) => to === key).map(({ from }) => ({ label: `← ${label(from)}`, value: '' })),
        ...links.filter(({ from }) => from === key).map(({ to }) => ({ label: `→ ${label(to)}`, value: '' })),
      ],
      at: { seriesIndex: 0, dataIndex },
    })),
    table: () => ({
      head: [names.from, names.to, names.link],
      rows: links.map(({ from, to, label: words }) => [label(from), label(to), words ?? '']),
    }),
    option: (look): ChartOption => ({
      series: [
        {
          type: 'graph',
          layout: nodes.every(({ at }) => at) ? 'none' : 'force',
          force: { repulsion: 160, edgeLength: 90, layoutAnimation: false },
          left: 60,
          right: 60,
          top: 24,
          bottom: 32,
          preserveAspect: 'contain',
          roam: 'move',
          edgeSymbol: ['none', 'arrow'],
          edgeSymbolSize: 7,
          lineStyle: { color: look.quiet, opacity: 0.6, width: 1.5 },
          label: { show: true, position: 'bottom', color: look.ink, width: 130, overflow: 'truncate' },
          emphasis: { focus: 'adjacency' },
          data: nodes.map(({ key, label: words, color, at, size = 18 }, index) => ({
            id: key,
            name: words,
            symbolSize: size,
            itemStyle: { color: colorOf(look, color, index) },
            ...at,
          })),
          links: links.map(({ from, to, label: words }) => ({
            source: from,
            target: to,
            ...(words && { label: { show: true, formatter: () => words, color: look.quiet, fontSize: 11 } }),
          })),
        },
      ],
    }),
  };
}
