import { expect, it } from 'vitest';
import { doubtfulSpans, drawnPoints, historyLines, stepOf } from './history-lines.ts';

const group = (keys: string[], perPack = false) => ({
  id: 'M:a',
  prefix: 'M',
  group: 'a',
  keys,
  perPack,
});

it('draws measurements, not states and bits', () => {
  const points = [
    { key: 'A', kind: 'gauge' },
    { key: 'B', kind: 'enum' },
    { key: 'C', kind: 'counter' },
    { key: 'D', kind: 'bits' },
  ];
  expect(drawnPoints(group(['A', 'B', 'C', 'D']), points)).toEqual(['A', 'C']);
});

it('has the reported points, those of a third unit hidden at first', () => {
  const units: Record<string, string> = { A: 'V', B: 'A', C: '°C', D: 'V' };
  const rows: Parameters<typeof historyLines>[1] = [
    { key: 1, A: { avg: 1 }, C: { avg: 2 } },
    { key: 2, B: { avg: 1 }, D: { avg: 2 } },
  ];
  const lines = historyLines(group(['A', 'B', 'C', 'D', 'E']), rows, 1, (key) => units[key] ?? '');
  expect(lines.map(({ wire, hidden }) => [wire, hidden])).toEqual([
    ['A', false],
    ['B', false],
    ['C', true],
    ['D', false],
  ]);
});

it('has the cells of one pack, with eight visible at first', () => {
  const cells = Array.from({ length: 10 }, (_, i) => `P_V@2.${String(i + 1).padStart(2, '0')}`);
  const row = Object.fromEntries([...cells, 'P_V@1.01'].map((wire) => [wire, { avg: 3 }]));
  const lines = historyLines(group(['P_V'], true), [{ key: 1, ...row }], 2, () => 'V');
  expect(lines.map(({ wire }) => wire)).toEqual(cells);
  expect(lines.filter(({ hidden }) => !hidden)).toHaveLength(8);
});

it('uses longer slots for a longer range', () => {
  const of = (days: number) => stepOf({ begin_ms: 0, end_ms: days * 86_400_000 }).interval;
  expect([1, 7, 31, 365].map(of)).toEqual(['5m', '15m', '1h', '1d']);
});

it('marks the readings of its points that were not accepted or were excluded, without confirmed ones', () => {
  const at = (time: number, state: string, point = 'A') => ({ point, time, state });
  const list = [
    at(9000, 'excluded'),
    at(8000, 'confirmed'),
    at(2500, 'wrong', 'B'),
    at(2100, 'held'),
    at(1200, 'wrong'),
  ];
  expect(doubtfulSpans(list, ['A'], 1000)).toEqual([
    { begin_ms: 1200, end_ms: 2101 },
    { begin_ms: 9000, end_ms: 9001 },
  ]);
});
