import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startPostgres } from './postgres.ts';
import { findPrograms, type Programs } from './postgres-programs.ts';
import { inUserNamespace, succeeds } from './run-as.ts';

const { PATH } = process.env;
const hasNamespaces = succeeds(inUserNamespace('true', []));

let base: string;
/** Simulates a clone in root's home: programs and data folder are not accessible to others. */
let home: string;
let dataDir: string;
let systemFolder: string;
let programs: Programs;
let logged: string;

beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), 'voltloop-place-'));
  chmodSync(base, 0o755);
  home = join(base, 'home');
  dataDir = join(home, 'data');
  systemFolder = join(base, 'lib/voltloop');
  logged = '';
  mkdirSync(dataDir, { recursive: true });
  const packaged = dirname(dirname(dirname((await findPrograms()).postgres)));
  cpSync(packaged, join(home, 'package'), { recursive: true, verbatimSymlinks: true });
  const bin = join(home, 'package/native/bin');
  programs = { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') };
  chmodSync(home, 0o700);
});
afterEach(() => {
  process.env.PATH = PATH;
  rmSync(base, { recursive: true, force: true });
});

function start() {
  const log = pino({ level: 'warn' }, { write: (line: string) => (logged += line) });
  return startPostgres({ dataDir, log, programs, systemFolder, settings: { fsync: 'off' } });
}

/** Starts, runs a query and stops. */
async function query(sql: string): Promise<unknown[]> {
  const postgres = await start();
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
    await postgres.stop();
  }
}

/** Simulates a system without `unshare`, or whose kernel refuses it. */
function forbidNamespaces(): void {
  const bin = join(base, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  process.env.PATH = `${bin}${delimiter}${PATH}`;
}

const ownerOf = (path: string) => statSync(path).uid;

describe.skipIf(process.getuid?.() !== 0)('root in a folder closed to others', () => {
  test.skipIf(!hasNamespaces)('runs PostgreSQL in a user namespace and finds its data again', async () => {
    await query('create table kept as select 7 as n');
    expect(await query('select n from kept')).toEqual([{ n: 7 }]);
    expect(ownerOf(join(dataDir, 'postgres'))).toBe(0);
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(readdirSync(base)).toEqual(['home']);
    forbidNamespaces();
    await expect(start()).rejects.toMatchObject({
      message: expect.stringMatching(/^The PostgreSQL data in \S+ was written in a user namespace, [^\n]+$/),
      hint: expect.stringContaining('user.max_user_namespaces'),
    });
  });

  test('without user namespaces keeps data in a system folder and finds it again', async () => {
    forbidNamespaces();
    await query('create table kept as select 7 as n');
    expect(await query('select n from kept')).toEqual([{ n: 7 }]);
    const names = readdirSync(systemFolder);
    const [data = ''] = names.filter((name) => name.startsWith('data-'));
    expect(names).toHaveLength(2);
    expect(ownerOf(join(systemFolder, data, 'postgres'))).not.toBe(0);
    expect(logged).toContain(join(systemFolder, data));
    expect(statSync(home).mode & 0o777).toBe(0o700);
    // A copy of the data folder must not stop the first server, and a lost folder must not appear as an empty
    // database.
    const first = await start();
    await expect(start()).rejects.toThrow(`${data} is in use by another instance`);
    await first.stop();
    rmSync(join(systemFolder, data), { recursive: true });
    await expect(start()).rejects.toThrow(`is kept in ${join(systemFolder, data)}, which is missing`);
  });

  test('starts data of another user, as earlier versions created it', async () => {
    chmodSync(home, 0o755);
    await query('create table kept as select 7 as n');
    const owner = ownerOf(join(dataDir, 'postgres'));
    expect(owner).not.toBe(0);
    chmodSync(home, 0o700);
    expect(await query('select n from kept')).toEqual([{ n: 7 }]);
    expect(ownerOf(join(dataDir, 'postgres'))).toBe(owner);
  });
});
