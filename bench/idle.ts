import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import mqttPacket from 'mqtt-packet';
import type { BenchRow } from './ingest.ts';
import { telemetryWorld } from './telemetry-world.ts';

const CONNECTIONS = 5000;

interface IdleOrder {
  port: number;
  devices: { devid: string; secret: string }[];
}

/** Memory of the server's process per connection of a device that is there and says nothing. */
export async function benchIdle(): Promise<BenchRow[]> {
  const world = await telemetryWorld();
  try {
    const devids = Array.from({ length: CONNECTIONS }, (_, i) => `IDLE-${String(i).padStart(5, '0')}`);
    const devices = await world.register(devids);
    const clients = fork(import.meta.filename, ['clients']);
    // The first thousand pays for what is only made once.
    await ask(clients, { port: world.mqttPort, devices: devices.slice(0, 1000) });
    const before = resident_kb();
    await ask(clients, { port: world.mqttPort, devices: devices.slice(1000) });
    const after = resident_kb();
    clients.kill();
    await once(clients, 'exit');
    const each = (after - before) / (CONNECTIONS - 1000);
    return [
      {
        what: `idle MQTT connection (mean of ${CONNECTIONS - 1000}, with will and session)`,
        measured: `${each.toFixed(1)} kB`,
        budget: '≤ 20 kB',
      },
    ];
  } finally {
    await world.stop();
  }
}

async function ask(child: ReturnType<typeof fork>, order: IdleOrder): Promise<void> {
  child.send(order);
  await once(child, 'message');
}

/** After a collection, so that garbage of signing in is not counted as the price of being there. */
function resident_kb(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(process.pid)], { encoding: 'utf8' }));
}

const open: Socket[] = [];

/** The other side: connects as real devices do, with a last will, and stays. */
async function connectAll({ port, devices }: IdleOrder): Promise<void> {
  await Promise.all(
    devices.map(
      ({ devid, secret }) =>
        new Promise<void>((resolve, reject) => {
          const socket = connect({ port, host: '127.0.0.1' });
          open.push(socket);
          socket.once('error', reject);
          socket.once('data', () => resolve());
          socket.write(
            mqttPacket.generate({
              cmd: 'connect',
              protocolId: 'MQTT',
              protocolVersion: 4,
              clean: true,
              keepalive: 600,
              clientId: devid,
              username: devid,
              password: Buffer.from(secret),
              will: {
                topic: `things/${devid}/state`,
                payload: Buffer.from('{"online":false}'),
                qos: 1,
                retain: true,
              },
            }),
          );
        }),
    ),
  );
}

if (process.argv[2] === 'clients') {
  process.on('message', async (order: IdleOrder) => {
    for (let i = 0; i < order.devices.length; i += 250) {
      await connectAll({ ...order, devices: order.devices.slice(i, i + 250) });
    }
    process.send?.('connected');
  });
}
