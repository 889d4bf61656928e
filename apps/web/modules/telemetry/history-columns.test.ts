import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import { describe, expect, it } from 'vitest';
import { historyColumns, historyGroups, packsIn } from './history-columns.ts';

const groups = historyGroups(HE_BAT.points);
const group = (id: string) => groups.find((g) => g.id === id)!;

describe('historyGroups', () => {
  it('covers every point of the dictionary once, packs last', () => {
    expect(groups.flatMap((g) => g.keys).sort()).toEqual(HE_BAT.points.map((p) => p.key).sort());
    const firstPack = groups.findIndex((g) => g.perPack);
    expect(groups.slice(firstPack).every((g) => g.perPack)).toBe(true);
  });
});

describe('historyColumns', () => {
  it('shows the reported points, in the order of the dictionary', () => {
    const rows: { fields: Record<string, number> }[] = [
      { fields: { M_VOLT: 51, M_SOC: 80 } },
      { fields: { M_SOH: 99 } },
    ];
    expect(historyColumns(group('M:battery'), rows, 1).map((c) => c.wire)).toEqual([
      'M_SOC',
      'M_SOH',
      'M_VOLT',
    ]);
  });
  it('contains only the chosen pack, cells by number', () => {
    const rows = [
      { fields: { 'P_CELL_V@1.10': 1, 'P_CELL_V@1.02': 1, 'P_CELL_V@2.01': 1, 'P_CELL_T@1.01': 1 } },
    ];
    expect(historyColumns(group('P:cells'), rows, 1).map((c) => c.wire)).toEqual([
      'P_CELL_V@1.02',
      'P_CELL_V@1.10',
      'P_CELL_T@1.01',
    ]);
    expect(packsIn(rows)).toEqual([1, 2]);
  });
});
