import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { ChainStep, Route } from '@voltloop/contract';
import * as contract from '@voltloop/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Actor,
  type Answer,
  OPERATOR_TOKEN,
  type Sent,
  startWholeServer,
  type WholeServer,
} from '../../../every-call/whole-server.ts';
import { type ClickHouse, openClickHouse } from '../../../platform/clickhouse.ts';
import { openExportFiles } from '../../../platform/open-files.ts';
import type { TestWorld } from '../../../testing/make-world.ts';
import { startTestStock } from '../../../testing/stock.ts';
import { testWorld } from '../../../testing/world.ts';
import { devicesOf, fileKeys } from './export-tenant.ts';
import { eraseTenant } from './index.ts';
import { sizeKinds } from './sizes.ts';
import { countPoints, pointTables } from './tenant-points.ts';
import { countRows, namedIn, tenantTables } from './tenant-tables.ts';

type Db = WholeServer['test']['services']['db'];

/** A digest of a tenant's rows in each table; any change of them changes it. */
async function digests(db: Db, tenantId: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name, where } of await tenantTables(db, tenantId, await namedIn(db, tenantId))) {
    const { rows } = await sql<{ digest: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(r::text, '' order by r::text)), '') as digest
      from (select * from ${sql.table(name)} where ${where}) r`.execute(db);
    found[name] = rows[0]?.digest ?? '';
  }
  return found;
}
const nonEmpty = (found: Record<string, string>) =>
  Object.keys(found).filter((name) => !found[name]?.startsWith('0 '));

describe('a tenant with devices', () => {
  let stores: TestWorld;
  let world: WholeServer;
  let clickhouse: ClickHouse;
  let main: Actor;
  let other: Actor;
  let folder: string;

  const as = (actor: Actor, route: Route, sent: Sent) =>
    world.send(actor.token, route, { ...sent, params: { tenantId: actor.tenantId, ...sent.params } });
  async function dataOf<T>(answer: Promise<Answer>): Promise<T> {
    const { json, text: raw } = await answer;
    if (!json?.result) throw new Error(raw);
    return json.data as T;
  }

  /** Runs the command as `npm run tenant` does, next to the running server. */
  async function command(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../../tenant.ts'), ...args], {
      env: {
        ...process.env,
        DATABASE_URL: stores.databaseUrl,
        CLICKHOUSE_URL: stores.clickhouseUrl,
        DATA_DIR: stores.dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { out, err, code: await ended };
  }

  const image = () => {
    const form = new FormData();
    form.append('file', new Blob([PIXEL]), 'pixel.png');
    return form;
  };

  /** A device with frames, one of them unreadable, an upload, a site, notification settings. */
  async function fill(actor: Actor): Promise<string> {
    const { devid, secret } = await world.freshThing(actor);
    const authorization = `Basic ${Buffer.from(`${devid}:${secret}`).toString('base64')}`;
    const send = async (body: unknown) => {
      const reply = await fetch(`${world.url}${contract.deviceIngest.path.replace(':id', devid)}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(reply.status).toBe(200);
    };
    const now = Date.now();
    await send(
      Array.from({ length: 20 }, (_, i) => ({ ts: now - i * 1000, seq: i, boot: 1, data: { M_SOC: 50 } })),
    );
    await send({ ts: 'never', data: {} });
    await dataOf(world.send(actor.token, contract.uploadFile, { form: image() }));
    await dataOf(
      as(actor, contract.createSite, { body: { name: 'A site', owner: actor.subId, time_zone: 'UTC' } }),
    );
    const webhook = { kind: 'webhook', name: 'Hook', target: 'https://hooks.example.org/x' };
    await dataOf(world.send(actor.token, contract.insertChannel, { body: webhook }));
    await dataOf(as(actor, contract.createInvitation, { body: { kind: 'enduser' } }));
    return devid;
  }

  beforeAll(async () => {
    stores = await testWorld();
    folder = await mkdtemp(join(tmpdir(), 'voltloop-tenant-'));
    world = await startWholeServer(stores);
    clickhouse = openClickHouse(stores.clickhouseUrl);
    main = world.callers[0] as Actor;
    other = world.foreign;
    await fill(main);
    await fill(other);
  }, 120_000);
  afterAll(async () => {
    await clickhouse?.stop();
    await world?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('has a size by kind of data', async () => {
    const { out, code } = await command('size', main.tenantId);
    expect(code).toBe(0);
    const sizes = new Map(
      [...out.matchAll(/^ {2}(\w+) +([\d.]+) GB +(\d+) rows$/gm)].map(([, kind, , rows]) => [
        kind,
        Number(rows),
      ]),
    );
    const { db } = world.test.services;
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit where tenant_id = ${main.tenantId}::uuid`.execute(db);
    expect(sizes.get('audit')).toBe(rows[0]?.n);
    const devices = await devicesOf(db, main.tenantId);
    expect(sizes.get('raw')).toBe(await countPoints(clickhouse, 'points', devices));
    expect([...sizes.keys()]).toEqual([...sizeKinds, 'files', 'exports']);
  });

  test('is exported completely: all its rows, none of another tenant, no secret', async () => {
    const { db } = world.test.services;
    const out = await command('export', main.tenantId, folder);
    expect(out).toMatchObject({ code: 0, out: expect.stringContaining('1 files') });
    const lines = async (part: string, table: string) => {
      const content = gunzipSync(await readFile(join(folder, part, `${table}.jsonl.gz`))).toString('utf8');
      return content
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    };
    for (const table of await tenantTables(db, main.tenantId, await namedIn(db, main.tenantId)))
      expect([table.name, (await lines('postgres', table.name)).length]).toEqual([
        table.name,
        await countRows(db, table),
      ]);
    expect((await lines('clickhouse', 'frames')).length).toBe(20);
    expect((await lines('clickhouse', 'rejects')).length).toBe(1);
    expect(await readdir(join(folder, 'files', 'uploads'))).toHaveLength(1);
    for (const name of await readdir(join(folder, 'postgres'))) {
      const content = gunzipSync(await readFile(join(folder, 'postgres', name))).toString('utf8');
      expect([name, content.includes(other.tenantId), content.includes('FOREIGN')]).toEqual([
        name,
        false,
        false,
      ]);
      expect(content).not.toMatch(/password_hash|token_hash|secret_hash|\$argon2/);
    }
    expect((await command('export', main.tenantId, folder)).err).toContain('is not empty');
  }, 60_000);

  test('is erased from all stores after its name was typed; the other tenant is unchanged, and the chain valid', async () => {
    const { db } = world.test.services;
    const [{ name } = { name: '' }] = (
      await sql<{ name: string }>`select name from tenants where id = ${main.tenantId}`.execute(db)
    ).rows;
    expect((await command('erase', main.tenantId, '--confirm', 'Another')).err).toContain(
      'Nothing was erased',
    );
    expect((await command('erase', main.tenantId, '--confirm', name)).err).toContain(
      'Disable the tenant first',
    );
    expect((await command('disable', main.tenantId)).code).toBe(0);

    // A file of a deleted schedule, whose run has no row any more.
    const exported = (tenantId: string) =>
      join(stores.dataDir, 'exports', tenantId, main.accountId, 'a', 'day.csv');
    for (const { tenantId } of [main, other]) {
      await mkdir(join(exported(tenantId), '..'), { recursive: true });
      await writeFile(exported(tenantId), 'kWh');
    }
    const devices = await devicesOf(db, main.tenantId);
    const keys = await fileKeys(db, main.tenantId);
    const others = await devicesOf(db, other.tenantId);
    const before = await digests(db, other.tenantId);
    const pointsOf = async (of: typeof devices) => {
      const counts: number[] = [];
      for (const table of pointTables) counts.push(await countPoints(clickhouse, table, of));
      return counts;
    };
    const pointsBefore = await pointsOf(others);
    expect(pointsBefore.every((n) => n > 0)).toBe(true);
    const { rows: kept } = await sql<{ n: number }>`select count(*)::int as n from audit`.execute(db);

    const erased = await command('erase', main.tenantId, '--confirm', name);
    expect(erased).toMatchObject({ code: 0, out: expect.stringContaining('Counted again: nothing is left') });
    expect(erased.out).toMatch(/ {2}accounts: \d+\n/);
    expect(erased.out).toContain('  frames: 20');

    // The only row that names the tenant is the one about its erasure.
    const { rows: tables } = await sql<{
      name: string;
    }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
    for (const table of tables) {
      // Rows of the trail stay in the chain of the tenant.
      const { rows } = await sql<{ action?: string }>`select * from ${sql.table(table.name)} t,
        lateral (select (to_jsonb(t) - 'chain')::text as row) r
        where row like ${`%${main.tenantId}%`} or row like ${`%${main.accountId}%`} or row like '%INSIDE-%'`.execute(
        db,
      );
      const left =
        table.name === 'audit'
          ? rows.filter(({ action }) => !['tenant.erase', 'log.redact'].includes(action ?? ''))
          : rows;
      expect([table.name, left]).toEqual([table.name, []]);
    }
    expect(await pointsOf(devices)).toEqual([0, 0, 0, 0]);
    expect(await pointsOf(others)).toEqual(pointsBefore);
    for (const key of keys)
      await expect(readFile(join(stores.dataDir, 'files', key))).rejects.toThrow('ENOENT');
    await expect(readFile(exported(main.tenantId))).rejects.toThrow('ENOENT');
    expect(await readFile(exported(other.tenantId), 'utf8')).toBe('kWh');
    expect(await digests(db, other.tenantId)).toEqual(before);
    const { rows: trail } = await sql<{ n: number }>`select count(*)::int as n from audit`.execute(db);
    expect(trail[0]?.n).toBe((kept[0]?.n ?? 0) + 2);

    expect((await world.send(main.token, contract.getSelf, {})).status).toBe(401);
    const list = await dataOf<{ id: string }[]>(world.send(OPERATOR_TOKEN, contract.listTenants, {}));
    expect(list.map(({ id }) => id)).not.toContain(main.tenantId);
    let step = await dataOf<ChainStep>(world.send(other.token, contract.checkLog, { body: {} }));
    while (!step.done)
      step = await dataOf<ChainStep>(
        world.send(other.token, contract.checkLog, { body: { after: step.last?.seq } }),
      );
    expect(step.broken).toBeNull();
  }, 120_000);
});

test('a tenant with a ledger is erased with it, the only case in which moves are deleted', async () => {
  const stores = await testWorld();
  const clickhouse = openClickHouse(stores.clickhouseUrl);
  const stock = await startTestStock();
  try {
    const { server, tenantId } = stock.office;
    const { db, files, config } = server.services;
    const lot = { lotNo: 'L-1', material: 'cell', kg: '250', location: 'L1' };
    await stock.receive([{ code: stock.newCode(), kg: '400', location: 'L1' }, lot]);
    await stock.issue({ preset: 'production' }, [{ lotNo: 'L-1', kg: '20.5' }]);
    const filled = nonEmpty(await digests(db, tenantId));
    expect(filled).toEqual(
      expect.arrayContaining(['moves', 'documents', 'items', 'lots', 'batteries', 'list_counts']),
    );
    await expect(sql`delete from moves`.execute(db)).rejects.toThrow(/never changed or deleted/);

    await sql`update tenants set disabled_at = now() where id = ${tenantId}`.execute(db);
    const exportFiles = await openExportFiles(config);
    const parts = { db, files, exportFiles, config, clickhouse };
    const { left, tables } = await eraseTenant(parts, server.system(), tenantId, () => {});
    expect(left).toEqual({});
    expect(tables.moves).toBeGreaterThan(0);
    await expect(sql`delete from moves`.execute(db)).rejects.toThrow(/never changed or deleted/);
  } finally {
    await stock.office.stop();
    await clickhouse.stop();
    await stores.stop();
  }
}, 120_000);

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
