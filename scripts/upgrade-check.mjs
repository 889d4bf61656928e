// npm run upgrade:check -- <commit or tag>: an upgrade without a pause. A node of that commit works on real PostgreSQL, ClickHouse and
// mosquitto; under traffic a node of the present sources starts beside it and migrates. Ends with 1 where a call failed, a frame was lost, or
// the old program would open the newer database again.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, node, env as ownEnv, prepare, root } from './lib/prepare.mjs';

const [commit] = process.argv.slice(2);
if (!commit) fail('Say from which commit or tag.', 'npm run upgrade:check -- v0.1.0');
await prepare();
const { startStores } = await import('../apps/server/testing/stores.ts');
const { default: mqtt } = await import('mqtt');
const { default: pg } = await import('pg');

const base = realpathSync(mkdtempSync(join(tmpdir(), 'voltloop-upgrade-')));
const old = join(base, 'old');
const ports = { old: 19_100, new: 19_102, broker: 19_104 };
const setupCode = 'a-code-for-the-upgrade';
const started = [];
const failures = [];
let stores;

function run(command, args, env = {}) {
  const child = spawn(command, args, { env: { ...ownEnv, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const program = { child, said: '', ended: new Promise((done) => child.once('exit', done)) };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (d) => (program.said += d));
  started.push(program);
  return program;
}

/** A node, with a host name of its own where that can be given (as root): two of one host would take each other's session at the broker. */
function startNode(folder, port) {
  const program = [node, join(folder, 'apps/server/main.ts'), '--empty'];
  const apart = ['unshare', '--uts', '--', 'sh', '-c', `hostname node-${port} && exec "$@"`, 'sh'];
  const [command, ...args] = process.getuid() === 0 ? [...apart, ...program] : program;
  return run(command, args, {
    PORT: String(port),
    DATA_DIR: join(base, `data-${port}`),
    SETUP_CODE: setupCode,
    LOG_LEVEL: 'warn',
    DATABASE_URL: urls.postgres,
    CLICKHOUSE_URL: urls.clickhouse,
    MQTT_URL: `mqtt://127.0.0.1:${ports.broker}`,
  });
}

async function ready(program, port) {
  for (let i = 0; i < 600 && program.child.exitCode === null; i++, await sleep(200))
    if (
      await fetch(`http://127.0.0.1:${port}/readyz`).then(
        (r) => r.ok,
        () => false,
      )
    )
      return;
  throw new Error(`a node did not become ready:\n${program.said}`);
}

async function call(port, method, path, body, token) {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      platform: 'IOT',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path} on ${port}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()).data;
}

const urls = {};
const at = (url, database) => Object.assign(new URL(url), { pathname: database }).href;

async function onPostgres(url, sql) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(sql).finally(() => client.end());
}

try {
  execFileSync('git', ['worktree', 'add', '--detach', old, commit], { cwd: root, stdio: 'ignore' });
  // Links to the packages are relative: here they lead to those of the old tree.
  execFileSync('cp', ['-al', join(root, 'node_modules'), join(old, 'node_modules')]);
  stores = await startStores();
  await onPostgres(at(stores.postgresUrl, 'postgres'), 'create database rolling template template0');
  urls.postgres = at(stores.postgresUrl, 'rolling');
  urls.clickhouse = at(stores.clickhouseUrl, 'rolling');
  writeFileSync(
    join(base, 'mosquitto.conf'),
    `listener ${ports.broker} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\n`,
  );
  run('mosquitto', ['-c', join(base, 'mosquitto.conf')], { PATH: `${ownEnv.PATH}:/usr/sbin` });
  await sleep(500);

  const first = startNode(old, ports.old);
  await ready(first, ports.old);
  const count = async () =>
    (await onPostgres(urls.postgres, 'select count(*)::int as n from migrations')).rows[0].n;
  const before = await count();
  const account = {
    user_name: 'main_roll',
    password: 'Right-4-tests',
    name: 'Main',
    email: 'main@example.org',
  };
  const { token, tenant_id } = await call(ports.old, 'POST', '/v1/setup', { code: setupCode, ...account });
  const devids = Array.from({ length: 5 }, (_, i) => `ROLL-000${i}`);
  for (const devid of devids)
    await call(ports.old, 'POST', `/v1/things/tenants/${tenant_id}/things`, { devid }, token);

  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${ports.broker}`);
  const open = new Set([ports.old]);
  let going = true;
  let frames = 0;
  let calls = 0;
  const traffic = [
    (async () => {
      for (; going; frames++, await sleep(10)) {
        const devid = devids[frames % devids.length];
        const frame = { ts: Date.now(), boot: 1, seq: frames, data: { M_SOC: 50 } };
        await client.publishAsync(`things/${devid}/telemetry`, JSON.stringify(frame), { qos: 1 });
      }
    })(),
    (async () => {
      for (let i = 0; going; i++, await sleep(20))
        for (const port of open) {
          calls++;
          const work =
            i % 10 === 0
              ? call(
                  port,
                  'PUT',
                  `/v1/things/tenants/${tenant_id}/things/${devids[0]}`,
                  { devname: `Name ${i}` },
                  token,
                )
              : i % 100 === 5
                ? call(port, 'POST', '/v1/admin/control/sessions', {
                    username: account.user_name,
                    password: account.password,
                  })
                : call(
                    port,
                    'GET',
                    `/v1/things/tenants/${tenant_id}/things?skip=0&limit=9`,
                    undefined,
                    token,
                  );
          await work.catch((e) => failures.push(e.message));
        }
    })(),
  ];
  await sleep(3000);
  const second = startNode(root, ports.new);
  await ready(second, ports.new);
  open.add(ports.new);
  const after = await count();
  await sleep(5000);
  if (!(await fetch(`http://127.0.0.1:${ports.old}/readyz`)).ok)
    failures.push('the old node is not ready beside the new one');
  open.delete(ports.old);
  await sleep(100);
  first.child.kill('SIGTERM');
  await first.ended;
  await sleep(2000);
  going = false;
  await Promise.all(traffic);
  await client.endAsync();

  let stored = 0;
  const question = new URL(urls.clickhouse);
  const authorization = `Basic ${btoa(`${question.username}:${question.password}`)}`;
  Object.assign(question, { username: '', password: '', pathname: '/' });
  question.searchParams.set('database', 'rolling');
  question.searchParams.set('query', 'select count(distinct thing, seq) from frames');
  for (let i = 0; i < 50 && stored < frames; i++, await sleep(200))
    stored = Number(await (await fetch(question, { headers: { authorization } })).text());
  if (stored !== frames) failures.push(`${frames} frames were acknowledged, ${stored} are stored`);

  if (after > before) {
    const again = startNode(old, ports.old);
    if ((await again.ended) !== 1 || !/used by a newer Voltloop/.test(again.said))
      failures.push(`the old program was not refused:\n${again.said}`);
  }
  process.stdout.write(
    `${after - before} migrations under ${calls} calls and ${frames} frames: ${stored} frames stored, ${failures.length} failures\n`,
  );
} catch (e) {
  failures.push(e.message);
} finally {
  for (const { child } of started) child.kill('SIGTERM');
  await Promise.all(started.map(({ ended }) => ended));
  await stores?.stop();
  execFileSync('git', ['worktree', 'remove', '--force', old], { cwd: root, stdio: 'ignore' });
  rmSync(base, { recursive: true, force: true });
}
for (const each of failures.slice(0, 10)) process.stderr.write(`${each}\n`);
process.exit(failures.length > 0 ? 1 : 0);
