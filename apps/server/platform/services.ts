import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Bus } from './bus.ts';
import type { ClickHouse } from './clickhouse.ts';
import type { ClockWatch } from './clock-watch.ts';
import type { Db } from './db.ts';
import type { Files } from './files.ts';

/** Shared services of all modules; created once in main.ts and injected. */
export interface Services {
  config: Config;
  db: Db;
  pool: pg.Pool;
  clickhouse: ClickHouse;
  bus: Bus;
  files: Files;
  log: Logger;
  clock: () => Date;
  /** Whether the clock is trusted; absent in tests and programs, which trust it. */
  clockWatch?: ClockWatch | undefined;
  /** Progress of the demo's history, in devices; absent where none is being written. */
  demoPast?: { done: number; total: number } | undefined;
}

/** A started part, with its stop function. */
export interface Running {
  stop(): Promise<void>;
}
