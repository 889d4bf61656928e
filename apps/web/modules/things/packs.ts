/** Pure: the packs of a thing, from its newest values under their wire names (`P_SOC@2`, `P_CELL_V@2.07`). */
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
  /** mV, in order of the cells. */
  voltages: Cell[];
  /** °C, in order of the sensors. */
  temperatures: Cell[];
  /** Cells that are being balanced: bit n of P_BAL is cell n + 1. */
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
      pack = { no, time, values: {}, voltages: [], temperatures: [], balancing: new Set() };
      packs.set(no, pack);
    }
    pack.time = Math.max(pack.time, time);
    if (cell === 0) pack.values[parsed.key] = value;
    else if (parsed.key === 'P_CELL_V') pack.voltages.push({ no: cell, value });
    else if (parsed.key === 'P_CELL_T') pack.temperatures.push({ no: cell, value });
  }
  for (const pack of packs.values()) {
    pack.voltages.sort((a, b) => a.no - b.no);
    pack.temperatures.sort((a, b) => a.no - b.no);
    pack.balancing = cellsOfBits(pack.values.P_BAL ?? 0);
  }
  return [...packs.values()].sort((a, b) => a.no - b.no);
}
