/** The format of backups that this program writes, and the newest that it reads. */
export const FORMAT = 1;

/** The pieces of a stream, in order. */
export interface Recorded {
  bytes: number;
  sha256: string;
  pieces: string[];
}

export interface TableBackup {
  name: string;
  columns: string[];
  rows: number;
  content: Recorded;
}

/** A query for comparison before and after, and its result. */
export interface Answer {
  question: string;
  answer: string;
}

/** A part of a ClickHouse table, which never changes. */
export interface PartBackup {
  name: string;
  hash: string;
  month: string;
  rows: number;
  /** Sum of the hashes of all rows: the same in any order. */
  digest: string;
  newest: string;
  /** Sum of the values, where the table has such a column. */
  sum: string | null;
  slices: Recorded[];
}

export interface FileBackup {
  key: string;
  modified: string;
  content: Recorded;
}

/** All data of an instance at one time. */
export interface Manifest {
  format: number;
  program: string;
  at: string;
  /** Identifies the instance. */
  instance: string;
  postgres: {
    migrations: string[];
    tables: TableBackup[];
    sequences: { name: string; last: string }[];
    answers: Answer[];
  };
  clickhouse: {
    migrations: string[];
    tables: { name: string; columns: string[]; parts: PartBackup[] }[];
  } | null;
  files: FileBackup[];
}

/** Every piece that a backup needs. */
export function* piecesOf(manifest: Manifest): Generator<string> {
  for (const { content } of manifest.postgres.tables) yield* content.pieces;
  for (const { parts } of manifest.clickhouse?.tables ?? [])
    for (const { slices } of parts) for (const slice of slices) yield* slice.pieces;
  for (const { content } of manifest.files) yield* content.pieces;
}
