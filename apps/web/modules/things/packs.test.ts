import { expect, it } from 'vitest';
import { cellsOfBits, packsOf } from './packs.ts';

const at = (value: number, time = 1) => ({ value, time });

it('groups values by pack and cell, in order of their numbers', () => {
  const packs = packsOf({
    fields: {
      M_SOC: at(80),
      'P_SOC@2': at(79, 5),
      'P_CELL_V@2.10': at(3310),
      'P_CELL_V@2.02': at(3302, 9),
      'P_CELL_T@2.01': at(24.5),
      'P_SOC@1': at(81),
      'P_BAL@1': at(5),
      'nonsense key': at(1),
    },
  });
  expect(packs.map((p) => p.no)).toEqual([1, 2]);
  expect(packs[1]).toMatchObject({
    time: 9,
    values: { P_SOC: 79 },
    cells: {
      P_CELL_V: [
        { no: 2, value: 3302 },
        { no: 10, value: 3310 },
      ],
      P_CELL_T: [{ no: 1, value: 24.5 }],
    },
  });
  expect([...(packs[0]?.balancing ?? [])]).toEqual([1, 3]);
});

it('reads bit fields wider than 32 bits', () => {
  expect([...cellsOfBits(2 ** 35 + 1)]).toEqual([1, 36]);
  expect(cellsOfBits(0).size).toBe(0);
  expect(cellsOfBits(-1).size).toBe(0);
});
