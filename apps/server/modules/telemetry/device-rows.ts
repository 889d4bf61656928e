import type { Readable } from 'node:stream';
import type { Aggregate } from './chart-rules.ts';

/** A device for the part of a period in which its readings are the caller's to see. Epoch ms, half-open. */
export interface DeviceWindow {
  key: number;
  devid: string;
  from_ms: number;
  to_ms: number;
}

/** Which rows are wanted. All windows lie within the range, whose ends are days of the zone. */
export interface RowsWanted {
  windows: readonly DeviceWindow[];
  from_ms: number;
  to_ms: number;
  /** Slots are cut by its clock. */
  zone: string;
}

export interface HistoryWanted extends RowsWanted {
  content: 'history';
  /** Ids of system-level points; a column each, in this order. */
  points: readonly number[];
  interval: 'raw' | '5m' | '15m' | '1h' | '1d';
  aggregate: Aggregate;
}

export interface EnergyWanted extends RowsWanted {
  content: 'energy';
  interval: '1h' | '1d';
  /** Reading ends above so many rows: they are held in memory. */
  most: number;
}

/** A row: device, time of the reading or start of the slot, and its values in the order of the columns. */
export interface DeviceRowOut {
  devid: string;
  time_ms: number;
  values: (number | boolean | null)[];
}

/** Readings or energies of many devices as rows: by device, then by time. */
export interface DeviceRows {
  /** Names of the values for programs. */
  columns: readonly string[];
  /** How many rows there are now; of energy any number above the most. */
  count(): Promise<number>;
  read(): AsyncIterable<DeviceRowOut>;
  /** The same rows as an Apache Parquet file: `time`, `device`, then the columns. */
  parquet(): Promise<Readable>;
}
