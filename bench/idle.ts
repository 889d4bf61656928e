import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchRow } from './ingest.ts';
import { connectDevice, type Device } from './mqtt-device.ts';
import { resident_kB } from './processes.ts';
import { telemetryWorld } from './telemetry-world.ts';

const ROUNDS = 3;
/** Absorb one-time costs. */
const FIRST = 2000;
const CONNECTIONS = 10_000;
/** Few enough sign-ins between two collections that their garbage does not grow the heap. */
const BATCH = 250;

interface Memory {
  resident_kB: number;
  /** Live bytes on the heap and in buffers. */
  live_kB: number;
}
interface Open {
  port: number;
  devices: Device[];
}

/**
 * Memory of the server's process per connection of an idle device. Each round has a new server, as used memory is
 * returned late, and would not grow again.
 */
export async function benchIdle(): Promise<BenchRow[]> {
  const found: Memory[] = [];
  for (let i = 0; i < ROUNDS; i++) found.push(await round());
  const middle = (of: keyof Memory) => {
    const sorted = found.map((each) => each[of]).sort((a, b) => a - b);
    const [median = 0, least = 0, most = 0] = [sorted[Math.floor(ROUNDS / 2)], sorted[0], sorted.at(-1)];
    return `${median.toFixed(1)} kB (${least.toFixed(1)} to ${most.toFixed(1)})`;
  };
  return [
    {
      what: `idle MQTT connection with will and session: mean of ${CONNECTIONS.toLocaleString('en')}, median of ${ROUNDS} servers`,
      measured: `live heap and buffers ${middle('live_kB')}, resident ${middle('resident_kB')}`,
      budget: '≤ 20 kB',
    },
  ];
}

/** Memory of one connection. */
async function round(): Promise<Memory> {
  const server = fork(import.meta.filename, ['server'], {
    execArgv: ['--expose-gc'],
    // Free space of buffers at the end of the C heap is also returned to the system.
    env: { ...process.env, MALLOC_TRIM_THRESHOLD_: '65536', MALLOC_ARENA_MAX: '1' },
  });
  const clients = fork(import.meta.filename, ['clients']);
  try {
    const { port, devices } = await request<Open>(server, 'open');
    const connect = async (from: number, to: number): Promise<Memory> => {
      for (let i = from; i < to; i += BATCH) {
        await request(clients, { port, devices: devices.slice(i, i + BATCH) });
        await request(server, 'collect');
      }
      return request<Memory>(server, 'settle');
    };
    const before = await connect(0, FIRST);
    const after = await connect(FIRST, FIRST + CONNECTIONS);
    return {
      resident_kB: (after.resident_kB - before.resident_kB) / CONNECTIONS,
      live_kB: (after.live_kB - before.live_kB) / CONNECTIONS,
    };
  } finally {
    clients.kill();
    await request(server, 'stop');
    await once(server, 'exit');
  }
}

function request<Reply>(
  child: ChildProcess,
  order: 'open' | 'collect' | 'settle' | 'stop' | Open,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`a process of the bench ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (reply) => {
      child.off('exit', ended);
      resolve(reply as Reply);
    });
    child.send(order);
  });
}

/** Frees all that can be freed, and returns empty pages to the system. */
function collect(): void {
  const { gc } = globalThis as { gc?: (options: object) => void };
  gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Memory once the garbage of signing in is collected: timers of a connection run for seconds. */
async function settled(): Promise<Memory> {
  for (let i = 0; i < 5; i++) {
    await sleep(1000);
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return { resident_kB: resident_kB(process.pid), live_kB: (heapUsed + external) / 1024 };
}

async function serve(): Promise<void> {
  const world = await telemetryWorld();
  const devids = Array.from({ length: FIRST + CONNECTIONS }, (_, i) => `IDLE-${String(i).padStart(5, '0')}`);
  const devices: Device[] = [];
  for (let i = 0; i < devids.length; i += 1000)
    devices.push(...(await world.register(devids.slice(i, i + 1000))));
  process.send?.({ port: world.mqttPort, devices } satisfies Open);
  devices.length = 0;
  process.on('message', async (order) => {
    if (order === 'collect') collect();
    if (order === 'stop') await world.stop();
    process.send?.(order === 'settle' ? await settled() : {}, () => {
      if (order === 'stop') process.exit(0);
    });
  });
}

if (process.argv[2] === 'server') process.once('message', serve);
if (process.argv[2] === 'clients') {
  process.on('message', async ({ port, devices }: Open) => {
    await Promise.all(devices.map((device) => connectDevice(device, { port, keepalive: 600 })));
    process.send?.('connected');
  });
}
