import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import type { Services } from '../../../platform/services.ts';
import { packageKey } from '../../fleet/firmware/index.ts';
import { fileKey } from '../../people/files/index.ts';
import { conditionsOf, type Devices, pointTables } from './tenant-points.ts';
import { namedIn, type TenantTable, tenantTables } from './tenant-tables.ts';

type Parts = Pick<Services, 'db' | 'clickhouse' | 'files'>;

/** Credentials: useless elsewhere, and never exported. */
const SECRET = /^(secret|password_hash|token_hash|code_hash|refresh_hash|previous_hash|secret_hash)$/;
const ROWS_AT_ONCE = 1000;

export interface TenantExport {
  tables: Record<string, number>;
  points: Record<string, number>;
  files: number;
}

/**
 * Writes all data of a tenant to a folder: each table as lines of JSON, and its files. PostgreSQL is read from one
 * snapshot.
 * @param report receives progress messages
 */
export async function exportTenant(
  { db, clickhouse, files }: Parts,
  tenantId: string,
  folder: string,
  report: (line: string) => void,
): Promise<TenantExport> {
  const made: TenantExport = { tables: {}, points: {}, files: 0 };
  for (const part of ['postgres', 'clickhouse', 'files'])
    await mkdir(join(folder, part), { recursive: true });
  const keys = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const tables = await tenantTables(trx, tenantId, await namedIn(trx, tenantId));
      for (const table of tables) {
        made.tables[table.name] = await writeLines(
          join(folder, 'postgres', `${table.name}.jsonl.gz`),
          rowsOf(trx, table),
        );
        report(`PostgreSQL: ${Object.keys(made.tables).length} of ${tables.length} tables`);
      }
      return { devices: await devicesOf(trx, tenantId), files: await fileKeys(trx, tenantId) };
    });
  for (const table of pointTables) {
    made.points[table] = await writeLines(
      join(folder, 'clickhouse', `${table}.jsonl.gz`),
      pointLines(clickhouse, table, keys.devices),
    );
    report(`ClickHouse: ${table}`);
  }
  for (const key of keys.files) {
    if ((await files.size(key)) === null) continue;
    const path = join(folder, 'files', key);
    await mkdir(join(path, '..'), { recursive: true });
    await pipeline(await files.read(key), createWriteStream(path));
    made.files += 1;
    report(`Files: ${made.files} of ${keys.files.length}`);
  }
  await writeFile(join(folder, 'tenant.json'), `${JSON.stringify({ tenant: tenantId, ...made }, null, 2)}\n`);
  return made;
}

/** Current and former devices of a tenant; data of the same device under another tenant are excluded. */
export async function devicesOf(db: Db | Trx, tenantId: string): Promise<Devices> {
  const { rows } = await sql<{ key: number; devid: string; elsewhere: boolean }>`
    select t.key, t.devid, exists (select from things o where o.devid = t.devid and o.tenant_id <> t.tenant_id) as elsewhere
    from things t where t.tenant_id = ${tenantId}::uuid`.execute(db);
  return {
    keys: rows.map(({ key }) => key),
    devids: [...new Set(rows.filter(({ elsewhere }) => !elsewhere).map(({ devid }) => devid))],
  };
}

/** Keys of a tenant's uploads and firmware. */
export async function fileKeys(db: Db | Trx, tenantId: string): Promise<string[]> {
  const ids = async (table: string) => {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where tenant_id = ${tenantId}::uuid order by id`.execute(db);
    return rows.map(({ id }) => id);
  };
  return [...(await ids('files')).map(fileKey), ...(await ids('firmware_packages')).map(packageKey)];
}

async function* rowsOf(trx: Trx, { name, columns, where }: TenantTable): AsyncGenerator<string> {
  const shown = columns.filter(
    (column) => !SECRET.test(column) && !(name === 'account_emails' && column === 'content'),
  );
  const list = sql.join(shown.map((column) => sql.ref(column)));
  await sql`declare tenant_rows no scroll cursor for
    select row_to_json(r)::text as line from (select ${list} from ${sql.table(name)} where ${where}) r`.execute(
    trx,
  );
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from tenant_rows`.execute(
      trx,
    );
    for (const { line } of rows) yield line;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql`close tenant_rows`.execute(trx);
}

async function* pointLines(
  clickhouse: Parts['clickhouse'],
  table: (typeof pointTables)[number],
  devices: Devices,
): AsyncGenerator<string> {
  for (const { sql: where, params } of conditionsOf(table, devices)) {
    const result = await clickhouse.client.query({
      query: `select * from ${table} where ${where}`,
      query_params: params as Record<string, unknown>,
      format: 'JSONEachRow',
    });
    for await (const rows of result.stream()) for (const row of rows) yield row.text;
  }
}

/** @returns the number of lines */
async function writeLines(path: string, lines: AsyncIterable<string>): Promise<number> {
  let count = 0;
  async function* counted(): AsyncGenerator<string> {
    for await (const line of lines) {
      count += 1;
      yield `${line}\n`;
    }
  }
  await pipeline(Readable.from(counted()), createGzip(), createWriteStream(path));
  return count;
}
