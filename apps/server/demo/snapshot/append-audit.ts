import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { auditColumns, linkAudit } from '../../platform/audit.ts';
import type { AuditContent } from '../../platform/audit-hash.ts';
import type { Trx } from '../../platform/db.ts';
import { mapYielding } from '../../platform/map-yielding.ts';

/** Runs `work` in a transaction of one connection. */
export async function inOneTransaction(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

export const copyRows = (
  client: pg.PoolClient,
  table: string,
  columns: readonly string[],
  text: Uint8Array,
) =>
  pipeline(
    Readable.from([text]),
    client.query(copyFrom(`copy ${table} (${columns.map((name) => `"${name}"`).join(', ')}) from stdin`)),
  );

/** A connection inside a transaction, for functions that take one of Kysely. */
export function asTrx(client: pg.PoolClient): Trx {
  const same = Object.assign(Object.create(client), { release: () => {} });
  return new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: { connect: async () => same, end: async () => {} } }),
  }) as unknown as Trx;
}

/** Appends rows about the past to their chains, in this order. The transaction must write no other audit rows. */
export async function appendAudit(client: pg.PoolClient, contents: readonly AuditContent[]): Promise<void> {
  const rows = await linkAudit(asTrx(client), contents);
  const lines = await mapYielding(
    rows,
    (row) => `${auditColumns.map((name) => copied(row[name])).join('\t')}\n`,
  );
  await copyRows(client, 'audit', auditColumns, Buffer.from(lines.join('')));
}

/** A value as text of COPY. */
function copied(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replace(/[\\\t\n\r]/g, (sign) => escaped[sign] as string);
}
const escaped: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
