import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mqtt from 'mqtt';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { markUnfinishedWithoutPostgres } from '../apps/server/backup/postgres-restore.ts';
import { startPostgres } from '../apps/server/embedded/postgres.ts';
import { INSTANCE_CHAIN } from '../apps/server/platform/audit.ts';
import { startS3Server } from '../apps/server/testing/s3-server.ts';
import { silentLog } from '../apps/server/testing/silent-log.ts';
import { type Client, first, register, setUp, signIn } from './api.ts';
import { type Instance, startInstance } from './instance.ts';

/** One instance with embedded engines, which keeps running during backups. */
let instance: Instance;
let founder: Client;
let folder: string;
let address: string;
/** A place of backups of this instance, the first one with one file. */
let place: string;
/** The data folder of an instance that is restored from it. */
let restoredDir: string;
let whole: Awaited<ReturnType<typeof run>>;
const devid = 'BACKUP01';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voltloop-backup-'));
  instance = await startInstance({ args: ['--empty'] });
  founder = await setUp(instance.url);
  const { secret } = await register(founder, devid);
  await send(secret, 300);
  address = await upload('a contract');
  place = join(folder, 'one');
  restoredDir = join(folder, 'restored');
  whole = await run('backup', [place]);
});
afterAll(async () => {
  await instance?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function send(secret: string, frames: number) {
  const options = { port: instance.mqttPort, username: devid, password: secret, clientId: devid };
  const device = await mqtt.connectAsync(`mqtt://127.0.0.1`, options);
  const now = Date.now();
  const sent = Array.from({ length: frames }, (_, seq) => {
    const frame = { ts: now - seq * 60_000, boot: 1, seq, data: { M_SOC: 40 + (seq % 50) } };
    return device.publishAsync(`things/${devid}/telemetry`, JSON.stringify(frame), { qos: 1 });
  });
  await Promise.all(sent);
  await device.endAsync();
}

async function upload(text: string) {
  const form = new FormData();
  form.append('file', new Blob([text]), 'note.txt');
  const headers = { authorization: `Bearer ${founder.login.token}`, platform: 'IOT' };
  const reply = await fetch(`${instance.url}/common/uploadFile`, { method: 'POST', body: form, headers });
  return ((await reply.json()) as { data: string }).data;
}

const start = (program: string, args: string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, `../apps/server/backup/${program}-run.ts`), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

async function run(program: string, args: string[], env: Record<string, string> = {}) {
  const child = start(program, args, { DATA_DIR: instance.dataDir, ...env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}
const newPieces = (output: string) => Number(/(\d+) new pieces/.exec(output)?.[1]);
const backups = async () => (await readdir(join(place, 'backups'))).length;

test('a running instance is backed up, then incrementally, and answers the same after a restore elsewhere', async () => {
  expect(whole).toMatchObject({ code: 0, output: expect.stringContaining('1 files') });
  const second = await upload('another');
  const more = await run('backup', [place]);
  expect(more.code).toBe(0);
  expect(newPieces(more.output)).toBeLessThan(newPieces(whole.output) / 2);
  expect(await backups()).toBe(2);
  expect(await run('backup', [place, '--check'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('pieces are whole'),
  });

  const dataDir = restoredDir;
  const restored = await run('restore', [place], { DATA_DIR: dataDir });
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restored in') });
  expect(restored.output).not.toContain('DIFFERENT');
  expect(restored.output).toMatch(/same\s+points: 300 rows/);
  expect(restored.output.match(/^same /gm)?.length).toBeGreaterThanOrEqual(10);

  const copy = await startInstance({ args: ['--empty'], dataDir });
  try {
    const { login, call } = await signIn(copy.url, first.user_name, first.password);
    const headers = { authorization: `Bearer ${login.token}` };
    for (const [file, text] of [
      [address, 'a contract'],
      [second, 'another'],
    ] as const)
      expect(await (await fetch(`${copy.url}${file}`, { headers })).text()).toBe(text);
    expect(await call('POST', '/v1/devices/batch/lastdata', [{ devid }])).toMatchObject([
      { fields: { M_SOC: { value: 40 } } },
    ]);
    await register({ login, call } as Client, 'BACKUP02');
  } finally {
    await copy.kill();
  }

  const again = await run('restore', [place], { DATA_DIR: dataDir });
  expect(again).toMatchObject({
    code: 2,
    output: expect.stringContaining('There is data already: PostgreSQL, ClickHouse, the file store'),
  });
  const forced = await run('restore', [place, '--force'], { DATA_DIR: dataDir });
  expect(forced).toMatchObject({ code: 0, output: expect.stringContaining('Restored in') });
  expect(forced.output).not.toContain('DIFFERENT');
  expect(await run('backup', [place, '--keep', '1'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('Removed 2 older backups'),
  });
  expect(await backups()).toBe(1);
});

test('a restore without PostgreSQL keeps the database, and does not reuse keys of devices', async () => {
  const withoutPostgres = (env: Record<string, string>) =>
    run('restore', [place, '--without', 'postgres'], env);
  expect(await withoutPostgres({ DATA_DIR: join(folder, 'empty') })).toMatchObject({
    code: 2,
    output: expect.stringContaining('PostgreSQL database is empty, or not of the instance of this backup'),
  });
  const dataDir = restoredDir;
  for (const lost of ['clickhouse', 'files']) await rm(join(dataDir, lost), { recursive: true });
  // As of an earlier time than that of the backup.
  const earlier = await startPostgres({ dataDir, log: silentLog });
  const connected = async <T>(use: (client: pg.Client) => Promise<T>) => {
    const client = new pg.Client({ connectionString: earlier.url });
    await client.connect();
    return use(client).finally(() => client.end());
  };
  const ask = (sql: string) => connected((client) => client.query(sql));
  try {
    const { rows } = await ask('select max(key) as key from things');
    await ask("select setval('things_key_seq', 1); update accounts set description = 'at that time'");
    const url = { DATABASE_URL: earlier.url };
    // As an interrupted restore leaves it.
    await connected(markUnfinishedWithoutPostgres);
    expect(await run('restore', [place], { DATA_DIR: dataDir, ...url })).toMatchObject({
      code: 2,
      output: expect.stringContaining('There is data already: PostgreSQL.'),
    });
    const restored = await withoutPostgres({ DATA_DIR: dataDir, ...url });
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restored in') });
    expect(restored.output).toMatch(/same\s+points: 300 rows/);
    const { rows: after } = await ask(
      "select last_value as key, (select bool_and(description = 'at that time') from accounts) as kept from things_key_seq",
    );
    expect(after).toEqual([{ key: String(rows[0].key), kept: true }]);
  } finally {
    await earlier.stop();
  }
  const copy = await startInstance({ args: ['--empty'], dataDir });
  try {
    const { call, login } = await signIn(copy.url, first.user_name, first.password);
    expect(await call('POST', '/v1/devices/batch/lastdata', [{ devid }])).toMatchObject([
      { fields: { M_SOC: { value: 40 } } },
    ]);
    const headers = { authorization: `Bearer ${login.token}` };
    expect(await (await fetch(`${copy.url}${address}`, { headers })).text()).toBe('a contract');
  } finally {
    await copy.kill();
  }
});

test('a killed backup leaves the earlier one intact, and the next one resumes', async () => {
  await upload('x'.repeat(100_000));
  const begun = performance.now();
  expect((await run('backup', [place])).code).toBe(0);
  const durationMs = performance.now() - begun;
  await upload('y'.repeat(100_000));
  // Killed at its end, it is complete.
  const isIncompleteAfter = async (ms: number) => {
    const before = await backups();
    const child = start('backup', [place], { DATA_DIR: instance.dataDir });
    const closed = once(child, 'close');
    await sleep(ms);
    child.kill('SIGKILL');
    await closed;
    if ((await backups()) === before) return true;
    expect((await run('backup', [place, '--check'])).code).toBe(0);
    return false;
  };
  for (const share of [0.4, 0.7]) for (let ms = durationMs * share; !(await isIncompleteAfter(ms)); ms /= 2);
  expect((await run('backup', [place, '--check'])).code).toBe(0);
  expect((await run('backup', [place])).code).toBe(0);
});

test('a damaged backup, a restore into a running server and an interrupted restore are refused', async () => {
  const dataDir = join(folder, 'target');
  expect(await run('restore', [place])).toMatchObject({
    code: 2,
    output: expect.stringContaining('is in use by'),
  });

  const child = start('restore', [place], { DATA_DIR: dataDir });
  const closed = once(child, 'close');
  await new Promise<void>((resolve) => {
    // The schema is being created: tables are empty or incomplete.
    const timer = setInterval(async () => {
      const made = await readdir(join(dataDir, 'files')).catch(() => []);
      if (made.length === 0 && child.exitCode === null) return;
      clearInterval(timer);
      resolve();
    }, 20);
  });
  child.kill('SIGKILL');
  await closed;
  await sleep(1500);
  await expect(startInstance({ args: ['--empty'], dataDir })).rejects.toThrow(
    /A restore into this database has not ended/,
  );
  expect(await run('restore', [place], { DATA_DIR: dataDir })).toMatchObject({
    code: 0,
    output: expect.stringContaining('Restored in'),
  });

  const damaged = join(folder, 'damaged');
  await cp(place, damaged, { recursive: true });
  const pieces = (await readdir(join(damaged, 'pieces'), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile(),
  );
  // Some belong to earlier backups only.
  for (const { parentPath, name } of pieces) await writeFile(join(parentPath, name), 'something else');
  const fresh = join(folder, 'never-made');
  expect(await run('restore', [damaged], { DATA_DIR: fresh })).toMatchObject({
    code: 2,
    output: expect.stringContaining('The backup is damaged'),
  });
  expect(await readdir(fresh).catch(() => 'nothing')).toBe('nothing');
});

test('a bucket stores backups, and an unreachable one causes a failure', async () => {
  const bucket = await startS3Server();
  const keys = {
    BACKUP_ACCESS_KEY_ID: bucket.env.FILES_ACCESS_KEY_ID!,
    BACKUP_SECRET_ACCESS_KEY: bucket.env.FILES_SECRET_ACCESS_KEY!,
  };
  const { FILES_URL: url = '' } = bucket.env;
  expect((await run('backup', [url], keys)).code).toBe(0);
  const restored = await run('restore', [url], { ...keys, DATA_DIR: join(folder, 'from-bucket') });
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restored in') });
  expect(restored.output).not.toContain('DIFFERENT');
  await bucket.stop();
  if (process.env.TEST_FILES_URL) return;
  expect(await run('backup', [url], keys)).toMatchObject({
    code: 2,
    output: expect.stringContaining('No backup was made'),
  });
});

test('a wrong secret key for the bucket is named, with the settings to correct, before anything is done', async () => {
  const bucket = await startS3Server();
  onTestFinished(() => bucket.stop());
  const { FILES_URL, FILES_ACCESS_KEY_ID } = bucket.env as Record<string, string>;
  const refused = (settings: string) => ({
    code: 2,
    output: expect.stringMatching(
      new RegExp(`refuses: 403 SignatureDoesNotMatch \\(the secret access key is wrong.*\n.*${settings}`),
    ),
  });
  const ofBackup = { BACKUP_ACCESS_KEY_ID: FILES_ACCESS_KEY_ID!, BACKUP_SECRET_ACCESS_KEY: 'wrong-secret' };
  for (const [program, ...args] of [['backup'], ['backup', '--check'], ['restore'], ['restore', '--list']]) {
    const outcome = await run(program!, [FILES_URL!, ...args], ofBackup);
    expect(outcome).toMatchObject(refused('BACKUP_SECRET_ACCESS_KEY'));
    expect(outcome.output).not.toMatch(/wrong-secret|\n {4}at /);
  }
  const ofFiles = {
    FILES_URL: FILES_URL!,
    FILES_ACCESS_KEY_ID: FILES_ACCESS_KEY_ID!,
    FILES_SECRET_ACCESS_KEY: 'x',
  };
  expect(await run('backup', [join(folder, 'refused')], ofFiles)).toMatchObject(
    refused('FILES_SECRET_ACCESS_KEY'),
  );
  const dataDir = join(folder, 'refused-target');
  await expect(startInstance({ args: ['--empty'], dataDir, env: ofFiles })).rejects.toThrow(
    /refuses: 403 SignatureDoesNotMatch/,
  );
});

test('a backup of stores at the addresses of settings names the setting that is wrong, and waits for no change', async () => {
  const { port, password } = JSON.parse(await readFile(join(instance.dataDir, 'postgres.json'), 'utf8'));
  const { url } = JSON.parse(await readFile(join(instance.dataDir, 'clickhouse.json'), 'utf8'));
  const postgres = (database: string, secret = password) =>
    `postgres://voltloop:${secret}@127.0.0.1:${port}/${database}`;
  const withStores = (DATABASE_URL: string, CLICKHOUSE_URL: string) =>
    run('backup', [place], { DATABASE_URL, CLICKHOUSE_URL });
  const client = new pg.Client({ connectionString: postgres('voltloop') });
  await client.connect();
  onTestFinished(() => client.end());
  // As a change does that is being audited: platform/audit.ts.
  await client.query('begin');
  await client.query('select lock_audit_chains(array[$1]::uuid[])', [INSTANCE_CHAIN]);
  expect(await withStores(postgres('voltloop'), url)).toMatchObject({ code: 0 });
  for (const [database, clickhouse, reason] of [
    ['postgres://voltloop:x@127.0.0.1:9/voltloop', url, 'PostgreSQL does not answer at DATABASE_URL'],
    [postgres('voltloop', 'wrong'), url, 'PostgreSQL does not answer at DATABASE_URL: password auth'],
    [postgres('postgres'), url, 'The PostgreSQL database contains no instance of Voltloop'],
    [postgres('voltloop'), 'http://127.0.0.1:9/voltloop', 'ClickHouse does not answer at CLICKHOUSE_URL'],
    [
      postgres('voltloop'),
      url.replace(/:[^:@]*@/, ':wrong@'),
      'ClickHouse refuses the user name or the password',
    ],
  ] as const)
    expect(await withStores(database, clickhouse)).toMatchObject({
      code: 2,
      output: expect.stringContaining(reason),
    });
});
