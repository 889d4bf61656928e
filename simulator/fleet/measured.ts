/** BMS readings of cells and sensors: voltages and temperatures of each pack, and the extremes of all. */
import type { PackState, PackTraits } from './battery.ts';
import { packResistance } from './battery.ts';
import { CELLS, type CellTraits, cellSoc, ocvMv, SENSORS } from './cells.ts';

export interface PackReading {
  cell_mv: number[];
  sensor_c: number[];
  volt_v: number;
  max_mv: number;
  min_mv: number;
  max_c: number;
  min_c: number;
}

export interface Measured {
  packs: PackReading[];
  max_mv: number;
  min_mv: number;
  avg_mv: number;
  /** pack * 100 + cell, both from 1. */
  max_mv_pos: number;
  min_mv_pos: number;
  max_c: number;
  min_c: number;
  avg_c: number;
  max_c_pos: number;
  min_c_pos: number;
}

export function emptyMeasured(): Measured {
  return {
    packs: [],
    max_mv: 0,
    min_mv: 0,
    avg_mv: 0,
    max_mv_pos: 0,
    min_mv_pos: 0,
    max_c: 0,
    min_c: 0,
    avg_c: 0,
    max_c_pos: 0,
    min_c_pos: 0,
  };
}

/** Reads every cell (integer mV) and sensor (tenths of °C) of the packs into `into`, reusing its arrays. */
export function measure(into: Measured, packs: PackState[], traits: PackTraits[], cells: CellTraits[]): void {
  into.max_mv = into.max_c = Number.NEGATIVE_INFINITY;
  into.min_mv = into.min_c = Number.POSITIVE_INFINITY;
  let sum_mv = 0;
  let sum_c = 0;
  for (let k = 0; k < packs.length; k += 1) {
    const reading = into.packs[k] ?? newReading();
    into.packs[k] = reading;
    readPack(reading, packs[k] as PackState, traits[k] as PackTraits, cells[k] as CellTraits);
    for (let i = 0; i < CELLS; i += 1) {
      const mv = reading.cell_mv[i] as number;
      sum_mv += mv;
      if (mv > into.max_mv) {
        into.max_mv = mv;
        into.max_mv_pos = (k + 1) * 100 + i + 1;
      }
      if (mv < into.min_mv) {
        into.min_mv = mv;
        into.min_mv_pos = (k + 1) * 100 + i + 1;
      }
    }
    for (let i = 0; i < SENSORS; i += 1) {
      const c = reading.sensor_c[i] as number;
      sum_c += c;
      if (c > into.max_c) {
        into.max_c = c;
        into.max_c_pos = (k + 1) * 100 + i + 1;
      }
      if (c < into.min_c) {
        into.min_c = c;
        into.min_c_pos = (k + 1) * 100 + i + 1;
      }
    }
  }
  into.avg_mv = Math.round(sum_mv / (packs.length * CELLS));
  into.avg_c = Math.round((10 * sum_c) / (packs.length * SENSORS)) / 10;
}

function newReading(): PackReading {
  return {
    cell_mv: new Array<number>(CELLS).fill(0),
    sensor_c: new Array<number>(SENSORS).fill(0),
    volt_v: 0,
    max_mv: 0,
    min_mv: 0,
    max_c: 0,
    min_c: 0,
  };
}

function readPack(reading: PackReading, pack: PackState, traits: PackTraits, cells: CellTraits): void {
  // Part of a pack's resistance is wiring, outside its cells.
  const drop_mv = (pack.curr_a * packResistance(pack, traits) * 900) / CELLS;
  let total = 0;
  let max_mv = Number.NEGATIVE_INFINITY;
  let min_mv = Number.POSITIVE_INFINITY;
  for (let i = 0; i < CELLS; i += 1) {
    const soc = cellSoc(cells, i, pack.soc, pack.imbalance[i] as number);
    const rest_mv = ocvMv(soc) + (cells.offset_mv[i] as number);
    const mv = Math.round(rest_mv - drop_mv * (cells.resistance[i] as number));
    reading.cell_mv[i] = mv;
    total += mv;
    if (mv > max_mv) max_mv = mv;
    if (mv < min_mv) min_mv = mv;
  }
  reading.volt_v = Math.round(total / 10) / 100;
  reading.max_mv = max_mv;
  reading.min_mv = min_mv;
  // Sensors in the middle of the stack are heated more by the current.
  const warm_k = 0.0004 * pack.curr_a * pack.curr_a;
  let max_c = Number.NEGATIVE_INFINITY;
  let min_c = Number.POSITIVE_INFINITY;
  for (let i = 0; i < SENSORS; i += 1) {
    const depth = 1 - Math.abs(i - (SENSORS - 1) / 2) / (SENSORS / 2);
    const c = Math.round(10 * (pack.temp_c + (cells.sensor_k[i] as number) + warm_k * depth)) / 10;
    reading.sensor_c[i] = c;
    if (c > max_c) max_c = c;
    if (c < min_c) min_c = c;
  }
  reading.max_c = max_c;
  reading.min_c = min_c;
}
