import { describe, expect, it } from 'vitest';
import { lines, NODE_RADIUS, nodes, rails, VIEW } from './flow-geometry.ts';

const numbersOf = (path: string) => path.match(/-?\d+(\.\d+)?/g)!.map(Number);

/** First point, and last point, of a path of M, V, H and Q with absolute coordinates. */
function ends(path: string) {
  let x = 0;
  let y = 0;
  let start: { x: number; y: number } | undefined;
  for (const [, letter, rest] of path.matchAll(/([MVHQ])([^MVHQ]*)/g)) {
    const n = numbersOf(rest!);
    if (letter === 'V') y = n[0]!;
    else if (letter === 'H') x = n[0]!;
    else [x, y] = n.slice(-2) as [number, number];
    start ??= { x, y };
  }
  return { start: start!, end: { x, y } };
}
const distance = (a: { x: number; y: number }, b: { x: number; y: number }) =>
  Math.hypot(a.x - b.x, a.y - b.y);

describe('the layout', () => {
  it('begins each line at its source’s ring and ends it at its sink’s', () => {
    for (const line of Object.values(lines)) {
      const { start, end } = ends(line.path);
      const [source, sink] = line.reversed ? [end, start] : [start, end];
      expect(distance(source, nodes[line.from])).toBeCloseTo(NODE_RADIUS + 3, 0);
      expect(distance(sink, nodes[line.to])).toBeCloseTo(NODE_RADIUS + 3, 0);
    }
  });
  it('stays inside its box with space for the labels', () => {
    for (const { x, y } of Object.values(nodes)) {
      expect(x - NODE_RADIUS).toBeGreaterThan(4);
      expect(x + NODE_RADIUS).toBeLessThan(VIEW.width - 4);
      expect(y - NODE_RADIUS).toBeGreaterThan(20);
      expect(y + NODE_RADIUS).toBeLessThan(VIEW.height - 20);
    }
  });
  it('has a rail under every flow', () => {
    const drawn = new Set(rails.map((name) => lines[name].path));
    for (const line of Object.values(lines)) expect(drawn.has(line.path)).toBe(true);
  });
});
