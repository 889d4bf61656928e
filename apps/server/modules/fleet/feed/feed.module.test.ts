import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_FEED_DEVICES } from '@voltloop/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '../../../app.ts';
import { freePort } from '../../../testing/free-port.ts';
import { type Fixture, telemetryFixture } from '../../../testing/telemetry.ts';
import { type AccountRow, createAccounts } from '../../people/accounts/index.ts';
import { createMail } from '../../people/mail/index.ts';
import { createSessions } from '../../people/sessions/index.ts';
import { createFeed } from './index.ts';

const password = 'Volt-test-2026';
const clock = { now: 0 };
let f: Fixture;
let company: AccountRow;
let url: string;
let close: () => Promise<void>;

const frame = (time_ms: number, seq: number, data: Record<string, number>) => ({
  ts: time_ms,
  seq,
  boot: 1,
  data,
});
const scrape = async (token: string, query = '', accept = 'text/plain') => {
  const reply = await fetch(`${url}/v1/feed/metrics${query}`, {
    headers: { authorization: `Bearer ${token}`, accept },
  });
  return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() };
};
const samplesOf = (text: string, name: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`))
    .map((line) => [/device="([^"]+)"/.exec(line)?.[1], Number(line.split('} ')[1])]);

async function post(path: string, token: string | null, body: object): Promise<Record<string, unknown>> {
  const reply = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return ((await reply.json()) as { data: Record<string, unknown> }).data;
}
/** A read-only API token of an account. */
async function tokenOf({ userName }: AccountRow): Promise<string> {
  const session = await post('/v1/admin/control/sessions', null, { username: userName, password });
  const made = await post('/v1/admin/tenant/users/self/tokens', session.token as string, {
    name: 'Prometheus',
    scope: 'read',
    days: 90,
    password,
  });
  return made.token as string;
}

let token: string;
beforeAll(async () => {
  clock.now = Date.now();
  f = await telemetryFixture({
    now: () => new Date(clock.now),
    more: (services, telemetry, things) => {
      feed = createFeed(services, things, telemetry);
      return [feed];
    },
  });
  // With real sessions: a scrape uses an API token.
  const mail = createMail(f.services);
  const accounts = createAccounts(f.services, mail);
  const sessions = await createSessions(f.services, accounts, mail);
  await sessions.start?.();
  const { app } = await createApp(f.services, sessions, [accounts, sessions, feed]);
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  close = async () => {
    await app.close();
    await sessions.stop?.();
  };
  company = await f.account('company', f.factory, 'company_a');
  for (const devid of ['FEED-1', 'FEED-2', 'FEED-3', 'OTHER-1']) await f.thing(devid);
  await f.bind(['FEED-1', 'FEED-2', 'FEED-3'], company);
  await f.services.pool.query(`update things set devname = $1 where devid = 'FEED-1'`, [
    'Anna "North"\\\nroof',
  ]);
  const now = clock.now;
  await f.send('FEED-1', [
    frame(now - 60_000, 1, { M_SOC: 40, M_POWER: -900, E_PV_P: 1500, E_E_PV: 10_000 }),
    frame(now - 5000, 2, {
      M_SOC: 42.5,
      M_SOH: 98,
      M_POWER: -1000,
      E_PV_P: 1600,
      E_GRID_P: -100,
      E_LOAD_P: 500,
      E_E_PV: 10_250,
      E_E_IMP: 2000,
    }),
  ]);
  await f.send('FEED-2', [frame(now - 11 * 60_000, 1, { M_SOC: 70, M_POWER: 200, E_E_PV: 5000 })]);
  await f.send('OTHER-1', [frame(now - 5000, 1, { M_SOC: 10 })]);
  await f.telemetry.flush();
  token = await tokenOf(company);
}, 60_000);
let feed: ReturnType<typeof createFeed>;
beforeEach(() => {
  // Older than the limit.
  clock.now += 10_001;
});
afterAll(async () => {
  await close?.();
  await f?.stop();
});

test('a read-only token gets the newest values of the devices of its account only', async () => {
  const { status, type, text } = await scrape(token);
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(samplesOf(text, 'voltloop_device_online')).toEqual([
    ['FEED-1', 1],
    ['FEED-2', 1],
    ['FEED-3', 0],
  ]);
  expect(samplesOf(text, 'voltloop_state_of_charge_ratio')).toEqual([['FEED-1', 0.425]]);
  expect(samplesOf(text, 'voltloop_battery_power_watts')).toEqual([['FEED-1', -1000]]);
  expect(samplesOf(text, 'voltloop_solar_energy_joules_total')).toEqual([['FEED-1', 10_250 * 3600]]);
  expect(samplesOf(text, 'voltloop_grid_import_energy_joules_total')).toEqual([['FEED-1', 2000 * 3600]]);
  expect(text).toContain('name="Anna \\"North\\"\\\\\\nroof"');
  const { text: of } = await scrape(await tokenOf(f.main));
  expect(samplesOf(of, 'voltloop_state_of_charge_ratio').map(([devid]) => devid)).toEqual([
    'FEED-1',
    'OTHER-1',
  ]);
});

test('measurements older than ten minutes, and those of an offline device, are omitted', async () => {
  const { text } = await scrape(token);
  expect(samplesOf(text, 'voltloop_device_last_frame_timestamp_seconds').map(([devid]) => devid)).toEqual([
    'FEED-1',
    'FEED-2',
  ]);
  for (const name of ['voltloop_state_of_charge_ratio', 'voltloop_solar_energy_joules_total'])
    expect(samplesOf(text, name).map(([devid]) => devid)).toEqual(['FEED-1']);
  await f.services.pool.query(
    `update thing_state set online = false from things t where t.id = thing_id and t.devid = 'FEED-1'`,
  );
  clock.now += 10_001;
  const offline = await scrape(token);
  expect(samplesOf(offline.text, 'voltloop_device_online')[0]).toEqual(['FEED-1', 0]);
  expect(samplesOf(offline.text, 'voltloop_state_of_charge_ratio')).toEqual([]);
  await f.services.pool.query(
    `update thing_state set online = true from things t where t.id = thing_id and t.devid = 'FEED-1'`,
  );
});

test('an answer is cached for ten seconds, but not after a device was removed', async () => {
  const first = (await scrape(token)).text;
  await f.services.pool.query(`update thing_state set soc_pct = 1`);
  expect((await scrape(token)).text).toBe(first);
  await f.services.pool.query(
    `update bindings set until = now() from things t where t.id = thing_id and t.devid = 'FEED-1'`,
  );
  expect((await scrape(token)).text).not.toContain('FEED-1');
  await f.services.pool.query('update bindings set until = null');
});

test('a doubtful reading does not change a counter of the feed', async () => {
  const owner = await f.account('company', f.factory, 'company_c');
  await f.thing('FEED-4');
  await f.bind(['FEED-4'], owner);
  const own = await tokenOf(owner);
  const begin = clock.now - 40 * 60_000;
  let seq = 0;
  const send = (E_E_PV: number) => f.send('FEED-4', [frame(clock.now, ++seq, { E_E_PV, E_E_EXP: 0 })]);
  const solar = async () => {
    await f.telemetry.flush();
    clock.now += 10_001;
    const { text } = await scrape(own);
    expect(samplesOf(text, 'voltloop_grid_export_energy_joules_total')).toEqual([['FEED-4', 0]]);
    return samplesOf(text, 'voltloop_solar_energy_joules_total')[0]?.[1];
  };
  const earlier = Array.from({ length: 40 }, (_, minute) =>
    frame(begin + minute * 60_000, ++seq, { E_E_PV: 10_000 + minute * 10, E_E_EXP: 0 }),
  );
  await f.send('FEED-4', earlier);
  // The first answer of a node is judged by the readings before it.
  await send(200_000_000);
  expect(await solar()).toBe(10_390 * 3600);
  await send(10_400);
  expect(await solar()).toBe(10_400 * 3600);
  await send(5000);
  expect(await solar()).toBe(10_400 * 3600);
  await send(10_410);
  expect(await solar()).toBe(10_410 * 3600);
});

test('site and part filter the answer; a site outside the subtree is not found', async () => {
  const site = async (owner: AccountRow, name: string, devid: string) => {
    const { rows } = await f.services.pool.query<{ id: string }>(
      `insert into sites (tenant_id, account_id, name, time_zone) values ($1, $2, $3, 'UTC') returning id`,
      [owner.tenantId, owner.id, name],
    );
    await f.services.pool.query(
      `insert into site_devices (site_id, thing_id, since)
       select $1, id, quarter_of(now() - interval '1 hour') from things where devid = $2`,
      [rows[0]?.id, devid],
    );
    return rows[0]?.id as string;
  };
  const own = await site(company, 'Mill', 'FEED-3');
  const others = await site(f.factory, 'Hidden', 'FEED-2');
  const { text } = await scrape(token, `?site=${own}`);
  expect(samplesOf(text, 'voltloop_device_online')).toEqual([['FEED-3', 0]]);
  expect(text).toContain('site="Mill"');
  expect((await scrape(token)).text).not.toContain('Hidden');
  expect((await scrape(token, `?site=${others}`)).status).toBe(404);
  const parts = await Promise.all([1, 2].map((part) => scrape(token, `?part=${part}&parts=2`)));
  const devids = parts.flatMap((part) =>
    samplesOf(part.text, 'voltloop_device_online').map(([devid]) => devid),
  );
  expect(devids.sort()).toEqual(['FEED-1', 'FEED-2', 'FEED-3']);
  expect((await scrape(token, '?part=3&parts=2')).status).toBe(400);
});

test('more devices than the limit of one answer are refused with a remedy, and parts of them are served', async () => {
  const many = await f.account('company', f.factory, 'company_b');
  await f.services.pool.query(
    `with made as (insert into things (tenant_id, devid, devname, secret_hash)
       select $1, 'MANY-' || i, 'Many ' || i, sha256('x') from generate_series(1, $3::int) i returning id)
     insert into bindings (thing_id, account_id, account_path)
     select made.id, a.id, a.path::text || '.' from made, accounts a where a.id = $2`,
    [many.tenantId, many.id, MAX_FEED_DEVICES + 1],
  );
  const own = await tokenOf(many);
  const refused = await scrape(own);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('part=1&parts=2')]);
  const part = await scrape(own, '?part=2&parts=2');
  expect(part.status).toBe(200);
  expect(samplesOf(part.text, 'voltloop_device_online').length).toBeGreaterThan(2000);
});

test('an account that scrapes much does not block others', async () => {
  const others = await tokenOf(f.main);
  const blocker = await f.services.pool.connect();
  await blocker.query('begin; lock table site_devices in access exclusive mode');
  try {
    const statuses: number[] = [];
    const greedy = Array.from({ length: 20 }, async (_, i) => {
      statuses.push((await scrape(token, `?parts=${i + 1}`)).status);
    });
    await expect.poll(() => statuses.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(14);
    // In parts: other tests have created many devices.
    const fair = scrape(others, '?parts=2');
    await sleep(1000);
    await blocker.query('commit');
    expect((await fair).status).toBe(200);
    await Promise.all(greedy);
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
});

test('promtool reports no problems', async () => {
  const { text } = await scrape(token);
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: text,
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
});

test('every query of the dashboard is valid in Prometheus', async () => {
  const dashboard = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../../../deploy/grafana/fleet.json'), 'utf8'),
  ) as { panels: { targets: { expr: string }[] }[] };
  const rules = dashboard.panels
    .flatMap(({ targets }) => targets)
    .map(({ expr }, i) => ({ record: `panel:${i}`, expr: expr.replaceAll(/\$(site|device)/g, '.*') }));
  const path = join(f.services.config.dataDir, 'rules.json');
  await writeFile(path, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', path], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(`${rules.length} rules found`);
});

test('Prometheus scrapes it with an API token, in OpenMetrics, and can query it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'voltloop-prometheus-'));
  const port = await freePort();
  await writeFile(join(folder, 'token'), `${token}\n`);
  await writeFile(
    join(folder, 'prometheus.yml'),
    JSON.stringify({
      global: { scrape_interval: '1s' },
      scrape_configs: [
        {
          job_name: 'voltloop_fleet',
          metrics_path: '/v1/feed/metrics',
          authorization: { credentials_file: join(folder, 'token') },
          static_configs: [{ targets: [new URL(url).host] }],
        },
      ],
    }),
  );
  expect(spawnSync('promtool', ['check', 'config', join(folder, 'prometheus.yml')]).status).toBe(0);
  const prometheus = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => prometheus.once('exit', resolve));
  try {
    const ask = async (query: string) => {
      const address = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`;
      const reply = await fetch(address).catch(() => null);
      if (!reply?.ok) return [];
      const { data } = (await reply.json()) as {
        data: { result: { metric: Record<string, string>; value: [number, string] }[] };
      };
      return data.result.map(({ metric, value }) => [metric.device, metric.name, Number(value[1])]);
    };
    for (const end = Date.now() + 30_000; (await ask('up == 1')).length === 0; await sleep(200))
      if (Date.now() > end) throw new Error('Prometheus has scraped nothing');
    expect(await ask('voltloop_device_online{device="FEED-1"}')).toEqual([
      ['FEED-1', 'Anna "North"\\\nroof', 1],
    ]);
    expect(await ask('voltloop_solar_energy_joules_total / 3.6e6')).toEqual([
      ['FEED-1', 'Anna "North"\\\nroof', 10.25],
    ]);
    const about = await fetch(
      `http://127.0.0.1:${port}/api/v1/targets/metadata?metric=voltloop_solar_energy_joules`,
    );
    // Only OpenMetrics states the unit.
    expect(((await about.json()) as { data: unknown[] }).data).toMatchObject([
      { type: 'counter', unit: 'joules' },
    ]);
  } finally {
    prometheus.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);
