import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { notify } from '../../../platform/notices.ts';
import { DAY_MS, type Retention } from '../../../platform/retention.ts';
import { systemCtx } from '../../../platform/system-ctx.ts';
import { type Fixture, telemetryFixture } from '../../../testing/telemetry.ts';
import { setTenantRetention } from '../tenants/index.ts';
import { createRetention, type RetentionModule } from './index.ts';
import { keptRaw } from './kept-points.ts';

/** Three tenants: one with the days of the settings, one that keeps less and one that keeps all. */

const at = (text: string) => Date.parse(text);
const SENT = at('2026-06-15T12:00:00Z');
const months = ['2026-02', '2026-03', '2026-04', '2026-05', '2026-06'];

// Nothing is removed until all data are stored.
const settings: Retention = { raw: 0, quarterHours: 0, frames: 0, events: 0, commands: 0 };
const now = SENT;
let f: Fixture;
let retention: RetentionModule;
const tenants: Record<'usual' | 'short' | 'long', string> = { usual: '', short: '', long: '' };
const names = Object.keys(tenants) as (keyof typeof tenants)[];
const devid = (name: string) => `DAYS-${name}`;
let seq = 0;

beforeAll(async () => {
  f = await telemetryFixture({ now: () => new Date(now), config: { retention: settings } });
  const { db } = f.services;
  for (const name of names) {
    const thing = await f.thing(devid(name));
    const { rows } = await sql<{
      id: string;
    }>`insert into tenants (name) values (${name}) returning id`.execute(db);
    tenants[name] = rows[0]?.id ?? '';
    await sql`update things set tenant_id = ${tenants[name]}::uuid where id = ${thing.id}::uuid`.execute(db);
    await notify(db, 'voltloop_things', '');
    for (const month of months) await send(name, at(`${month}-10T00:00:00Z`));
    for (const days of [40, 120]) {
      const begin = new Date(now - days * DAY_MS);
      await sql`insert into events (thing_id, code, source, name_en, name_zh, level, begin_time, end_time, state)
        values (${thing.id}::uuid, ${`${name} ${days}`}, 'EMS', 'x', 'x', 2, ${begin}, ${begin}, 2)`.execute(
        db,
      );
    }
  }
  Object.assign(settings, { raw: 95, frames: 95, events: 95 });
  const ctx = systemCtx(f.services, new Date(now));
  await setTenantRetention(f.services, ctx, tenants.short, { raw: 35, frames: 35, commands: 35 });
  await setTenantRetention(f.services, ctx, tenants.long, { raw: 0, frames: 0, events: 0 });
  retention = createRetention(f.services);
}, 120_000);
afterAll(async () => {
  await retention?.stop?.();
  await f?.stop();
});

const send = (name: string, t: number) =>
  f.send(devid(name), { ts: t, seq: seq++, boot: 1, data: { E_PV_P: 500, M_SOC: 50 } });

async function monthsIn(table: string, name: string, more = '1'): Promise<string[]> {
  const { rows } = await sql<{ key: number }>`select key from things where devid = ${devid(name)}`.execute(
    f.services.db,
  );
  const result = await f.services.clickhouse.client.query({
    query: `select distinct formatDateTime(time, '%Y-%m') as month from ${table} where thing = {thing:UInt32} and ${more} order by month`,
    query_params: { thing: rows[0]?.key },
    format: 'JSONEachRow',
  });
  return (await result.json<{ month: string }>()).map(({ month }) => month);
}

async function removeAll(): Promise<void> {
  for (let round = 0; round < 20; round++) {
    await retention.run();
    await vi.waitFor(
      async () => {
        const result = await f.services.clickhouse.client.query({
          query: 'select 1 from system.mutations where database = currentDatabase() and not is_done',
          format: 'JSONEachRow',
        });
        expect(await result.json()).toEqual([]);
      },
      { timeout: 30_000 },
    );
    const { rows } = await sql`select 1 from retention_runs where next_at <= ${new Date(now)}`.execute(
      f.services.db,
    );
    if (rows.length === 0) return;
  }
  expect.fail('the rounds do not end');
}

test('each tenant keeps the data of its days, by months; energy and passport points stay', async () => {
  await removeAll();
  const single = `point not in (${keptRaw.join(', ')})`;
  const left = async (table: string, more?: string) =>
    Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await monthsIn(table, name, more)])),
    );
  const expected = { usual: months.slice(1), short: months.slice(3), long: months };
  expect(await left('points', single)).toEqual(expected);
  expect(await left('frames')).toEqual(expected);
  expect(await left('points')).toEqual({ usual: months, short: months, long: months });
});

test('events are removed by the days of their tenant', async () => {
  const { rows } = await sql<{ code: string }>`select code from events order by code`.execute(f.services.db);
  expect(rows.map(({ code }) => code)).toEqual(['long 120', 'long 40', 'short 40', 'usual 40']);
});

test('a frame that is too late for its tenant is refused; other tenants accept it', async () => {
  const march = at('2026-03-20T00:00:00Z');
  for (const name of names) await send(name, march);
  expect(await monthsIn('frames', 'short')).toEqual(months.slice(3));
  expect(await monthsIn('frames', 'usual', `time >= '2026-03-20 00:00:00'`)).toContain('2026-03');
  expect(await monthsIn('frames', 'long', `time >= '2026-03-20 00:00:00'`)).toContain('2026-03');
});

test('changed days are applied at once, and nothing else is removed', async () => {
  await setTenantRetention(f.services, systemCtx(f.services, new Date(now)), tenants.long, { frames: 35 });
  await removeAll();
  expect(await monthsIn('frames', 'long')).toEqual(months.slice(3));
  expect(await monthsIn('points', 'long')).toEqual(months);
  expect(await monthsIn('frames', 'usual')).toEqual(months.slice(1));
});

test('days below the minimum, or of an unknown tenant, are refused', async () => {
  const ctx = systemCtx(f.services, new Date(now));
  await expect(setTenantRetention(f.services, ctx, randomUUID(), { raw: 35 })).rejects.toThrow('Not Found');
  await expect(setTenantRetention(f.services, ctx, tenants.short, { events: 5 })).rejects.toThrow(
    /check constraint/,
  );
});
