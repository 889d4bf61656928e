import type { RunBalance } from '@voltloop/contract/calls/works.ts';
import { expect, test } from 'vitest';
import { runFlows } from './run-flows.ts';

const balance: RunBalance = {
  in: '1000',
  added: '50',
  out: '700',
  residue: '250',
  loss: '60',
  water: '-10',
  difference: '50',
  allowed: '50',
  balanced: true,
};
const lines = [
  { side: 'in', lotNo: 'BM-1', mass: '600' },
  { side: 'in', code: 'A', mass: '400' },
  { side: 'out', lotNo: 'LC-1', material: 'lithium_carbonate', mass: '400' },
  { side: 'out', lotNo: 'LC-1', material: 'lithium_carbonate', mass: '300' },
  { side: 'out', material: 'residue', mass: '250' },
];

test('inputs and outputs have the same mass', () => {
  const { nodes, flows } = runFlows(lines, balance);
  expect(nodes.map(({ key }) => key)).toEqual([
    'run',
    'in BM-1',
    'in A',
    'out LC-1',
    'in added',
    'out residue',
    'out loss',
    'in water',
    'out difference',
  ]);
  const sum = (side: 'from' | 'to') =>
    flows.filter((flow) => flow[side] === 'run').reduce((all, { value }) => all + value, 0);
  expect([sum('to'), sum('from')]).toEqual([1060, 1060]);
  expect(flows.find(({ to }) => to === 'out LC-1')?.value).toBe(700);
});

test('many batteries are merged into one node', () => {
  const many = Array.from({ length: 12 }, (_, n) => ({ side: 'in', code: `B${n}`, mass: '100' }));
  const { nodes, flows } = runFlows(many, { ...balance, in: '1200' });
  expect(nodes.find(({ kind }) => kind === 'pieces')).toMatchObject({ count: 12 });
  expect(flows.find(({ from }) => from === 'in pieces')?.value).toBe(1200);
});
