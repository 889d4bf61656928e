import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoFleet } from '../../../../simulator/demo-fleet.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { type TestWorld, testWorld } from '../../testing/world.ts';
import { seedDemo } from './demo.ts';
import { demoAccounts, demoPassword } from './demo-accounts.ts';

let world: TestWorld;
let server: TestServer;
beforeEach(async () => {
  world = await testWorld();
  server = await startTestServer(world.databaseUrl, { DATA_DIR: world.dataDir });
});
afterEach(async () => {
  await server.stop();
  await world.stop();
});

const seed = (count: number) =>
  seedDemo(server.services, server.accounts, server.things, demoFleet(count, 2026));
const file = () => join(world.dataDir, 'demo', 'devices.json');
const countRows = async (table: string) =>
  Number((await server.services.pool.query(`select count(*) as n from ${table}`)).rows[0].n);

test('every account signs in and sees fewer things than the account above it', async () => {
  expect((await server.call(null, 'GET', '/v1/setup')).data).toMatchObject({
    needs_setup: true,
    demo: false,
  });
  const fleet = await seed(120);
  expect((await server.call(null, 'GET', '/v1/setup')).data).toMatchObject({
    needs_setup: false,
    demo: true,
  });
  const totals: number[] = [];
  for (const { userName } of demoAccounts) {
    const { token, tenant_id, first_steps } = await server.signIn(userName, demoPassword);
    expect(first_steps, userName).toBe('skipped');
    const reply = await server.call(token, 'GET', `/v1/things/tenants/${tenant_id}/summary`);
    if (userName === 'demo_staff') expect(reply.status).toBe(403);
    else totals.push((reply.data as { total: number }).total);
  }
  expect(totals[0]).toBe(120);
  expect(totals.at(-1)).toBe(3);
  for (const [i, n] of totals.entries()) if (i > 0) expect(n).toBeLessThan(totals[i - 1] ?? 0);
  const device = fleet?.[7];
  expect(
    await server.things.authenticateDevice(device?.devid ?? '', device?.secret ?? '', '127.0.0.1'),
  ).toMatchObject({
    timeZone: device?.place.tz,
  });
});

test('secrets are only in a file that other users cannot read', async () => {
  const fleet = await seed(20);
  expect(((await stat(file())).mode & 0o777).toString(8)).toBe('600');
  expect(JSON.parse(await readFile(file(), 'utf8'))).toEqual(fleet);
  const { rows } = await server.services.pool.query(
    'select t::text as row from things t union all select a::text from audit a union all select f::text from instance_facts f',
  );
  const text = JSON.stringify(rows);
  expect(fleet?.some((d) => text.includes(d.secret))).toBe(false);
});

test('a second start changes nothing; a larger fleet adds only the new things', async () => {
  const first = await seed(20);
  const before = [await countRows('accounts'), await countRows('audit')];
  expect(await seed(20)).toEqual(first);
  expect([await countRows('accounts'), await countRows('audit')]).toEqual(before);
  const more = await seed(30);
  expect(more?.slice(0, 20)).toEqual(first);
  expect(await countRows('things')).toBe(30);
});

test('an interrupted seed is completed, even if some secrets are lost', async () => {
  const fleet = await seed(20);
  // As if the run had been killed: three things not yet bound, one secret never stored, the rest not yet created.
  const list = JSON.parse(await readFile(file(), 'utf8')) as { devid: string }[];
  await writeFile(file(), JSON.stringify(list.slice(0, 19)));
  await server.services.pool.query(
    'delete from bindings where thing_id in (select id from things order by key limit 3)',
  );
  const bound = await countRows('bindings');
  const again = await seed(24);
  expect(again?.slice(0, 19)).toEqual(fleet?.slice(0, 19));
  expect(again?.[19]?.secret).not.toBe(fleet?.[19]?.secret);
  for (const d of again ?? [])
    expect(await server.things.authenticateDevice(d.devid, d.secret, '127.0.0.1')).not.toBeNull();
  expect(await countRows('bindings')).toBeGreaterThan(bound);
  await rm(file());
  for (const d of (await seed(24)) ?? []) {
    expect(await server.things.authenticateDevice(d.devid, d.secret, '127.0.0.1')).not.toBeNull();
  }
});

test('an instance with other accounts is not changed', async () => {
  await server.tenant('Somebody');
  const before = [await countRows('accounts'), await countRows('instance_facts')];
  expect(await seed(20)).toBeNull();
  expect([await countRows('accounts'), await countRows('instance_facts')]).toEqual(before);
  expect(await countRows('things')).toBe(0);
});
