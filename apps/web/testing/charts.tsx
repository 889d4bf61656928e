import { useState } from 'react';
import { Chart } from '../ui/chart/chart.tsx';
import { columns } from '../ui/chart/columns.ts';
import { graph } from '../ui/chart/graph.ts';
import { heatMap } from '../ui/chart/heat-map.ts';
import { sankey } from '../ui/chart/sankey.ts';
import { Card } from '../ui/index.ts';

const language = 'en';
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'].map((label) => ({ key: label, label }));
const bars = columns({
  category: 'Month',
  categories: months,
  series: [
    { key: 'in', label: 'In', unit: 'kg', values: [1200, 900, 1500, 800, 1300, 1700] },
    { key: 'out', label: 'Out', unit: 'kg', values: [700, 1000, 600, 900, 1200, 1000] },
    { key: 'yield', label: 'Yield', unit: '%', values: [91, 92, null, 95, 93, 96], kind: 'line' },
  ],
  language,
});
const areas = columns({
  category: 'Month',
  categories: months,
  series: ['New', 'Older', 'Old'].map((label, i) => ({
    key: label,
    label,
    kind: 'area' as const,
    stack: 'age',
    values: months.map((_, month) => 100 * (i + 1) + 20 * month * i),
  })),
  language,
});
const heat = heatMap({
  names: { column: 'Day', row: 'Person', value: 'Documents' },
  columns: months,
  rows: ['Ann', 'Ben', 'Cem'].map((label) => ({ key: label, label })),
  values: [
    [1, 2, 3, 4, 5, 6],
    [null, 3, null, 9, 2, 0],
    [4, 4, 8, 1, 1, 12],
  ],
  language,
});
const flow = sankey({
  nodes: ['Vehicles', 'Receipts', 'Packs', 'Black mass', 'Loss'].map((label) => ({ key: label, label })),
  flows: [
    { from: 'Vehicles', to: 'Receipts', value: 1200 },
    { from: 'Receipts', to: 'Packs', value: 700 },
    { from: 'Receipts', to: 'Black mass', value: 450 },
    { from: 'Receipts', to: 'Loss', value: 50 },
  ],
  names: { from: 'From', to: 'To', value: 'Mass' },
  unit: 'kg',
  language,
});
const net = graph({
  nodes: [
    { key: 'v', label: 'Vehicle 粤B12345', kind: 'Vehicle', color: 6, at: { x: 0, y: 60 } },
    { key: 'p', label: 'Pack 04QPB…', kind: 'Battery', at: { x: 200, y: 60 } },
    { key: 'm', label: 'Module 1', kind: 'Battery', at: { x: 400, y: 0 } },
    { key: 'n', label: 'Module 2', kind: 'Battery', at: { x: 400, y: 120 } },
  ],
  links: [
    { from: 'v', to: 'p', label: 'receipt' },
    { from: 'p', to: 'm' },
    { from: 'p', to: 'n' },
  ],
  names: { from: 'From', to: 'To', link: 'By' },
});

/** Every kind of drawing, and what was selected last. */
export function Charts() {
  const [selected, setSelected] = useState('');
  return (
    <Card title="Charts">
      <Chart label="Months" drawing={bars} onSelect={setSelected} />
      <output data-testid="selected">{selected}</output>
      <Chart label="Ages" drawing={areas} height={220} />
      <Chart label="Work" drawing={heat} height={240} onSelect={setSelected} />
      <Chart label="Flow" drawing={flow} height={260} onSelect={setSelected} />
      <Chart label="Net" drawing={net} height={240} onSelect={setSelected} />
    </Card>
  );
}
