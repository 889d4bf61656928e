import type { Readable } from 'node:stream';
import type { Aggregate } from './chart-rules.ts';

/** A device with the part of a period in which its readings are visible to the caller. Epoch ms, half-open. */
export interface DeviceWindow {
  key: number;
  devid: string;
  from_ms: number;
  to_ms: number;
}

/** The requested rows. All windows lie within the range, whose ends are days of the zone. */
export interface RowsQuery {
  windows: readonly DeviceWindow[];
  from_ms: number;
  to_ms: number;
  /** Slots are cut in this zone. */
  zone: string;
}

export interface HistoryQuery extends RowsQuery {
  content: 'history';
  /** Ids of system-level points; one column each, in this order. */
  points: readonly number[];
  interval: 'raw' | '5m' | '15m' | '1h' | '1d';
  aggregate: Aggregate;
}

export interface EnergyQuery extends RowsQuery {
  content: 'energy';
  interval: '1h' | '1d';
  /** Above this many rows the query of readings is aborted: they are kept in memory. */
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
  /** Column names for programs. */
  columns: readonly string[];
  /** The current number of rows; for energy, any number above the limit stands for "too many". */
  count(): Promise<number>;
  read(): AsyncIterable<DeviceRowOut>;
  /** The same rows as an Apache Parquet file: `time`, `device`, then the columns. */
  parquet(): Promise<Readable>;
}
