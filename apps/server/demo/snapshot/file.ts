import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
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

/** The first line of the file; the texts of the tables and of the audit rows follow it. */
interface Head extends Omit<Snapshot, 'tables' | 'audit'> {
  tables: readonly (Omit<TableText, 'text'> & { bytes: number })[];
}

export async function writeSnapshot(file: string, { tables, audit, ...rest }: Snapshot): Promise<number> {
  const texts = tables.map(({ text }) => Buffer.from(text));
  const head: Head = {
    ...rest,
    tables: tables.map(({ text: _, ...each }, n) => ({ ...each, bytes: texts[n]?.length ?? 0 })),
  };
  const content = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...texts, Buffer.from(audit)]);
  const bytes = zstdCompressSync(content, {
    params: {
      [constants.ZSTD_c_compressionLevel]: LEVEL,
      [constants.ZSTD_c_windowLog]: WINDOW_LOG,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    },
  });
  await writeFile(file, bytes);
  return bytes.length;
}

/** A snapshot whose texts were converted. */
export type Converted<T> = Omit<Snapshot, 'tables' | 'audit'> & {
  tables: (Omit<TableText, 'text'> & { text: T })[];
  audit: T;
};

/** @param converterOf returns what is applied to each of its texts, one after the other */
export function readSnapshot<T>(
  file: string,
  converterOf: (head: Pick<Snapshot, 'begun'>) => (text: string) => T,
): Converted<T> {
  const content = zstdDecompressSync(readFileSync(file), {
    params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG },
  });
  let at = content.indexOf('\n') + 1;
  const { tables, ...rest } = JSON.parse(content.toString('utf8', 0, at)) as Head;
  const convert = converterOf(rest);
  const next = (bytes: number) => {
    const text = content.toString('utf8', at, at + bytes);
    at += bytes;
    return convert(text);
  };
  return {
    ...rest,
    tables: tables.map(({ bytes, ...each }) => ({ ...each, text: next(bytes) })),
    audit: next(content.length - at),
  };
}

/** A snapshot as it is. */
export const storedSnapshot = (size: BusinessSize): Snapshot =>
  readSnapshot(snapshotFile(size), () => (text) => text);
