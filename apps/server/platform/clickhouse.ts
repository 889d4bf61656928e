import { pipeline, Readable, Transform } from 'node:stream';
import {
  type ClickHouseClient,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client';
import { Histogram } from 'prom-client';
import type { z } from 'zod';
import { type Attributes, traced } from './tracing/spans.ts';

/** A ClickHouse query as a value: its name, its SQL with `{name:Type}` parameters, and the shape of a row. */
export interface Query<Row extends z.ZodType> {
  name: string;
  sql: string;
  row: Row;
}

/** A query with a long result, read column by column: a tuple of arrays, in the order of the SELECT. */
export interface ColumnQuery<Columns extends z.ZodType> {
  name: string;
  sql: string;
  columns: Columns;
}

/** A query whose columns are only known when it runs. */
export interface Statement {
  name: string;
  sql: string;
  settings?: ClickHouseSettings;
}

export interface ClickHouse {
  client: ClickHouseClient;
  /** Runs a query; each row is checked against its schema. */
  query<Row extends z.ZodType>(query: Query<Row>, params?: Record<string, unknown>): Promise<z.output<Row>[]>;
  /** Runs a query by columns: for thousands of rows it takes half the time of {@link query}. */
  queryColumns<Columns extends z.ZodTuple>(
    query: ColumnQuery<Columns>,
    params?: Record<string, unknown>,
  ): Promise<z.output<Columns>>;
  /** Streams the rows of a query, each an array of its columns, for results too large for memory. */
  queryRows(query: Statement, params?: Record<string, unknown>): AsyncGenerator<unknown[]>;
  /** The result of a query as an Apache Parquet file, created by ClickHouse. */
  queryParquet(query: Statement, params?: Record<string, unknown>): Promise<Readable>;
  /** Inserts one block of ClickHouse's Native format; resolves when it is committed. */
  insertNative(table: string, columns: readonly string[], block: Uint8Array): Promise<void>;
  ping(): Promise<boolean>;
  stop(): Promise<void>;
}

/** The settings of a statement that runs before the database of the URL exists. */
export const withoutDatabase: ClickHouseSettings & { database: string } = { database: 'default' };

const querySeconds = new Histogram({
  name: 'voltloop_clickhouse_query_seconds',
  help: 'Duration of ClickHouse queries by name, including failed ones.',
  labelNames: ['query', 'outcome'],
  buckets: [0.01, 0.05, 0.2, 1, 5, 30],
});

/** Settings of queries and inserts of distributed tables. */
const ofCluster: ClickHouseSettings = {
  // Otherwise an insert succeeds once it is on the disk of the receiving node, which may be lost.
  distributed_foreground_insert: 1,
  // A retried block must fill the quarter-hours too, if the first attempt ended between the two.
  insert_deduplicate: 0,
  // All rows of a thing are in one shard: its queries go to that shard only, and their subqueries use its local
  // tables.
  optimize_skip_unused_shards: 1,
  distributed_product_mode: 'local',
};

/** Opens a client on a ClickHouse HTTP URL (`http://user:password@host:port/database`). */
export function openClickHouse(
  url: string,
  {
    timeout_ms = 60_000,
    cluster,
    onQuery,
  }: {
    timeout_ms?: number;
    /** Whether tables are distributed over the shards of a cluster. */
    cluster?: string | undefined;
    /** Called when a query has ended, with its duration. */
    onQuery?: (name: string, ms: number) => void;
  } = {},
): ClickHouse {
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    let outcome = 'failed';
    try {
      const answer = await inSpan(name, { 'db.query.summary': name }, work);
      outcome = 'ok';
      return answer;
    } finally {
      const ms = performance.now() - begun;
      querySeconds.observe({ query: name, outcome }, ms / 1000);
      onQuery?.(name, ms);
    }
  };
  const client = createClient({
    url,
    application: 'voltloop',
    request_timeout: timeout_ms,
    max_open_connections: 16,
    // Long lists of things or devids would not fit a URL.
    use_multipart_params_auto: true,
    compression: { request: false, response: false },
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0, ...(cluster ? ofCluster : {}) },
    log: { level: ClickHouseLogLevel.OFF },
  });
  return {
    client,
    query: (query, params = {}) =>
      timed(query.name, async () => {
        const format = 'JSONEachRow';
        const result = await client.query({ query: query.sql, query_params: params, format });
        const rows = await result.json<unknown>();
        return rows.map((r) => query.row.parse(r));
      }),
    queryColumns: (query, params = {}) =>
      timed(query.name, async () => {
        const result = await client.query({
          query: query.sql,
          query_params: params,
          // The client passes the name through; its type lists only the formats that it reads itself.
          format: 'JSONCompactColumns' as 'JSONCompact',
        });
        const columns: unknown[] = JSON.parse(await result.text());
        // A result without rows has no columns either.
        return query.columns.parse(columns.length > 0 ? columns : query.columns.def.items.map(() => []));
      }),
    async *queryRows({ name, sql, settings }, params = {}) {
      const begun = performance.now();
      const result = await client.query({
        query: sql,
        query_params: params,
        format: 'JSONCompactEachRow',
        ...(settings ? { clickhouse_settings: settings } : {}),
      });
      try {
        for await (const rows of result.stream()) for (const row of rows) yield row.json<unknown[]>();
      } finally {
        result.close();
        onQuery?.(name, performance.now() - begun);
      }
    },
    queryParquet: ({ name, sql, settings }, params = {}) =>
      timed(name, async () => {
        const { stream } = await client.exec({
          query: `${sql} format Parquet`,
          query_params: params,
          ...(settings ? { clickhouse_settings: settings } : {}),
        });
        return wholeParquet(stream);
      }),
    async insertNative(table, columns, block) {
      await inSpan(
        `INSERT ${table}`,
        { 'db.collection.name': table, 'voltloop.bytes': block.length },
        async () => {
          const { stream } = await client.exec({
            query: `INSERT INTO ${table} (${columns.join(', ')}) FORMAT Native`,
            values: Readable.from([block], { objectMode: false }),
          });
          // The reply has no body, but must be read to free the connection.
          for await (const _ of stream) {
            // nothing
          }
        },
      );
    },
    async ping() {
      const r = await client.ping();
      return r.success;
    },
    stop: () => client.close(),
  };
}

/** First and last bytes of a Parquet file. */
const MAGIC = Buffer.from('PAR1');

/** A result that ClickHouse aborts ends with an error text: it must not pass as a file. */
function wholeParquet(answer: Readable): Readable {
  let end: Buffer = Buffer.alloc(0);
  return pipeline(
    answer,
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        end = chunk.length >= 300 ? chunk.subarray(-300) : Buffer.concat([end, chunk]).subarray(-300);
        done(null, chunk);
      },
      flush(done) {
        if (end.subarray(-MAGIC.length).equals(MAGIC)) done();
        else done(new Error(`ClickHouse aborted a Parquet file: ${end.toString('latin1').trim()}`));
      },
    }),
    // The reader gets the error.
    () => {},
  );
}

const inSpan = <T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> =>
  traced(name, { kind: 'client', attributes: { 'db.system.name': 'clickhouse', ...attributes } }, work);
