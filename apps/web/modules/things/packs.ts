/** Pure: the packs of a thing, from its newest values under their wire names (`P_SOC@2`, `P_CELL_V@2.07`). */
import { roleValue } from '@voltloop/device-models/roles.ts';
import { parseWireKey } from '@voltloop/protocol/info-model.ts';
import type { LastData } from './live-patch.ts';

export interface Cell {
  /** From 1. */
  no: number;
  value: number;
}

export interface Pack {
  /** From 1. */
  no: number;
  /** Newest device time among the pack's values, epoch ms. */
  time: number;
  /** Values of the whole pack by key: `P_SOC`, `P_VOLT`, … */
  values: Record<string, number>;
  /** Values of cells or sensors by key, in their order. */
  cells: Record<string, Cell[]>;
  /** Cells that are being balanced. */
  balancing: ReadonlySet<number>;
}

/** The cells of a bit field, from 1. Bits are extracted arithmetically, because a field may have more than 32. */
export function cellsOfBits(bits: number): Set<number> {
  const cells = new Set<number>();
  for (let rest = Math.max(0, Math.trunc(bits)), no = 1; rest > 0; rest = Math.floor(rest / 2), no++)
    if (rest % 2 === 1) cells.add(no);
  return cells;
}

/** Packs in ascending order. */
export function packsOf(last: Pick<LastData, 'fields'>): Pack[] {
  const packs = new Map<number, Pack>();
  for (const [wire, { value, time }] of Object.entries(last.fields)) {
    const parsed = parseWireKey(wire);
    if (!parsed || parsed.part < 100) continue;
    const no = Math.floor(parsed.part / 100);
    const cell = parsed.part % 100;
    let pack = packs.get(no);
    if (!pack) {
      pack = { no, time, values: {}, cells: {}, balancing: new Set() };
      packs.set(no, pack);
    }
    pack.time = Math.max(pack.time, time);
    if (cell === 0) pack.values[parsed.key] = value;
    else {
      pack.cells[parsed.key] ??= [];
      pack.cells[parsed.key]?.push({ no: cell, value });
    }
  }
  for (const pack of packs.values()) {
    for (const cells of Object.values(pack.cells)) cells.sort((a, b) => a.no - b.no);
    pack.balancing = cellsOfBits(roleValue(pack.values, 'balancing') ?? 0);
  }
  return [...packs.values()].sort((a, b) => a.no - b.no);
}
