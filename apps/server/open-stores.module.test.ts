import { createClient } from '@clickhouse/client';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { openStores } from './open-stores.ts';
import { StartError } from './platform/start-error.ts';
import { Progress } from './progress.ts';
import { Stopping } from './stopping.ts';
import { type TestWorld, testWorld } from './testing/world.ts';

const log = pino({ level: 'silent' });
let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world?.stop());

async function onPostgres(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** The message of a start on the world's stores, one of them at another URL. */
async function startError(other: { databaseUrl?: string; clickhouseUrl?: string }): Promise<StartError> {
  const { databaseUrl, clickhouseUrl } = { ...world, ...other };
  const config = readConfig({ DATABASE_URL: databaseUrl, CLICKHOUSE_URL: clickhouseUrl }, []);
  const stopping = new Stopping();
  const error = await openStores(config, log, new Progress(true), stopping).catch((e) => e);
  await stopping.stop(log);
  expect(error).toBeInstanceOf(StartError);
  expect(error.message).not.toContain('\n');
  return error;
}

test('a PostgreSQL role that may not create tables is reported', async () => {
  const url = new URL(world.databaseUrl);
  const name = `${url.pathname.slice(1)}_guest`;
  Object.assign(url, { username: name, password: 'guest', pathname: name });
  await onPostgres(`create role ${name} login password 'guest'`);
  await onPostgres(`create database ${name}`);
  try {
    const { message, hint } = await startError({ databaseUrl: url.href });
    expect(message).toBe(
      `The PostgreSQL role ${name} may not set up the database ${name}: permission denied for schema public.`,
    );
    expect(hint).toContain(`ALTER DATABASE "${name}" OWNER TO "${name}"`);
  } finally {
    await onPostgres(`drop database ${name}`);
    await onPostgres(`drop role ${name}`);
  }
});

test('a wrong password of ClickHouse is reported', async () => {
  const url = new URL(world.clickhouseUrl);
  url.password = 'wrong';
  const { message, hint } = await startError({ clickhouseUrl: url.href });
  expect(message).toBe('ClickHouse refuses the user name or the password in CLICKHOUSE_URL.');
  expect(hint).toContain('http://user:password@host:8123/database');
});

test('a schema of a newer version is refused in either store', async () => {
  const newer =
    /^The (\w+) database was used by a newer Voltloop: this one does not know its migration 9999_later.sql\.$/;
  const client = createClient({ url: world.clickhouseUrl });
  await client.insert({ table: 'migrations', values: [{ name: '9999_later.sql' }], format: 'JSONEachRow' });
  await client.close();
  expect(newer.exec((await startError({})).message)?.[1]).toBe('ClickHouse');
  await onPostgres("insert into migrations (name, hash) values ('9999_later.sql', 'x')");
  expect(newer.exec((await startError({})).message)?.[1]).toBe('PostgreSQL');
});
