import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { BusinessSize } from '../seed/business/rows.ts';

/** Rows of one table as text of PostgreSQL's COPY. */
export interface TableText {
  table: string;
  columns: readonly string[];
  rows: number;
  text: string;
}

/** The demo's business as rows: names of accounts instead of their ids, and days of the generator's time. */
export interface Snapshot {
  /** The end of the time that it covers. */
  begun: string;
  /** A digest of the generator's plan. */
  plan: string;
  /** Number of rows that the generator created. */
  made: number;
  /** First month of its ledger, yyyy-MM. */
  firstMonth: string;
  /** VIN of the vehicle that carries a device of the fleet. */
  carrier: string | null;
  tables: readonly TableText[];
  /** Contents of audit rows, a JSON object per line. */
  audit: string;
  /** Contents of files, by the id of their row. */
  files: Readonly<Record<string, string>>;
  /** Last values of sequences. */
  sequences: Readonly<Record<string, string>>;
}

export const snapshotFile = (size: BusinessSize): string => join(import.meta.dirname, `business-${size}.zst`);

const LEVEL = 19;
/** The whole file is the window: ids occur in many tables. */
const WINDOW_LOG = 27;

export async function writeSnapshot(file: string, snapshot: Snapshot): Promise<number> {
  const bytes = zstdCompressSync(JSON.stringify(snapshot), {
    params: {
      [constants.ZSTD_c_compressionLevel]: LEVEL,
      [constants.ZSTD_c_windowLog]: WINDOW_LOG,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    },
  });
  await writeFile(file, bytes);
  return bytes.length;
}

export async function readSnapshot(file: string): Promise<Snapshot> {
  const bytes = await readFile(file);
  const text = zstdDecompressSync(bytes, { params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG } });
  return JSON.parse(text.toString('utf8')) as Snapshot;
}
