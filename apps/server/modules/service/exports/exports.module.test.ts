import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type * as contract from '@voltloop/contract';
import type { ExportRun, ExportSchedule, ReplyOf, SiteDetail } from '@voltloop/contract';
import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Files, folderFiles } from '../../../platform/files.ts';
import { s3Files } from '../../../platform/s3-files.ts';
import { type S3Server, startS3Server } from '../../../testing/s3-server.ts';
import { type Fixture, telemetryFixture } from '../../../testing/telemetry.ts';
import { createSites } from '../../fleet/sites/index.ts';
import type { AccountRow } from '../../people/accounts/index.ts';
import { createExports, type Exports } from './index.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const zone = 'Asia/Kathmandu';
/** Called before each store operation of a node; throws to simulate a failure. */
interface Gate {
  /** Awaited after a file is stored. */
  afterPut?: (() => Promise<void>) | undefined;
  beforePut?: (() => Promise<void>) | undefined;
}
const clock = { now: 0 };
let f: Fixture;
let folder: string;
let nodes: [Exports, Exports];
const gates: [Gate, Gate] = [{}, {}];
let nodeWith: (files: Files) => Exports;
let store: Files;
let company: AccountRow;
let rival: AccountRow;

type Reply<T> = { status: number; data: T };
const at = (text: string) => {
  clock.now = Date.parse(text);
};
const energyOfDays = {
  name: 'Energy',
  scope: 'subtree',
  content: 'energy',
  agg_interval: '1d',
  format: 'csv',
  every: 'day',
  time_zone: zone,
  hour: 6,
  language: 'en',
};
const historyOfDays = {
  ...energyOfDays,
  name: 'History',
  content: 'history',
  agg_interval: '1h',
  data_points: ['M_SOC', 'E_PV_P'],
};
const create = (by: AccountRow, fields: object) =>
  f.call(by, '/v1/exports/schedules', fields) as Promise<Reply<ExportSchedule>>;
const list = async (by: AccountRow) =>
  ((await f.call(by, '/v1/exports/schedules')) as Reply<ReplyOf<typeof contract.listExportSchedules>>).data;
const one = async (by: AccountRow, { id }: { id: string }) =>
  (await list(by)).list.find((each) => each.id === id) as ExportSchedule;
const runsOf = async (by: AccountRow, { id }: { id: string }) =>
  ((await f.call(by, `/v1/exports/schedules/${id}/runs`)) as Reply<ReplyOf<typeof contract.listExportRuns>>)
    .data.list;
const runAll = () => Promise.all(nodes.map((node) => node.run()));
const stored = async () => {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys.sort();
};
const contentOf = async (by: AccountRow, run: ExportRun | null | undefined) => {
  const { status, bytes } = await f.download(by, `/v1/exports/runs/${run?.id}/file`);
  expect(status).toBe(200);
  return bytes;
};
const linesOf = (bytes: Buffer) => bytes.toString('utf8').slice(1).trimEnd().split('\r\n');
const keyOf = (name: string) => HE_BAT.points.find(({ key }) => key === name)?.key ?? '';

/** Two days of hourly frames: counters rise by 1 kWh an hour. */
async function history(devid: string, begin: string, hours: number, soc = 50) {
  const from = Date.parse(begin);
  await f.send(
    devid,
    Array.from({ length: hours * 4 }, (_, i) => ({
      ts: from + (i * HOUR) / 4,
      seq: i,
      boot: 1,
      data: { M_SOC: soc, E_PV_P: 100 + i, [keyOf('E_E_PV')]: 1_000_000 + i * 250 },
    })),
  );
}

beforeAll(async () => {
  at('2026-06-10T10:00:00Z');
  f = await telemetryFixture({
    now: () => new Date(clock.now),
    more: (services, telemetry, things) => {
      folder = join(services.config.dataDir, 'exports');
      store = folderFiles(folder);
      const sites = createSites(services, telemetry, things);
      nodeWith = (files) => createExports(services, files, { things, sites, telemetry });
      const node = (gate: Gate) =>
        nodeWith({
          ...store,
          async put(key, content) {
            await gate.beforePut?.();
            await store.put(key, content);
            await gate.afterPut?.();
          },
        });
      nodes = [node(gates[0]), node(gates[1])];
      return [sites, nodes[0]];
    },
  });
  company = await f.account('company', f.factory, 'company_a');
  rival = await f.account('company', f.factory, 'company_b');
  await f.thing('EXP-1', 'Europe/Berlin');
  await f.thing('EXP-2', 'Asia/Shanghai');
  await f.bind(['EXP-1', 'EXP-2'], company);
  // Kathmandu is at +05:45: its tenth of June begins at 18:15 UTC on the ninth.
  at('2026-06-11T12:00:00Z');
  await history('EXP-1', '2026-06-09T18:15:00Z', 40);
  await history('EXP-2', '2026-06-09T18:15:00Z', 40, 60);
}, 60_000);
beforeEach(async () => {
  Object.assign(gates[0], { afterPut: undefined, beforePut: undefined });
  await f.services.pool.query('delete from export_schedules');
  for (const key of await stored()) await store.remove(key);
  f.services.config.exports.account_MB = 5000;
});
afterAll(async () => {
  await f?.stop();
});

test('the file of a day is created once after its end, whichever nodes run', async () => {
  at('2026-06-10T10:00:00Z');
  const { data: schedule } = await create(company, energyOfDays);
  expect(schedule).toMatchObject({ next_at: Date.parse('2026-06-11T00:15:00Z'), last: null });
  at('2026-06-11T00:14:00Z');
  await runAll();
  expect(await stored()).toEqual([]);
  at('2026-06-11T00:15:00Z');
  await runAll();
  await runAll();
  expect(await stored()).toEqual([
    `${company.tenantId}/${company.id}/${schedule.id}/2026-06-10_2026-06-10.csv`,
  ]);
  const { last, next_at } = await one(company, schedule);
  expect(next_at).toBe(Date.parse('2026-06-12T00:15:00Z'));
  expect(last).toMatchObject({
    from_day: '2026-06-10',
    last_day: '2026-06-10',
    state: 'done',
    tries: 1,
    error: null,
    file: { name: 'Energy_2026-06-10_2026-06-10.csv', rows: 2, devices: 2 },
  });
  const [head, first, second] = linesOf(await contentOf(company, last));
  expect(head).toBe(
    'Time,Device,Solar (kWh),Battery charged (kWh),Battery discharged (kWh),Grid import (kWh),Grid export (kWh),Consumption (kWh),After a gap',
  );
  // From 0:00 to 23:45 in the zone of the schedule.
  expect(first).toBe('2026-06-10T00:00:00+05:45,EXP-1,23.75,,,,,,false');
  expect(second).toContain('EXP-2,23.75,');
  const { rows } = await f.services.pool.query(
    `select count(*)::int as n from audit where action = 'export.make'`,
  );
  expect(rows).toEqual([{ n: 1 }]);
});

test('csv, xlsx and Parquet contain the same values, by slots of the schedule’s zone', async () => {
  at('2026-06-10T10:00:00Z');
  const schedules = [];
  for (const format of ['csv', 'xlsx', 'parquet'])
    schedules.push((await create(company, { ...historyOfDays, name: format, format })).data);
  at('2026-06-11T01:00:00Z');
  await nodes[0].run();
  const [csv, xlsx, parquet] = await Promise.all(
    schedules.map(async (each) => contentOf(company, (await one(company, each)).last)),
  );
  const lines = linesOf(csv as Buffer);
  expect(lines[0]).toBe('Time,Device,State of charge (%),PV power (W)');
  expect(lines.slice(1, 3)).toEqual([
    '2026-06-10T00:00:00+05:45,EXP-1,50,101.5',
    '2026-06-10T01:00:00+05:45,EXP-1,50,105.5',
  ]);
  expect(lines).toHaveLength(1 + 2 * 24);
  const [sheet] = await readXlsx(xlsx as Buffer);
  expect(sheet?.data).toHaveLength(lines.length);
  expect(sheet?.data[1]).toEqual([new Date('2026-06-10T00:00:00Z'), '+05:45', 'EXP-1', 50, 101.5]);
  const path = join(f.services.config.dataDir, 'read.parquet');
  await writeFile(path, parquet as Buffer);
  const read = await f.services.clickhouse.client.query({
    query: `select toString(toTimeZone(time, 'UTC')) as time, device, M_SOC, E_PV_P from file('${path}', Parquet)
      order by device, time`,
    format: 'JSONEachRow',
  });
  const rows = await read.json();
  expect(rows).toHaveLength(48);
  expect(rows[0]).toEqual({ time: '2026-06-09 18:15:00.000', device: 'EXP-1', M_SOC: 50, E_PV_P: 101.5 });
});

test('energy as Parquet has the columns of the csv, and nulls for counters missing in a device', async () => {
  at('2026-06-10T10:00:00Z');
  const { data } = await create(company, { ...energyOfDays, format: 'parquet', agg_interval: '1h' });
  at('2026-06-11T01:00:00Z');
  await nodes[0].run();
  const key = (await stored())[0] ?? '';
  expect(key).toContain(data.id);
  const path = join(folder, key);
  const read = await f.services.clickhouse.client.query({
    query: `select count() as rows, sum(pv_kwh) as pv, max(load_kwh) as load, any(gap) as gap from file('${path}', Parquet)`,
    format: 'JSONEachRow',
  });
  expect(await read.json()).toEqual([{ rows: 48, pv: 47.5, load: null, gap: false }]);
});

test('raw readings, and a device without any, create a file with the available data', async () => {
  at('2026-06-10T10:00:00Z');
  await f.thing('EXP-3');
  await f.bind(['EXP-3'], rival);
  const fields = { ...historyOfDays, scope: 'devices', devices: ['EXP-3'], agg_interval: 'raw' };
  for (const format of ['csv', 'parquet']) await create(rival, { ...fields, name: format, format });
  const { data } = await create(company, { ...fields, devices: ['EXP-1'] });
  at('2026-06-11T01:00:00Z');
  await nodes[0].run();
  const { list: empty } = await list(rival);
  expect(empty.map(({ last }) => [last?.state, last?.file?.rows])).toEqual([
    ['done', 0],
    ['done', 0],
  ]);
  expect(linesOf(await contentOf(rival, empty[0]?.last))).toHaveLength(1);
  expect((await contentOf(rival, empty[1]?.last)).subarray(-4).toString()).toBe('PAR1');
  const { last } = await one(company, data);
  expect(last?.file?.rows).toBe(96);
  expect(linesOf(await contentOf(company, last))[2]).toBe('2026-06-10T00:15:00+05:45,EXP-1,50,101');
});

test('a file that a killed node had stored but not recorded is created again, and exists once', async () => {
  at('2026-06-10T10:00:00Z');
  const { data } = await create(company, energyOfDays);
  at('2026-06-11T01:00:00Z');
  let release = () => {};
  const written = new Promise<void>((resolve) => {
    gates[0].afterPut = () => {
      resolve();
      return new Promise((go) => {
        release = go;
      });
    };
  });
  const killed = nodes[0].run();
  await written;
  expect(await stored()).toHaveLength(1);
  // While it may be alive, no other node takes over its work.
  await nodes[1].run();
  expect((await one(company, data)).last).toMatchObject({ state: 'waiting', running: true });
  at('2026-06-11T01:02:01Z');
  await nodes[1].run();
  const { last } = await one(company, data);
  expect(last).toMatchObject({ state: 'done', tries: 2, done_at: clock.now });
  expect(await stored()).toHaveLength(1);
  // It was not killed but slow: its result no longer counts.
  at('2026-06-11T02:00:00Z');
  release();
  await killed;
  expect((await one(company, data)).last).toEqual(last);
  expect(await runsOf(company, data)).toHaveLength(1);
});

test('a stopping node immediately leaves its unfinished file to another one', async () => {
  at('2026-06-10T10:00:00Z');
  const { data } = await create(company, energyOfDays);
  at('2026-06-11T01:00:00Z');
  let release = () => {};
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const stopped = nodeWith({
    ...store,
    async put(key, content) {
      begin();
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await store.put(key, content);
    },
  });
  const making = stopped.run();
  await begun;
  const stopping = stopped.stop?.();
  release();
  await Promise.all([making, stopping]);
  expect(await stored()).toEqual([]);
  expect((await one(company, data)).last).toMatchObject({ state: 'waiting', running: false, tries: 0 });
  await nodes[1].run();
  expect((await one(company, data)).last).toMatchObject({ state: 'done', tries: 1 });
});

test('a failing store is retried after a while, and missed files are created later', async () => {
  at('2026-06-10T10:00:00Z');
  const { data } = await create(company, energyOfDays);
  at('2026-06-11T01:00:00Z');
  gates[0].beforePut = () => Promise.reject(new Error('the disk is full'));
  await nodes[0].run();
  expect((await one(company, data)).last).toMatchObject({
    state: 'waiting',
    error: 'store',
    tries: 1,
    next_at: clock.now + 60_000,
  });
  gates[0].beforePut = undefined;
  await runAll();
  expect(await stored()).toEqual([]);
  at('2026-06-13T03:00:00Z');
  await runAll();
  const runs = await runsOf(company, data);
  expect(runs.map(({ from_day, state }) => [from_day, state])).toEqual([
    ['2026-06-12', 'done'],
    ['2026-06-11', 'done'],
    ['2026-06-10', 'done'],
  ]);
  expect(await stored()).toHaveLength(3);
});

test('a file has the history of a device within its account’s history cutoff', async () => {
  at('2026-06-10T10:00:00Z');
  const { rows } = await f.services.pool.query(`select id from things where devid = 'EXP-2'`);
  await f.services.pool.query(
    `insert into history_walls (thing_id, before, keeper_id) values ($1, '2026-06-10T06:15:00Z', $2)`,
    [rows[0].id, rival.id],
  );
  try {
    const energy = await create(company, { ...energyOfDays, agg_interval: '1h' });
    const values = await create(company, { ...historyOfDays, format: 'csv' });
    at('2026-06-11T01:00:00Z');
    await nodes[0].run();
    for (const { data } of [energy, values]) {
      const lines = linesOf(await contentOf(company, (await one(company, data)).last));
      const of = (devid: string) => lines.filter((line) => line.includes(devid));
      expect([of('EXP-1').length, of('EXP-2').length]).toEqual([24, 12]);
      expect(of('EXP-2')[0]).toMatch(/^2026-06-10T12:00:00\+05:45/);
    }
  } finally {
    await f.services.pool.query('delete from history_walls');
  }
});

test('a site’s file has each device only during its membership; losing the site ends the schedule', async () => {
  at('2026-06-10T10:00:00Z');
  const { data: site } = (await f.call(company, `/v1/sites/tenants/${f.main.tenantId}/sites`, {
    name: 'Workshop',
    owner: 'company_a',
    time_zone: zone,
  })) as Reply<SiteDetail>;
  await f.services.pool.query(
    `insert into site_devices (site_id, thing_id, since, until)
     select $1, id, at.since, at.until from things,
       (values ('2026-06-09T22:15:00Z'::timestamptz, '2026-06-10T08:15:00Z'::timestamptz),
         ('2026-06-10T10:15:00Z', '2026-06-10T12:15:00Z')) at (since, until)
     where devid = 'EXP-1'`,
    [site.id],
  );
  expect((await create(rival, { ...historyOfDays, scope: 'site', site: site.id })).status).toBe(404);
  const { data } = await create(company, { ...historyOfDays, scope: 'site', site: site.id });
  at('2026-06-11T01:00:00Z');
  await nodes[0].run();
  const lines = linesOf(await contentOf(company, (await one(company, data)).last)).slice(1);
  expect(lines.map((line) => line.slice(11, 13))).toEqual([
    '04',
    '05',
    '06',
    '07',
    '08',
    '09',
    '10',
    '11',
    '12',
    '13',
    '16',
    '17',
  ]);
  await f.services.pool.query('update sites set account_id = $1 where id = $2', [rival.id, site.id]);
  at('2026-06-12T01:00:00Z');
  await runAll();
  expect(await one(company, data)).toMatchObject({
    next_at: null,
    stopped: { reason: 'site', at: clock.now },
    last: { from_day: '2026-06-11', state: 'failed', error: 'site', file: null },
  });
  // The site now belongs to another account, and so does its new name.
  await f.services.pool.query(`update sites set name = 'Of the rival' where id = $1`, [site.id]);
  expect((await one(company, data)).site).toEqual({ id: site.id, name: '' });
  // Files created while it had the right remain its own.
  expect((await runsOf(company, data))[1]?.file).not.toBeNull();
  at('2026-06-13T01:00:00Z');
  await runAll();
  expect(await runsOf(company, data)).toHaveLength(2);
});

test('an account that lost the right gets no more files, and the schedule shows the reason', async () => {
  at('2026-06-10T10:00:00Z');
  const { data: role } = await create(company, energyOfDays);
  const { data: devices } = await create(company, {
    ...energyOfDays,
    name: 'Two',
    scope: 'devices',
    devices: ['EXP-2', 'EXP-1'],
  });
  expect(devices.devices).toEqual(['EXP-2', 'EXP-1']);
  await f.services.pool.query('update accounts set disabled_at = now() where id = $1', [company.id]);
  at('2026-06-11T01:00:00Z');
  await runAll();
  await f.services.pool.query('update accounts set disabled_at = null where id = $1', [company.id]);
  expect((await list(company)).list.map(({ last }) => [last?.state, last?.error])).toEqual([
    ['dropped', 'account'],
    ['dropped', 'account'],
  ]);
  const bound = async (condition: string, until: string | null) =>
    f.services.pool.query(
      `update bindings set until = $1::timestamptz from things t where t.id = thing_id and t.devid ${condition}`,
      [until],
    );
  await bound(`= 'EXP-1'`, '2026-06-11T02:00:00Z');
  at('2026-06-12T01:00:00Z');
  await runAll();
  expect((await one(company, devices)).last).toMatchObject({ state: 'done', left_out: 1 });
  await bound(`in ('EXP-1', 'EXP-2')`, '2026-06-11T02:00:00Z');
  at('2026-06-13T01:00:00Z');
  await runAll();
  expect((await one(company, devices)).stopped?.reason).toBe('devices');
  await bound(`in ('EXP-1', 'EXP-2')`, null);
  await f.services.pool.query('update accounts set role_id = 101 where id = $1', [company.id]);
  at('2026-06-14T01:00:00Z');
  await runAll();
  await f.services.pool.query('update accounts set role_id = 3 where id = $1', [company.id]);
  expect((await one(company, role)).stopped?.reason).toBe('role');
  expect((await f.call(company, `/v1/exports/schedules/${role.id}/run`, {})) as object).toMatchObject({
    status: 409,
  });
  // Saved again, it continues with the current day.
  const saved = (await f.call(
    company,
    `/v1/exports/schedules/${role.id}`,
    energyOfDays,
    'PUT',
  )) as Reply<ExportSchedule>;
  expect(saved.data).toMatchObject({ stopped: null, next_at: Date.parse('2026-06-15T00:15:00Z') });
  const { rows } = await f.services.pool.query(
    `select details->>'reason' as reason from audit where action = 'export.stop' and object_id = any($1) order by seq`,
    [[role.id, devices.id]],
  );
  expect(rows).toEqual([{ reason: 'devices' }, { reason: 'role' }]);
});

test('run now creates the newest complete period, and replaces its file also in another format', async () => {
  at('2026-06-11T10:00:00Z');
  const { data } = await create(company, energyOfDays);
  const now = async () =>
    ((await f.call(company, `/v1/exports/schedules/${data.id}/run`, {})) as Reply<ExportRun>).data;
  expect(await now()).toMatchObject({ from_day: '2026-06-10', state: 'waiting' });
  await runAll();
  const first = await stored();
  expect(first).toHaveLength(1);
  await f.call(company, `/v1/exports/schedules/${data.id}`, { ...energyOfDays, format: 'xlsx' }, 'PUT');
  await now();
  await runAll();
  expect(await stored()).toEqual([first[0]?.replace('.csv', '.xlsx')]);
  expect(await runsOf(company, data)).toHaveLength(1);
});

test('schedules and bytes of an account are limited', async () => {
  at('2026-06-11T10:00:00Z');
  for (let i = 0; i < 20; i++)
    expect((await create(company, { ...energyOfDays, name: `Energy ${i}` })).status).toBe(200);
  expect(await create(company, energyOfDays)).toMatchObject({
    status: 409,
    data: [{ key: 'exports.tooMany' }],
  });
  const [first] = (await list(company)).list;
  await f.call(company, `/v1/exports/schedules/${first?.id}/run`, {});
  await runAll();
  f.services.config.exports.account_MB = 0;
  await f.call(company, `/v1/exports/schedules/${first?.id}/run`, {});
  await runAll();
  const full = await one(company, first as ExportSchedule);
  expect(full.last).toMatchObject({ state: 'failed', error: 'full', file: { devices: 2 } });
  expect(
    (await f.call(company, `/v1/exports/runs/${full.last?.id}/file`, undefined, 'DELETE')) as object,
  ).toMatchObject({ status: 200 });
  expect([await stored(), (await list(company)).used_bytes]).toEqual([[], 0]);
});

test('files are removed when old, when their schedule is deleted, and when no run refers to them', async () => {
  at('2026-06-11T10:00:00Z');
  const { data: kept } = await create(company, energyOfDays);
  const { data: gone } = await create(company, { ...energyOfDays, name: 'Gone' });
  for (const { id } of [kept, gone]) await f.call(company, `/v1/exports/schedules/${id}/run`, {});
  await runAll();
  const [file] = await runsOf(company, gone);
  await f.call(company, `/v1/exports/schedules/${gone.id}`, undefined, 'DELETE');
  expect((await f.download(company, `/v1/exports/runs/${file?.id}/file`)).status).toBe(404);
  // A partial file, as a killed node leaves it: its age is that on the disk.
  const half = `${company.tenantId}/${company.id}/${kept.id}/2026-06-09_2026-06-09.csv`;
  await store.put(half, Buffer.from('half'));
  clock.now = Date.now() + 2 * HOUR;
  await f.services.pool.query('update export_schedules set updated_at = $1 where id = $2', [
    new Date(clock.now),
    kept.id,
  ]);
  await f.services.pool.query('update export_runs set done_at = $1', [new Date(clock.now - 89 * DAY)]);
  await nodes[0].sweep();
  expect(await stored()).toEqual([`${company.tenantId}/${company.id}/${kept.id}/2026-06-10_2026-06-10.csv`]);
  clock.now += 2 * DAY;
  await nodes[0].sweep();
  expect(await stored()).toEqual([]);
  const [run] = await runsOf(company, kept);
  expect(run).toMatchObject({ state: 'done', file: null, removed_at: clock.now });
});

test('an impossible export is refused beside its field', async () => {
  at('2026-06-11T10:00:00Z');
  const refused = async (fields: object) => {
    const { status, data } = await create(company, { ...historyOfDays, ...fields });
    return [
      status,
      // The data of a refusal, not of an export.
      ...(data as unknown as { path: string; key: string }[]).map(({ path, key }) => `${path} ${key}`),
    ];
  };
  expect(await refused({ time_zone: 'Mars/Olympus' })).toEqual([400, 'time_zone validation.timeZone']);
  expect(await refused({ data_points: [] })).toEqual([400, 'data_points resource.required']);
  expect(await refused({ data_points: ['P_VOLT'] })).toEqual([400, 'data_points validation.unknownPoint']);
  expect(await refused({ scope: 'devices' })).toEqual([400, 'devices resource.required']);
  expect(await refused({ scope: 'devices', devices: ['EXP-3'] })).toEqual([400, 'devices exports.noDevice']);
  expect(await refused({ content: 'energy', agg_interval: '5m' })).toEqual([
    400,
    'agg_interval exports.energyInterval',
  ]);
});

test('files are visible only to their account', async () => {
  at('2026-06-11T10:00:00Z');
  const { data } = await create(company, energyOfDays);
  const run = ((await f.call(company, `/v1/exports/schedules/${data.id}/run`, {})) as Reply<ExportRun>).data;
  await runAll();
  // And not to accounts above it.
  for (const by of [rival, f.factory, f.main]) {
    expect((await f.download(by, `/v1/exports/runs/${run.id}/file`)).status).toBe(404);
    const removed = await f.call(by, `/v1/exports/runs/${run.id}/file`, undefined, 'DELETE');
    expect((removed as Reply<null>).status).toBe(404);
  }
});

test('files go to a bucket when one is configured', async () => {
  const server: S3Server = await startS3Server();
  try {
    at('2026-06-10T10:00:00Z');
    const bucket = s3Files(server.place, folderFiles(join(folder, 's3')));
    const { data } = await create(company, { ...historyOfDays, format: 'parquet', agg_interval: 'raw' });
    at('2026-06-11T01:00:00Z');
    await nodeWith(bucket).run();
    const key = `${company.tenantId}/${company.id}/${data.id}/2026-06-10_2026-06-10.parquet`;
    const file = await buffer(await bucket.read(key));
    expect(file.length).toBe((await one(company, data)).last?.file?.size_bytes);
    expect([file.subarray(0, 4), file.subarray(-4)].map(String)).toEqual(['PAR1', 'PAR1']);
    expect(await stored()).toEqual([]);
  } finally {
    await server.stop();
  }
});

test('a file is not visible under its name while it is being written', async () => {
  at('2026-06-10T10:00:00Z');
  const { data } = await create(company, energyOfDays);
  at('2026-06-11T01:00:00Z');
  await runAll();
  const names = await readdir(join(folder, company.tenantId, company.id, data.id));
  expect(names).toEqual(['2026-06-10_2026-06-10.csv']);
  const bytes = await readFile(join(folder, company.tenantId, company.id, data.id, names[0] ?? ''));
  expect(bytes.length).toBe((await one(company, data)).last?.file?.size_bytes);
});
