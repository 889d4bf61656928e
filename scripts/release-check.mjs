// npm run release:check -- dist/voltloop-….tar.gz: unpacks a release in an empty folder, starts it where there is no network
// but loopback, waits until it is ready, signs in, loads the console, and stops it.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from './lib/prepare.mjs';

const [archive, inside] = process.argv.slice(2);
if (!archive) fail('Say which archive.', 'npm run release:check -- dist/voltloop-0.1.0-linux-x64.tar.gz');
const quiet = ['unshare', ['--net', 'true']];
const apart = spawnSync(...quiet).status === 0;

if (inside !== 'inside' && apart) {
  const self = [process.execPath, process.argv[1], resolve(archive), 'inside'];
  const { status } = spawnSync(
    'unshare',
    ['--net', '--', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...self],
    {
      stdio: 'inherit',
    },
  );
  process.exit(status ?? 1);
}
if (!apart && inside !== 'inside')
  process.stdout.write(
    'The network can not be taken away here (needs root): npm is pointed at a closed port instead.\n',
  );

const base = mkdtempSync(join(tmpdir(), 'voltloop-unpacked-'));
chmodSync(base, 0o755);
const folder = join(base, 'program');
mkdirSync(folder);
const port = 19_090;
const env = {
  PATH: '/usr/bin:/bin:/usr/sbin:/sbin',
  npm_config_registry: 'http://127.0.0.1:9/',
  PORT: String(port),
  MQTT_PORT: String(port + 1),
  DATA_DIR: join(base, 'data'),
  LOG_LEVEL: 'warn',
  DEMO_THINGS: '6',
  DEMO_DAYS: '1',
  DEMO_BUSINESS: '0',
};
let program;

function check(what, right) {
  if (!right) throw new Error(`failed: ${what}`);
  process.stdout.write(`ok  ${what}\n`);
}

try {
  const sums = readFileSync(`${archive}.sha256`, 'utf8');
  const sum = spawnSync('sha256sum', [archive], { encoding: 'utf8' }).stdout.split(' ')[0];
  check('the digest is that beside the archive', sums.startsWith(`${sum} `));
  check('it unpacks', spawnSync('tar', ['-xzf', archive, '-C', folder]).status === 0);
  const [name] = readdirSync(folder);
  const version = /voltloop-(.*)$/.exec(name)?.[1];
  const begun = Date.now();
  program = spawn(join(folder, name, 'bin/voltloop'), [], {
    cwd: base,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (d) => (said += d));
  const url = `http://127.0.0.1:${port}`;
  let ready = false;
  while (!ready && program.exitCode === null && Date.now() - begun < 180_000) {
    await sleep(200);
    ready = await fetch(`${url}/readyz`).then(
      (r) => r.ok,
      () => false,
    );
  }
  if (!ready) throw new Error(`it did not become ready:\n${said}`);
  check(`ready after ${((Date.now() - begun) / 1000).toFixed(1)} s`, ready);
  check(`it says that it is ${version}`, (await (await fetch(`${url}/healthz`)).json()).version === version);
  const page = await (await fetch(`${url}/login`)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  check('the console is there', script !== undefined && (await fetch(url + script)).ok);
  const session = await fetch(`${url}/v1/admin/control/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', platform: 'IOT' },
    body: JSON.stringify({ username: 'demo_main', password: 'Volt-demo-2026' }),
  });
  const { data } = await session.json();
  check('demo_main signs in', session.status === 200 && data.token.length > 20);
  const things = await fetch(`${url}/v1/things/tenants/${data.tenant_id}/things?skip=0&limit=9`, {
    headers: { authorization: `Bearer ${data.token}`, platform: 'IOT' },
  });
  check('and sees the devices', (await things.json()).data.total === 6);
  const run = (...args) =>
    spawnSync(join(folder, name, 'bin/voltloop'), args, { cwd: base, env, encoding: 'utf8' });
  check('a backup of it is made', run('backup', join(base, 'backup')).status === 0);
  check('its tenants are listed', run('tenant', 'list').stdout.includes('demo_main'));
  const ended = new Promise((done) => program.once('exit', done));
  program.kill('SIGTERM');
  check('it stops in order', (await ended) === 0);
} catch (e) {
  process.stderr.write(`${e.message}\n`);
  process.exitCode = 1;
} finally {
  program?.kill('SIGKILL');
  rmSync(base, { recursive: true, force: true });
}
