import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { register } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DAY_MS, type Retention } from '../../../platform/retention.ts';
import { type Fixture, telemetryFixture } from '../../../testing/telemetry.ts';
import type { ThingRow } from '../../fleet/things/index.ts';
import { createRetention, type RetentionModule } from './index.ts';
import { keptQuarterHours, keptRaw } from './kept-points.ts';

const at = (text: string) => Date.parse(text);
const HOUR = 3_600_000;
const STEP = HOUR / 4;
const APRIL = at('2026-04-01T00:00:00Z');
const MAY = at('2026-05-01T00:00:00Z');
const SENT = at('2026-06-15T12:00:00Z');

const retention: Retention = { raw: 0, quarterHours: 0, frames: 0, events: 0, commands: 0 };
let now = SENT;
let f: Fixture;
let thing: ThingRow;
let nodes: RetentionModule[];
let seq = 0;

const meter = (t: number) => 1_000_000 + ((t - APRIL) / HOUR) * 60;
const frame = (t: number, value = Math.abs(Math.sin(t / HOUR)) * 1000) => ({
  ts: t,
  seq: seq++,
  boot: 1,
  data: {
    E_E_PV: meter(t),
    E_PV1_P: Math.round(value),
    M_SOC: 50,
    M_CELL_T_MAX: 30 + Math.round(value / 100),
  },
  packs: [{ P_no: 1, P_SOC: 50 }],
});

beforeAll(async () => {
  f = await telemetryFixture({ now: () => new Date(now), config: { retention } });
  thing = await f.thing('KEEP-1', 'Asia/Shanghai');
  const frames: object[] = [];
  // A frame each quarter of an hour, at its third minute.
  for (let t = APRIL - DAY_MS; t < SENT; t += STEP) frames.push(frame(t + 3 * 60_000));
  while (frames.length > 0) await f.send('KEEP-1', frames.splice(0, 500));
  nodes = [createRetention(f.services), createRetention(f.services)];
}, 120_000);
afterAll(async () => {
  for (const node of nodes ?? []) await node.stop?.();
  await f.stop();
});

async function query<Row>(query: string): Promise<Row[]> {
  const result = await f.services.clickhouse.client.query({ query, format: 'JSONEachRow' });
  return result.json<Row>();
}

const rows = async (table: string, where = '1') =>
  (await query<{ n: number }>(`select count() as n from ${table} final where ${where}`))[0]?.n ?? -1;

const inApril = (column: string) => `toYYYYMM(${column}) = 202604`;

/** A late duplicate of a known frame, which invalidates cached answers on all nodes. */
async function invalidateAnswers(): Promise<void> {
  now += 60_000;
  await f.send('KEEP-1', frame(MAY + 3 * 60_000));
}

interface Run {
  kind: string;
  removed: string;
  due: boolean;
}

const runs = async () =>
  (
    await sql<Run>`select kind, removed::text as removed, next_at <= ${new Date(now)} as due from retention_runs
      order by kind`.execute(f.services.db)
  ).rows;

/** Whether a kind has a time limit. */
const isKept = (kind: string) =>
  retention[kind === 'quarter_hours' ? 'quarterHours' : (kind as keyof Retention)] > 0;

/** Runs two nodes at once until no work is left and ClickHouse has finished its mutations. */
async function removeAll(): Promise<void> {
  for (let round = 0; round < 20; round++) {
    await Promise.all(nodes.map((node) => node.run()));
    await vi.waitFor(
      async () =>
        expect(
          await query('select 1 from system.mutations where database = currentDatabase() and not is_done'),
        ).toEqual([]),
      { timeout: 30_000 },
    );
    if ((await runs()).every(({ kind, due }) => !due || !isKept(kind))) return;
  }
  expect.fail('the rounds do not end');
}

const removedOf = async (kind: string) =>
  Number((await runs()).find((run) => run.kind === kind)?.removed ?? 0);

const audited = async (kind: string) => {
  const { rows: found } = await sql<{
    n: string;
  }>`select coalesce(sum((details ->> 'rows')::int), 0) as n from audit
    where action = 'retention.remove' and details ->> 'kind' = ${kind}`.execute(f.services.db);
  return Number(found[0]?.n);
};

const model = () => `/v1/data-mgmt/tenants/${f.main.tenantId}/info-model/HE_BAT`;

async function slots(query: string, from = APRIL - DAY_MS, to = SENT) {
  const url = `${model()}/things/KEEP-1/_aggregations?begin_time=${from}&end_time=${to}&${query}`;
  const { status, data } = await f.call(f.main, url);
  expect(status).toBe(200);
  return data as { key: number }[];
}

const yearOfEnergy = async () =>
  (await f.call(f.main, `/v1/data-mgmt/tenants/${f.main.tenantId}/energy-period?period=year`)).data as object;

/** Answers that stay: energy by any slot, from quarter-hours to months, and the single readings of kept months. */
async function answers() {
  await invalidateAnswers();
  return {
    months: await slots('data_points=E_E_PV&agg_interval=1M'),
    days: await slots('data_points=E_E_PV&agg_interval=1d'),
    quarters: await slots('data_points=E_E_PV&agg_interval=15m', APRIL, APRIL + 2 * DAY_MS),
    fine: await slots('data_points=E_E_PV&agg_interval=5m', MAY, MAY + DAY_MS),
    averages: await slots('data_points=E_PV1_P&agg_interval=1d&agg_type=avg', MAY + DAY_MS),
    kept: await query(
      `select point, count() as n, sum(value) as total from points final where point in (${keptRaw.join(', ')}) group by point order by point`,
    ),
    year: { ...(await yearOfEnergy()), as_of: 0 },
  };
}

test('nothing is removed by default', async () => {
  await removeAll();
  expect(await runs()).toEqual([]);
});

describe('readings', () => {
  test('of old months are removed by month; energy and passport data stay the same', async () => {
    const before = await answers();
    const removed = await rows('points', `${inApril('time')} and point not in (${keptRaw.join(', ')})`);
    const march = await rows('points', `toYYYYMM(time) = 202603 and point not in (${keptRaw.join(', ')})`);
    const quarterHours = await rows('points_15m');
    expect([before.months.length, before.days.length]).toEqual([4, 77]);
    expect(removed).toBe(30 * 96 * 2);

    // Test files of a worker share the counter.
    const counted = async () =>
      Number(
        /{kind="raw"} (\d+)/.exec(
          await register.getSingleMetricAsString('voltloop_retention_removed_total'),
        )?.[1] ?? 0,
      );
    const countedBefore = await counted();
    retention.raw = 35;
    await removeAll();

    expect(await rows('points', `${inApril('time')} and point not in (${keptRaw.join(', ')})`)).toBe(0);
    expect(await rows('points', inApril('time'))).toBe(30 * 96 * 3);
    expect(await rows('points_15m')).toBe(quarterHours);
    expect(await answers()).toEqual(before);
    expect([await removedOf('raw'), await audited('raw')]).toEqual([removed + march, removed + march]);
    expect((await counted()) - countedBefore).toBe(removed + march);
  });

  test('of a kept month stay complete', async () => {
    expect(await rows('points', `time >= fromUnixTimestamp64Milli(${MAY}, 'UTC')`)).toBe(
      ((SENT - MAY) / STEP) * 5,
    );
  });

  test('that arrive late for a removed month are refused with a reason; for a kept one they count', async () => {
    const before = await answers();
    const counted = await rows('points');
    // Test files of a worker share the counter.
    const tooOld = async () =>
      Number(
        /reason="too_old"} (\d+)/.exec(
          await register.getSingleMetricAsString('voltloop_ingest_rejects_total'),
        )?.[1] ?? 0,
      );
    const refused = await tooOld();
    await f.send('KEEP-1', [frame(APRIL + 3 * 60_000, 9999), frame(MAY - 1, 9999)]);
    expect(await rows('points')).toBe(counted);
    expect(await answers()).toEqual(before);
    expect(await tooOld()).toBe(refused + 1);
    await f.send('KEEP-1', frame(MAY + 60_000, 7));
    expect(await rows('points')).toBe(counted + 5);
  });

  test('are checked again a day later, and nothing more is removed', async () => {
    const counts = [await rows('points'), await removedOf('raw'), await audited('raw')];
    now += DAY_MS + HOUR;
    await removeAll();
    expect([await rows('points'), await removedOf('raw'), await audited('raw')]).toEqual(counts);
  });
});

test('frames of old months are dropped as whole months', async () => {
  const old = await rows('frames', `time < fromUnixTimestamp64Milli(${MAY}, 'UTC')`);
  const all = await rows('frames');
  expect(old).toBe(31 * 96);
  retention.frames = 35;
  await removeAll();
  expect(await rows('frames')).toBe(all - old);
  expect(await removedOf('frames')).toBe(old);
});

test('quarter-hours of old months are removed except counters and passport points: energy stays the same', async () => {
  now = at('2026-09-01T12:00:00Z');
  const energy = async () => ({
    forgotten: await invalidateAnswers(),
    months: await slots('data_points=E_E_PV&agg_interval=1M'),
    days: await slots('data_points=E_E_PV&agg_interval=1d'),
    temperature: await slots('data_points=M_CELL_T_MAX&agg_interval=1d&agg_type=max,min'),
  });
  const before = await energy();
  const gauges = `point not in (${keptQuarterHours.join(', ')})`;
  const old = `bucket < toDateTime(${MAY / 1000})`;
  const removed = await rows('points_15m', `${old} and ${gauges}`);
  expect(removed).toBe(31 * 96);
  retention.raw = 0;
  retention.quarterHours = 95;
  await removeAll();
  expect(await rows('points_15m', `${old} and ${gauges}`)).toBe(0);
  expect(await rows('points_15m', `not (${old}) and ${gauges}`)).toBe((SENT - MAY) / STEP);
  expect(await energy()).toEqual(before);
  expect(await removedOf('quarter_hours')).toBe(removed);
});

describe('records', () => {
  const OLD = 200;
  const event = (code: string, days: number, state: 1 | 2, n = 1) => {
    const begin = new Date(now - days * DAY_MS);
    return sql`insert into events (thing_id, code, source, name_en, name_zh, level, begin_time, end_time, state)
      select ${thing.id}::uuid, ${code}::text || case when ${n}::int = 1 then '' else i::text end, 'EMS', 'x', 'x', 2, ${begin}::timestamptz,
        case when ${state}::int = 2 then ${begin}::timestamptz + interval '1 minute' end, ${state}::smallint
      from generate_series(1, ${n}::int) i`.execute(f.services.db);
  };
  const codes = async () =>
    (
      await sql<{ code: string }>`select code from events where thing_id = ${thing.id} order by code`.execute(
        f.services.db,
      )
    ).rows.map(({ code }) => code);
  const command = async (cmd: string, days: number, state: string) => {
    const id = randomUUID();
    const created = new Date(now - days * DAY_MS);
    await sql`insert into commands (id, thing_id, cmd, state, created_at, expires_at)
      values (${id}, ${thing.id}, ${cmd}, ${state}, ${created}, ${new Date(created.getTime() + HOUR)})`.execute(
      f.services.db,
    );
    return id;
  };
  const commands = async () =>
    (
      await sql<{ cmd: string }>`select cmd from commands where thing_id = ${thing.id} order by cmd`.execute(
        f.services.db,
      )
    ).rows.map(({ cmd }) => cmd);

  test('of events are removed long after they ended, in batches and on one of two nodes; active ones stay', async () => {
    await event('OLD', OLD, 2, 4500);
    await event('ACTIVE', OLD, 1);
    await event('RECENT', 30, 2);
    await event('UNTOLD', OLD, 2);
    await sql`with c as (insert into notification_channels (account_id, kind, name, target, created_at)
        values (${f.main.id}, 'webhook', 'x', 'https://example.org', now()) returning id)
      insert into notification_items (account_id, channel_id, event_id, what, due_at)
        select ${f.main.id}::uuid, c.id, e.id, 'end', now() from c, events e where e.code = 'UNTOLD'`.execute(
      f.services.db,
    );
    retention.events = 95;
    await removeAll();
    expect(await codes()).toEqual(['ACTIVE', 'RECENT', 'UNTOLD']);
    expect([await removedOf('events'), await audited('events')]).toEqual([4500, 4500]);
    now += DAY_MS + HOUR;
    await removeAll();
    expect(await codes()).toEqual(['ACTIVE', 'RECENT', 'UNTOLD']);
    expect(await removedOf('events')).toBe(4500);
  });

  test('of commands are removed after they ended; pending ones stay', async () => {
    await command('answered', OLD, 'answered');
    await command('expired', OLD, 'expired');
    await command('pending', OLD, 'sent');
    await command('recent', 10, 'failed');
    const referenced = await command('referenced', OLD, 'answered');
    const answered = await command('answered', OLD, 'answered');
    const other = await f.thing('KEEP-2');
    for (const [id, of, state] of [
      [referenced, thing.id, 'reading'],
      [answered, other.id, 'verified'],
    ] as const)
      await sql`with b as (insert into param_batches (tenant_id, name, kind, values, wait_s, created_by, created_at, deadline_at)
          values (${f.main.tenantId}, 'x', 'change', '{}', 60, ${f.main.id}, now(), now()) returning id)
        insert into param_jobs (batch_id, thing_id, state, command_id, created_at, next_at, deadline_at)
          select id, ${of}::uuid, ${state}::text, ${id}::uuid, now(), now(), now() from b`.execute(
        f.services.db,
      );
    retention.commands = 35;
    await removeAll();
    expect(await commands()).toEqual(['pending', 'recent', 'referenced']);
    expect([await removedOf('commands'), await audited('commands')]).toEqual([3, 3]);
  });

  test('are taken over after a node was killed, and not before', async () => {
    await event('LATER', OLD, 2);
    now += 2 * DAY_MS;
    const lost = new Date(now + 5 * 60_000);
    await sql`update retention_runs set lease_id = ${randomUUID()}, leased_until = ${lost} where kind = 'events'`.execute(
      f.services.db,
    );
    await nodes[0]?.run();
    expect(await codes()).toContain('LATER');
    now = lost.getTime();
    await nodes[0]?.run();
    expect(await codes()).not.toContain('LATER');
  });
});
