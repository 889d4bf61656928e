import { describe, expect, it } from 'vitest';
import type { SeriesRow } from '../telemetry/index.ts';
import { packLines, parsePackView, spreadRows } from './pack-series.ts';

const rows: SeriesRow[] = [
  {
    key: 0,
    'P_CELL_V@1.01': { avg: 3300 },
    'P_CELL_V@1.02': { avg: 3312 },
    'P_CELL_V@1.03': { avg: 3295 },
    'P_CELL_V@2.01': { avg: 3301 },
    'P_SOC@1': { avg: 50 },
  },
  { key: 60, 'P_CELL_V@2.02': { avg: 3310 }, 'P_CELL_V@2.10': { avg: 3300.5 }, 'P_SOC@12': { avg: 40 } },
];

describe('the spread of cells', () => {
  it('is maximum minus minimum per pack, and missing for a single cell', () => {
    expect(spreadRows(rows, 'P_CELL_V')).toEqual([
      { key: 0, 'P_CELL_V@1': 17 },
      { key: 60, 'P_CELL_V@2': 9.5 },
    ]);
    expect(spreadRows(rows, 'P_CELL_T')).toEqual([]);
  });
});

describe('lines', () => {
  it('are packs, or the cells of one pack, by number', () => {
    expect(packLines(rows, { show: 'packs', key: 'P_SOC' }, 1)).toEqual([
      { wire: 'P_SOC@1', no: 1 },
      { wire: 'P_SOC@12', no: 12 },
    ]);
    expect(packLines(rows, { show: 'cells', key: 'P_CELL_V' }, 2).map((line) => line.no)).toEqual([1, 2, 10]);
    expect(packLines(rows, { show: 'spread', key: 'P_CELL_V' }, 2).map((line) => line.wire)).toEqual([
      'P_CELL_V@1',
      'P_CELL_V@2',
    ]);
  });
  it('need a valid view', () => {
    expect(parsePackView('spread:P_CELL_V')).toEqual({ show: 'spread', key: 'P_CELL_V' });
    expect(parsePackView('all:P_SOC')).toBeNull();
  });
});
