import { type Readable, Transform } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import { StartError } from '../platform/start-error.ts';
import type { Manifest, PartBackup } from './manifest.ts';
import type { Repository } from './repository.ts';

/** The tables and their measures for comparison; points before the tables that a view fills from them. */
export const TABLES = {
  points: { newest: 'time', sum: 'value' },
  points_15m: { newest: 'bucket', sum: null },
  frames: { newest: 'time', sum: null },
  rejects: { newest: 'received', sum: null },
} as const;

/** Rows of a part that are read, and later inserted, at once. */
const SLICE_ROWS = 4_000_000;
/** A part may be merged while it is read; then the merged part is read. */
const PASSES = 40;

export async function queryRows<T>(client: ClickHouseClient, query: string): Promise<T[]> {
  const result = await client.query({ query, format: 'JSONEachRow' });
  return result.json<T>();
}

/** Row count, digest, newest time and sum of the selected rows. */
export function measures(table: keyof typeof TABLES, columns: readonly string[]): string {
  const { newest, sum } = TABLES[table];
  return `count() as rows, toString(sum(cityHash64(${columns.join(', ')}))) as digest, toString(max(${newest})) as newest,
    ${sum ? `toString(sum(${sum}))` : 'null'} as sum`;
}

/**
 * Reads every part of every table. Parts never change, so those in the last backup are not read again. The backup of
 * a table is consistent: its parts are listed, then read; when one was merged away, they are listed again.
 */
export async function backupClickhouse(
  client: ClickHouseClient,
  repository: Repository,
  before: Manifest | null,
  report: (line: string) => void,
): Promise<NonNullable<Manifest['clickhouse']>> {
  const migrations = await queryRows<{ name: string }>(client, 'select name from migrations order by name');
  const tables = [];
  for (const name of Object.keys(TABLES) as (keyof typeof TABLES)[]) {
    const rows = await queryRows<{ name: string }>(
      client,
      `select name from system.columns where database = currentDatabase() and table = '${name}' and default_kind in ('', 'DEFAULT') order by position`,
    );
    const columns = rows.map((row) => row.name);
    const kept = before?.clickhouse?.tables.find((table) => table.name === name);
    const known = new Map<string, PartBackup>();
    if (kept?.columns.join() === columns.join())
      for (const part of kept.parts)
        if (part.slices.every((slice) => repository.has(slice))) known.set(part.name + part.hash, part);
    tables.push({
      name,
      columns,
      parts: await partsOf(client, repository, { name, columns, known, report }),
    });
  }
  return { migrations: migrations.map(({ name }) => name), tables };
}

interface Table {
  name: keyof typeof TABLES;
  columns: string[];
  known: Map<string, PartBackup>;
  report: (line: string) => void;
}

async function partsOf(
  client: ClickHouseClient,
  repository: Repository,
  table: Table,
): Promise<PartBackup[]> {
  const { name, known, report } = table;
  for (let pass = 1; pass <= PASSES; pass++) {
    const listed = await queryRows<{ name: string; hash: string; month: string; rows: number }>(
      client,
      `select name, hash_of_all_files as hash, partition as month, toUInt32(rows) as rows from system.parts
       where database = currentDatabase() and table = '${name}' and active order by partition, name`,
    );
    let done = 0;
    // The smallest are merged soonest, and are read fastest: after the large ones they would often be gone.
    for (const part of listed.toSorted((one, other) => one.rows - other.rows)) {
      const kept = known.get(part.name + part.hash) ?? (await readPart(client, repository, table, part));
      if (kept) known.set(part.name + part.hash, kept);
      done += 1;
      report(`ClickHouse: ${name}, ${done} of ${listed.length} parts`);
    }
    const parts = listed.flatMap((part) => known.get(part.name + part.hash) ?? []);
    if (parts.length === listed.length) return parts;
  }
  throw new StartError(
    `The parts of the ClickHouse table ${name} were merged faster than they could be read.`,
    'Try again at a calmer time.',
  );
}

/** @returns null when it was merged away meanwhile */
async function readPart(
  client: ClickHouseClient,
  repository: Repository,
  { name, columns }: Table,
  part: { name: string; hash: string; month: string; rows: number },
): Promise<PartBackup | null> {
  const slices = [];
  for (let from = 0; from < part.rows; from += SLICE_ROWS) {
    const { stream } = await client.exec({
      query: `select ${columns.join(', ')} from ${name} where _part = '${part.name}'
        and _part_offset >= ${from} and _part_offset < ${from + SLICE_ROWS} format Native`,
    });
    slices.push(await repository.record(checked(stream as Readable)));
  }
  // Names are never reused: a part that exists now existed all the time.
  const [now] = await queryRows<Pick<PartBackup, 'digest' | 'newest' | 'sum'> & { rows: number }>(
    client,
    `select ${measures(name, columns)} from ${name} where _part = '${part.name}'`,
  );
  if (Number(now?.rows) !== part.rows) return null;
  const { digest, newest, sum } = now!;
  return { ...part, digest, newest, sum, slices };
}

/** ClickHouse appends an error after the first rows to the end of its answer. */
function checked(stream: Readable): Readable {
  let tail: Buffer = Buffer.alloc(0);
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      tail = chunk.length >= 4096 ? chunk.subarray(-4096) : Buffer.concat([tail, chunk]).subarray(-4096);
      done(null, chunk);
    },
    flush(done) {
      done(
        tail.includes('__exception__')
          ? new Error(`ClickHouse: ${tail.toString('latin1').slice(-600)}`)
          : null,
      );
    },
  });
  stream.on('error', (error) => check.destroy(error));
  return stream.pipe(check);
}
