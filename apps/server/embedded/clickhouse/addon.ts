import { createRequire } from 'node:module';

/** An open connection to the engine; opaque. */
export type Connection = { readonly connection: unique symbol };
/** A running streamed query; opaque. */
export type Cursor = { readonly cursor: unique symbol };

interface Answer {
  bytes: Uint8Array;
  /** Seconds. */
  elapsed: number;
  rowsRead: number;
  bytesRead: number;
}

/**
 * The part of chdb's native module that the host uses. One process serves one data folder with any number of
 * concurrent connections, each with its own settings. A connection runs one statement at a time.
 */
export interface Addon {
  CreateConnection(path: string, args?: string[]): Connection;
  CloseConnection(connection: Connection): void;
  QueryAsyncConnection(connection: Connection, sql: string, format: string): Promise<Answer>;
  /** Parses at once (a syntax error is thrown); only SELECT can be streamed. */
  StreamQuery(connection: Connection, sql: string, format: string): Cursor;
  StreamFetch(cursor: Cursor): Promise<{ bytes: Uint8Array; numRows: number; done: boolean }>;
  StreamCancel(cursor: Cursor): void;
  DurableClassifyAsync(
    connection: Connection,
    sql: string,
  ): Promise<{ statementCount: number; queryClass: number }>;
}

/** The class of a statement by DurableClassifyAsync: it reads, it writes, or it changes the session or the server. */
export const queryClass = { read: 0, write: 1, session: 3, unreadable: 4 } as const;

const packages: Record<string, string> = {
  'linux-x64': '@chdb/lib-linux-x64-gnu',
  'linux-arm64': '@chdb/lib-linux-arm64-gnu',
  'darwin-x64': '@chdb/lib-darwin-x64',
  'darwin-arm64': '@chdb/lib-darwin-arm64',
};

/** Loads the engine for this machine. */
export function loadAddon(): Addon {
  const name = packages[`${process.platform}-${process.arch}`];
  if (!name) throw new Error(`ClickHouse has no build for ${process.platform}-${process.arch}.`);
  const require = createRequire(import.meta.url);
  // The platform packages are dependencies of chdb, so they are resolved from there.
  return createRequire(require.resolve('chdb'))(name) as Addon;
}
