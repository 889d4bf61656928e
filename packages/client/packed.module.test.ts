import { execFile, spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDeviceServer, until } from '../../apps/server/testing/devices.ts';
import { testPassword } from '../../apps/server/testing/server.ts';
import { setUp } from '../../apps/server/testing/set-up.ts';
import { packClient } from './pack.ts';

const run = promisify(execFile);
const tsc = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');

const node = setUp(startDeviceServer);
let folder: string;
let installed: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voltloop-client-'));
  installed = join(folder, 'node_modules/@voltloop/client');
  await mkdir(installed, { recursive: true });
  const archive = await packClient(folder);
  await run('tar', ['xzf', archive, '--strip-components=1', '-C', installed]);
});
afterAll(async () => {
  if (folder) await rm(folder, { recursive: true, force: true });
});

test('the archive contains built code, types, readme and licences, and imports nothing', async () => {
  const files = await readdir(installed, { recursive: true });
  expect(files).toEqual(
    expect.arrayContaining(['index.js', 'index.d.ts', 'README.md', 'LICENSE', 'LICENSE-eventsource-parser']),
  );
  expect(files.filter((file) => /\.ts$/.test(file) && !/\.d\.ts$/.test(file))).toEqual([]);
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ name: '@voltloop/client', license: 'Apache-2.0', type: 'module' });
  expect(Object.keys(manifest)).not.toContain('dependencies');
  expect(manifest.private).toBeUndefined();
  for (const file of files.filter((each) => /\.(js|d\.ts)$/.test(each))) {
    const text = await readFile(join(installed, file), 'utf8');
    const imports = [...text.matchAll(/^(?:import|export|\})[^;\n]* from ['"]([^'"]+)['"]/gm)].map(
      ([, from]) => from,
    );
    expect(imports.filter((from) => !/^\.\/.*\.js$/.test(from ?? ''))).toEqual([]);
  }
});

test('a program type-checks strictly for Node.js and browsers, and runs against a server', async () => {
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await copyFile(join(import.meta.dirname, 'example.ts'), join(folder, 'example.ts'));
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const kind = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom,dom.asynciterable'];
  await run(process.execPath, [tsc, ...strict, ...kind, '--types', '', 'example.ts'], { cwd: folder }).catch(
    (error: { stdout: string }) => expect.fail(error.stdout),
  );
  const bundler = ['--module', 'esnext', '--moduleResolution', 'bundler', '--noEmit'];
  await run(process.execPath, [tsc, ...strict, ...kind, ...bundler, '--types', '', 'example.ts'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => expect.fail(error.stdout));

  const main = await node.server.tenant();
  const owner = await node.server.account('installer', main);
  const devids = ['PACKED1', 'PACKED2', 'PACKED3'];
  const things = await Promise.all(devids.map((devid) => node.register(main, devid)));
  await node.server.things.bind(node.server.as(main), [owner.id], devids);
  const device = await node.device(things[0] as (typeof things)[0]);
  await device.publish('telemetry', { ts: Date.now(), boot: 1, seq: 1, data: { M_SOC: 55 } });
  const token = await apiToken(owner.userName);

  const program = spawn(process.execPath, ['example.js'], {
    cwd: folder,
    env: { VOLTLOOP_URL: `${node.url}/`, VOLTLOOP_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  createInterface(program.stdout).on('line', (line) => void lines.push(line));
  const ended = new Promise<number | null>((resolve) => program.once('exit', resolve));
  await until(() => lines.includes('connected') || program.exitCode !== null);
  await until(() => node.live.stats().streams === 1);
  await device.publish('telemetry', { ts: Date.now(), boot: 1, seq: 2, data: { M_SOC: 56 } });
  expect(await ended).toBe(0);
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
    user: owner.userName,
    devids,
    rows: 1,
    refused: 'refused',
    name: expect.stringMatching(/PACKED1.*\.csv$/),
    bytes: expect.any(Number),
    live: { M_SOC: 56 },
  });
  expect(JSON.parse(lines.at(-1) ?? '').bytes).toBeGreaterThan(10);
});

async function apiToken(userName: string): Promise<string> {
  const session = (await node.server.signIn(userName)).token;
  const reply = await node.server.call(session, 'POST', '/v1/admin/tenant/users/self/tokens', {
    name: 'Example',
    scope: 'read',
    days: 1,
    password: testPassword,
  });
  return (reply.data as { token: string }).token;
}
