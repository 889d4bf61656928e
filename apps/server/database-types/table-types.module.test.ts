import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestWorld, testWorld } from '../testing/world.ts';
import { tableTypesFile, tableTypesText } from './table-types.ts';

let world: TestWorld;
let client: pg.Client;

beforeAll(async () => {
  world = await testWorld({ clickhouse: false });
  client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await world.stop();
});

test('the types of the tables are those of the migrations (else: node apps/server/database-types/table-types-write.ts)', async () => {
  const [kept, made] = [await readFile(tableTypesFile, 'utf8'), await tableTypesText(client)].map((each) =>
    each.split('\n'),
  );
  // The first differing line is a clearer message than two whole files.
  const at = (made ?? []).findIndex((line, i) => line !== kept?.[i]);
  expect(kept?.[at]).toBe(made?.[at]);
  expect(kept).toHaveLength(made?.length ?? 0);
});

test('a column that a migration adds appears in the types', async () => {
  await client.query(
    `alter table sites add column shade text not null default 'none' check (shade in ('none', 'some'))`,
  );
  expect(await tableTypesText(client)).toContain(`  shade: Defaulted<'none' | 'some'>;\n`);
});
