import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columns } from './columns.ts';
import type { Drawing } from './drawing.ts';
import { makeChart } from './engine.ts';
import { withoutCircles } from './flow-order.ts';
import { graph } from './graph.ts';
import { heatMap } from './heat-map.ts';
import type { Look } from './look.ts';
import { sankey } from './sankey.ts';

const look: Look = {
  palette: ['#2b7de0', '#0f9686', '#c07a00', '#8456cf', '#cf3f78', '#5c7186', '#5d9010', '#c2511a'],
  ink: '#465062',
  quiet: '#5d6879',
  grid: '#e9ecf1',
  surface: '#ffffff',
  sunken: '#f0f2f5',
  focus: '#3a8ee6',
  font: 'sans-serif',
};

/** Renders a drawing with ECharts. */
function drawn(drawing: Drawing, hidden: readonly string[] = []): string {
  const chart = makeChart(null, { width: 600, height: 300 });
  chart.setOption({ animation: false, ...drawing.option(look, new Set(hidden)) });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

describe('columns', () => {
  const drawing = columns({
    category: 'Month',
    categories: [
      { key: '2026-01', label: 'January' },
      { key: '2026-02', label: 'February' },
    ],
    series: [
      { key: 'in', label: 'In', unit: 'kg', values: [1200, null] },
      { key: 'share', label: 'Share', unit: '%', values: [40, 60.5], kind: 'line', decimals: 1, color: 3 },
    ],
    language: 'en',
  });
  it('draw their series, without those switched off', () => {
    const svg = drawn(drawing);
    expect(svg).toContain('January');
    expect(svg).toContain(look.palette[0]);
    expect(svg).toContain(look.palette[2]);
    expect(drawn(drawing, ['in'])).not.toContain(look.palette[0]);
  });
  it('are empty when no value differs from 0', () => {
    const categories = [{ key: '2026-01', label: 'January' }];
    const of = (value: number | null) =>
      columns({
        category: 'Month',
        categories,
        series: [{ key: 'in', label: 'In', values: [value] }],
        language: 'en',
      });
    expect([null, 0, 2, -1].map((value) => of(value).points.length)).toEqual([0, 0, 1, 1]);
    expect(of(0).table().rows).toEqual([['January', '0']]);
  });
  it('need more height for many horizontal bars', () => {
    const keys = Array.from({ length: 34 }, (_, i) => String(i));
    const { minHeight } = columns({
      category: 'Province',
      categories: keys.map((key) => ({ key, label: key })),
      series: [{ key: 'count', label: 'Count', values: keys.map(() => 1) }],
      horizontal: true,
      language: 'en',
    });
    expect(minHeight).toBeGreaterThan(34 * 18);
  });
  it('have the same figures in the table and for the arrow keys', () => {
    expect(drawing.table()).toEqual({
      head: ['Month', 'In (kg)', 'Share (%)'],
      rows: [
        ['January', '1,200', '40.0'],
        ['February', '–', '60.5'],
      ],
    });
    expect(drawing.points.map(({ key, title }) => [key, title])).toEqual([
      ['2026-01', 'January'],
      ['2026-02', 'February'],
    ]);
    expect(drawing.points[0]?.figures[0]).toMatchObject({ label: 'In', value: '1,200', unit: 'kg' });
  });
  it('are horizontal for long labels', () => {
    const { xAxis, yAxis } = columns({
      category: 'Store',
      categories: [{ key: 'a', label: 'A store with a long name' }],
      series: [{ key: 'kg', label: 'Mass', values: [1] }],
      horizontal: true,
      language: 'zh-CN',
    }).option(look, new Set());
    expect([xAxis, yAxis]).toMatchObject([[{ type: 'value' }], { type: 'category' }]);
  });
});

describe('a heat map', () => {
  it('has a cell for each figure, and none for missing ones', () => {
    const drawing = heatMap({
      names: { column: 'Day', row: 'Person', value: 'Documents' },
      columns: [
        { key: '1', label: 'Mon' },
        { key: '2', label: 'Tue' },
      ],
      rows: [{ key: 'a', label: 'Ann' }],
      values: [[7, null]],
      language: 'en',
    });
    expect(drawing.points.map(({ key }) => key)).toEqual(['a/1']);
    expect(drawing.table().rows).toEqual([['Ann', '7', '–']]);
    expect(drawn(drawing)).toContain('Ann');
  });
});

describe('a Sankey diagram', () => {
  const flows = [
    { from: 'a', to: 'b', value: 3 },
    { from: 'b', to: 'a', value: 1 },
    { from: 'b', to: 'c', value: 2 },
  ];
  const drawing = sankey({
    nodes: ['a', 'b', 'c'].map((key) => ({ key, label: `Node ${key}` })),
    flows,
    names: { from: 'From', to: 'To', value: 'Mass' },
    unit: 'kg',
    language: 'en',
  });
  it('is drawn despite flows that lead back, and its table has all flows', () => {
    expect(drawn(drawing)).toContain('Node c');
    expect(drawing.table()).toMatchObject({ head: ['From', 'To', 'Mass (kg)'], rows: [{}, {}, {}] });
    expect(drawing.points[1]?.figures.map(({ label }) => label)).toEqual([
      '← Node a',
      '→ Node a',
      '→ Node c',
    ]);
  });
  it('omits only flows that lead back', () => {
    expect(withoutCircles(flows)).toEqual([flows[0], flows[2]]);
    const node = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    fc.assert(
      fc.property(fc.array(fc.record({ from: node, to: node }), { maxLength: 20 }), (all) => {
        const kept = withoutCircles(all);
        // Without cycles, nodes without incoming flows can be removed repeatedly until none is left.
        let left = kept;
        for (;;) {
          const next = left.filter(({ from }) => left.some(({ to }) => to === from));
          if (next.length === left.length) break;
          left = next;
        }
        expect(left).toEqual([]);
        expect(withoutCircles(kept)).toEqual(kept);
      }),
    );
  });
});

describe('a graph', () => {
  it('draws its nodes at their positions', () => {
    const drawing = graph({
      nodes: [
        { key: 'v', label: 'Vehicle', kind: 'Vehicle', at: { x: 0, y: 0 } },
        { key: 'p', label: 'Pack', kind: 'Battery', at: { x: 100, y: 40 } },
      ],
      links: [{ from: 'v', to: 'p', label: 'removed' }],
      names: { from: 'From', to: 'To', link: 'By' },
    });
    expect(drawn(drawing)).toContain('Vehicle');
    expect(drawn(drawing)).toContain('removed');
    expect(drawing.table().rows).toEqual([['Vehicle', 'Pack', 'removed']]);
  });
});
