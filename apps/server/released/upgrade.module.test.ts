import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { demoPassword } from '../demo/seed/demo-accounts.ts';
import { ledgerDifferences } from '../modules/ledger/stock/index.ts';
import { openDatabase } from '../platform/db.ts';
import { migratePostgres } from '../platform/migrate.ts';
import { startTestServer } from '../testing/server.ts';
import { readCopy, readHead } from './copy.ts';
import { schemaOf } from './schema-of.ts';

const folder = join(import.meta.dirname, '../../../db/released');
let url: string;
let client: pg.Client;

const urlOf = (database: string) =>
  Object.assign(new URL(inject('postgresUrl')), { pathname: database }).href;

beforeEach(async () => {
  const name = `upgrade_${randomBytes(4).toString('hex')}`;
  const maintenance = new pg.Client({ connectionString: urlOf('postgres') });
  await maintenance.connect();
  await maintenance.query(`create database ${name} template template0`);
  await maintenance.end();
  url = urlOf(name);
  client = new pg.Client({ connectionString: url });
  await client.connect();
});

afterEach(async () => {
  await client.end();
  const maintenance = new pg.Client({ connectionString: urlOf('postgres') });
  await maintenance.connect();
  await maintenance.query(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
  await maintenance.end();
});

/** Runs migrations as a start does: all, or those of a version. */
async function migrate(only?: ReadonlySet<string>): Promise<string[]> {
  const { pool, stop } = openDatabase(url, { max: 1 });
  return migratePostgres(pool, only ? { only } : {}).finally(stop);
}

/** How many rows each table has. */
async function counts(): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; n: number }>(
    `select relname as name, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', relname), false, true, '')))[1]::text::int as n
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('migrations', 'spatial_ref_sys')`,
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

describe.each(readdirSync(folder))('a database of %s', (file) => {
  test('becomes one of this version, with all its rows, and works', async () => {
    const { migrations } = await readHead(join(folder, file));
    await migrate(new Set(migrations.map(({ name }) => name)));
    await readCopy(client, join(folder, file));
    const before = await counts();
    expect(before.batteries).toBeGreaterThan(100);

    const known = new Set(migrations.map(({ name }) => name));
    const all = readdirSync(join(folder, '../postgres'));
    expect((await migrate()).sort()).toEqual(all.filter((name) => !known.has(name)).sort());

    const after = await counts();
    for (const [table, rows] of Object.entries(before))
      expect(after[table], table).toBeGreaterThanOrEqual(rows);
    const fresh = new pg.Client({ connectionString: inject('postgresUrl') });
    await fresh.connect();
    try {
      expect(await schemaOf(client)).toEqual(await schemaOf(fresh));
    } finally {
      await fresh.end();
    }

    const server = await startTestServer(url);
    try {
      const { token, tenant_id } = await server.signIn('demo_main', demoPassword);
      const list = await server.call(token, 'GET', `/v1/things/tenants/${tenant_id}/things?skip=0&limit=50`);
      expect(list).toMatchObject({ status: 200 });
      expect((list.data as { total: number }).total).toBe(before.things);
      const { rows } = await client.query<{ id: string }>('select distinct tenant_id as id from items');
      for (const { id } of rows) expect(await ledgerDifferences(server.services.db, id)).toEqual([]);
    } finally {
      await server.stop();
    }
  });
});
