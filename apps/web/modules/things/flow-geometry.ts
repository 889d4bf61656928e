/** Pure: positions of nodes and lines of the energy-flow picture, in units of its 420 × 400 view box. */
import type { FlowName } from './flow-values.ts';

export const VIEW = { width: 420, height: 400 };
export const NODE_RADIUS = 46;

export type NodeName = 'pv' | 'grid' | 'load' | 'battery';

export const nodes: Record<NodeName, { x: number; y: number }> = {
  pv: { x: 210, y: 74 },
  grid: { x: 66, y: 200 },
  load: { x: 354, y: 200 },
  battery: { x: 210, y: 326 },
};

/** Gap between the end of a line and the ring of a node. */
const EDGE = NODE_RADIUS + 3;
/** Offset of lines with a corner from the middle of their node, so that three lines do not overlap. */
const ASIDE = 13;
const BEND = 34;

/** From below or above the node at (x, y) towards `side`, around one corner, to a node at the left or right. */
function corner(from: { x: number; y: number }, to: { x: number; y: number }): string {
  const right = to.x > from.x ? 1 : -1;
  const down = to.y > from.y ? 1 : -1;
  const startX = from.x + right * ASIDE;
  const startY = from.y + down * Math.sqrt(EDGE ** 2 - ASIDE ** 2);
  const endY = to.y - down * ASIDE;
  const endX = to.x - right * Math.sqrt(EDGE ** 2 - ASIDE ** 2);
  return [
    `M${startX} ${round(startY)}`,
    `V${round(endY - down * BEND)}`,
    `Q${startX} ${round(endY)} ${startX + right * BEND} ${round(endY)}`,
    `H${round(endX)}`,
  ].join('');
}

const round = (n: number) => Math.round(n * 10) / 10;

/** The middle of the horizontal part of a {@link corner}. */
function elbow(from: { x: number; y: number }, to: { x: number; y: number }) {
  const right = to.x > from.x ? 1 : -1;
  const down = to.y > from.y ? 1 : -1;
  const begin = from.x + right * (ASIDE + BEND);
  const end = to.x - right * EDGE;
  return { x: round((begin + end) / 2), y: to.y - down * ASIDE };
}

const horizontal = `M${nodes.grid.x + EDGE} ${nodes.grid.y}H${nodes.load.x - EDGE}`;
const vertical = `M${nodes.pv.x} ${nodes.pv.y + EDGE}V${nodes.battery.y - EDGE}`;

interface Line {
  path: string;
  from: NodeName;
  to: NodeName;
  /** The path runs from sink to source. */
  reversed?: true;
  /** Position of the direction arrow under reduced motion; degrees clockwise from pointing right. */
  arrow: { x: number; y: number; angle: 0 | 90 | 180 };
}

/** Each line from its source to its sink, except those with `reversed`. */
export const lines: Record<FlowName, Line> = {
  pv_load: line('pv', 'load'),
  pv_grid: line('pv', 'grid'),
  pv_battery: { path: vertical, from: 'pv', to: 'battery', arrow: { x: nodes.pv.x, y: 160, angle: 90 } },
  grid_load: { path: horizontal, from: 'grid', to: 'load', arrow: { x: 160, y: nodes.grid.y, angle: 0 } },
  battery_load: line('battery', 'load'),
  battery_grid: line('battery', 'grid'),
  grid_battery: { ...line('battery', 'grid'), from: 'grid', to: 'battery', reversed: true, arrow: turned() },
};

function line(from: NodeName, to: NodeName): Line {
  const angle = nodes[to].x > nodes[from].x ? 0 : 180;
  return {
    path: corner(nodes[from], nodes[to]),
    from,
    to,
    arrow: { ...elbow(nodes[from], nodes[to]), angle },
  };
}

function turned(): Line['arrow'] {
  return { ...elbow(nodes.battery, nodes.grid), angle: 0 };
}

/** The faint background lines, one for each pair of nodes that can exchange energy. */
export const rails: readonly FlowName[] = [
  'pv_load',
  'pv_grid',
  'pv_battery',
  'grid_load',
  'battery_load',
  'battery_grid',
];
