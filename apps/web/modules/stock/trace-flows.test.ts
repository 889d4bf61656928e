import { expect, test } from 'vitest';
import { traceFlows } from './trace-flows.ts';

const item = (id: string) => ({ id: `item:${id}`, kind: 'item', label: id });

test('batteries of the same run are merged into one flow, without losing mass', () => {
  const batteries = Array.from({ length: 12 }, (_, n) => item(`B${n}`));
  const nodes = [
    item('LOT'),
    { id: 'run:r', kind: 'run', label: 'ZS1' },
    { id: 'outside:s', kind: 'outside', label: '某厂' },
    { id: 'stock:a', kind: 'stock', label: 'A' },
    ...batteries,
  ];
  const links = [
    ...batteries.flatMap(({ id }) => [
      { from: 'outside:s', to: id, kg: '10.5' },
      { from: id, to: 'run:r', kg: '10.5' },
    ]),
    { from: 'run:r', to: 'item:LOT', kg: '126' },
    { from: 'item:LOT', to: 'stock:a', kg: '126' },
  ];
  const found = traceFlows({ nodes, links }, 'LOT');
  expect(found.nodes.map(({ kind, label, count }) => [kind, label, count])).toEqual([
    ['item', 'LOT', 1],
    ['run', 'ZS1', 1],
    ['outside', '某厂', 1],
    ['stock', 'A', 1],
    ['item', '', 12],
  ]);
  expect(found.flows.map(({ value }) => value)).toEqual([126, 126, 126, 126]);
});
