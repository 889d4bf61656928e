import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type EmbeddedClickhouse, startClickhouse } from '../../apps/server/embedded/clickhouse.ts';
import { createLog } from '../../apps/server/platform/log.ts';
import { first, register, setUp, signIn } from '../api.ts';
import { expectEveryAnswer } from '../durability/answers.ts';
import { Publisher } from '../durability/publisher.ts';
import { type Instance, startInstance } from '../instance.ts';
import { Rabbit } from '../rabbitmq.ts';
import { addressOf, HOST_ADDRESS, Network, namespaceOf } from './network.ts';
import { PostgresPair } from './postgres-pair.ts';
import { LoadBalancer } from './proxy.ts';

const SECRET = 'what-the-broker-proves-itself-by';
const ports = {
  mqtt: 17300,
  api: 17301,
  postgres: 17302,
  primary: 17303,
  standby: 17304,
  rabbit: 17310,
  node: 17320,
};
const DAY_MS = 86_400_000;
/** Frames in flight per publisher, as of a back-filling device or a gateway. */
const WINDOW = 10;
const DEVICES = 6;

/** Cleanup callbacks, run in reverse, whatever happens. */
const undo: (() => unknown)[] = [];
const log = (text: string) => process.stdout.write(`${text}\n`);

interface Figures {
  fault: string;
  seconds: number;
  acknowledged: number;
  pause_s: number;
}

test('every acknowledged frame is in every answer exactly once, whichever part of the cluster fails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'voltloop-cluster-'));
  execFileSync('chmod', ['755', folder]);
  undo.push(() => rm(folder, { recursive: true, force: true }));
  try {
    await scenario(folder);
  } finally {
    for (const each of undo.toReversed()) await Promise.resolve(each()).catch?.(() => {});
  }
});

async function scenario(folder: string): Promise<void> {
  const network = new Network(3);
  network.open();
  undo.push(() => network.close());

  const nodes = [1, 2, 3];
  const rabbits = nodes.map(
    (n) =>
      new Rabbit({
        folder: join(folder, `mq${n}`),
        name: 'rabbit',
        host: addressOf(n),
        namespace: namespaceOf(n),
        user: 'voltloop',
        password: 'of-the-server',
        ports: { epmd: 4369, distribution: 25672, amqp: 5672, mqtt: 1883, management: 15672 },
        authUrl: `http://rabbitmq:${SECRET}@${HOST_ADDRESS}:${ports.api}`,
        cluster: nodes.map((each) => `rabbit@${addressOf(each)}`),
      }),
  );
  undo.push(() => Promise.all(rabbits.map((each) => each.stop())));
  const postgres = new PostgresPair(join(folder, 'pg'), [ports.primary, ports.standby]);
  undo.push(() => postgres.stop());
  const proxy = new LoadBalancer(folder, [
    {
      name: 'mqtt',
      mode: 'tcp',
      bind: [`127.0.0.1:${ports.mqtt}`],
      servers: nodes.map((n) => `${addressOf(n)}:1883`),
    },
    {
      name: 'api',
      mode: 'http',
      bind: [`127.0.0.1:${ports.api}`, `${HOST_ADDRESS}:${ports.api}`],
      servers: [0, 1].map((i) => `127.0.0.1:${ports.node + i}`),
    },
    {
      name: 'postgres',
      mode: 'tcp',
      bind: [`127.0.0.1:${ports.postgres}`],
      reserve: true,
      servers: [ports.primary, ports.standby].map((port) => `127.0.0.1:${port}`),
    },
  ]);
  undo.push(() => proxy.kill());
  const clickhouse = await startClickhouse({ dataDir: folder, log: createLog('silent') });
  undo.push(() => clickhouse.stop());
  await Promise.all([Promise.all(rabbits.map((each) => each.start())), postgres.start()]);
  await proxy.start();
  await sleep(2000);
  log(rabbits[0]!.control('cluster_status').match(/Running Nodes[\s\S]*?Versions/)?.[0] ?? '');

  const env = {
    DATABASE_URL: `postgres://voltloop@127.0.0.1:${ports.postgres}/voltloop`,
    CLICKHOUSE_URL: clickhouse.url,
    AMQP_URL: rabbits.map((each) => each.url('amqp')).join(','),
    RABBITMQ_MANAGEMENT_URL: rabbits.map((each) => each.url('management')).join(','),
    BROKER_AUTH_SECRET: SECRET,
    TRUST_PROXY: '1',
    API_RATE: '100000',
  };
  const running = new Map<string, Instance>();
  undo.push(() => Promise.all([...running.values()].map((each) => each.kill('SIGKILL'))));
  const start = async (name: string, roles: string, port: number) => {
    running.set(
      name,
      await startInstance({
        args: ['--empty'],
        dataDir: join(folder, 'none'),
        port,
        env: { ...env, ROLES: roles },
      }),
    );
  };
  const plan: [name: string, roles: string, port: number][] = [
    ['api1', 'api', ports.node],
    ['api2', 'api', ports.node + 1],
    ...[1, 2, 3].map((n): [string, string, number] => [`ingest${n}`, 'ingest', ports.node + 1 + n]),
    ...[1, 2].map((n): [string, string, number] => [`jobs${n}`, 'jobs', ports.node + 4 + n]),
  ];
  for (const each of plan) await start(...each);
  const url = `http://127.0.0.1:${ports.api}`;
  await sleep(1500);
  const founder = await setUp(url);

  const begin_ms = Math.floor(Date.now() / DAY_MS) * DAY_MS - 30 * DAY_MS;
  const publishers: Publisher[] = [];
  for (let i = 1; i <= DEVICES; i++) {
    const devid = `CLUSTER${i}`;
    const { secret } = await register(founder, devid);
    publishers.push(new Publisher({ port: ports.mqtt, devid, secret, begin_ms, window: WINDOW }));
  }
  const acknowledged = () => publishers.reduce((sum, each) => sum + each.acknowledged.size, 0);

  const figures: Figures[] = [];
  /** Runs a fault under load and records how many frames were acknowledged and the longest pause without any. */
  const under = async (fault: string, act: () => unknown) => {
    const [begun_ms, before] = [performance.now(), acknowledged()];
    let [seen, since_ms, pause_ms] = [before, begun_ms, 0];
    const watch = setInterval(() => {
      const now = acknowledged();
      if (now !== seen) [seen, since_ms] = [now, performance.now()];
      pause_ms = Math.max(pause_ms, performance.now() - since_ms);
    }, 50);
    await act();
    clearInterval(watch);
    const seconds = (performance.now() - begun_ms) / 1000;
    figures.push({ fault, seconds, acknowledged: acknowledged() - before, pause_s: pause_ms / 1000 });
    log(`${fault}: ${JSON.stringify(figures.at(-1))}`);
  };
  const killNode = (name: string) => async () => {
    await running.get(name)!.kill('SIGKILL');
    await sleep(5000);
    await start(...plan.find((each) => each[0] === name)!);
    await sleep(3000);
  };

  await under('nothing', () => sleep(10_000));
  await under('an API node is killed', killNode('api1'));
  await under('an ingest node is killed', killNode('ingest1'));
  await under('a jobs node is killed', killNode('jobs1'));
  await under('ClickHouse is killed and starts again', async () => {
    process.kill(clickhouse.pid()!, 'SIGKILL');
    await sleep(10_000);
  });
  await under('ClickHouse hangs for a minute', () => suspend(clickhouse, 60_000));
  await under('PostgreSQL is killed, the standby takes over', async () => {
    postgres.killPrimary();
    await sleep(1000);
    await postgres.promote();
    await sleep(15_000);
  });
  await under('a broker node is killed, and comes back', async () => {
    await rabbits[0]!.kill();
    await sleep(15_000);
    await rabbits[0]!.start();
    await sleep(10_000);
  });
  await under('a broker node is parted from the others for 30 s', async () => {
    network.isolate(3);
    await sleep(30_000);
    network.heal(3);
    await sleep(20_000);
  });
  await under('the proxy is killed, and comes back', async () => {
    await proxy.kill();
    await sleep(2000);
    await proxy.start();
    await sleep(8000);
  });

  for (const each of publishers) await each.finish();
  const queues = () => rabbits[0]!.control('list_queues', '--no-table-headers', 'name', 'messages');
  await expect.poll(queues, { timeout: 120_000, interval: 2000 }).toMatch(/voltloop\.telemetry\s+0$/m);
  const caller = await signIn(url, first.user_name, first.password);
  for (const each of publishers) await expectEveryAnswer(caller, each);
  const brought = await Promise.all([1, 2, 3].map((n) => redelivered(running.get(`ingest${n}`)!)));
  const rows = figures.map(
    (f) => `| ${f.fault} | ${f.seconds.toFixed(0)} | ${f.acknowledged} | ${f.pause_s.toFixed(1)} |`,
  );
  log(
    ['', '| Fault | s | frames acknowledged | longest pause, s |', '|---|---|---|---|', ...rows].join('\n'),
  );
  log(
    `\n${acknowledged()} frames acknowledged, each present once in every answer; ${brought.reduce((a, b) => a + b, 0)} brought again to the nodes that run at the end.`,
  );
}

async function suspend(clickhouse: EmbeddedClickhouse, time_ms: number): Promise<void> {
  const pid = clickhouse.pid()!;
  process.kill(pid, 'SIGSTOP');
  await sleep(time_ms);
  process.kill(pid, 'SIGCONT');
  await sleep(10_000);
}

async function redelivered(node: Instance): Promise<number> {
  const metrics = await (await fetch(`${node.url}/metrics`)).text();
  return Number(/^voltloop_broker_redelivered_total (\d+)/m.exec(metrics)?.[1] ?? 0);
}
