import { once } from 'node:events';
import Fastify, { type FastifyInstance } from 'fastify';
import mqtt from 'mqtt';
import { generate } from 'mqtt-packet';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Broker, createBroker } from '../embedded/broker.ts';
import { UplinkRouter } from '../platform/uplink.ts';
import { serveMqttOverWebSocket } from './mqtt-websocket.ts';

const log = pino({ level: 'silent' });
let app: FastifyInstance;
let broker: Broker;
let url: string;
let taken: string[];

// Without TLS, as behind a proxy that ends it: there each WebSocket frame is a chunk of its own.
beforeEach(async () => {
  taken = [];
  const uplink = new UplinkRouter();
  uplink.on('telemetry', async ({ payload }) => void taken.push(payload.toString()));
  broker = await createBroker({
    authenticate: async (_devid, secret) => (secret === 'one' ? {} : null),
    uplink,
    log,
    rate: 1000,
  });
  app = Fastify();
  serveMqttOverWebSocket(app, broker, { trustProxy: 0, publicUrl: undefined });
  url = `${(await app.listen({ host: '127.0.0.1', port: 0 })).replace(/^http/, 'ws')}/mqtt`;
});
afterEach(async () => {
  await app.close();
  await broker.stop();
});

test.each([1, 7, 20])('packets arrive when frames of %i bytes split them', async (bytes) => {
  const socket = new WebSocket(url, ['mqtt']);
  const received: Buffer[] = [];
  socket.on('message', (data: Buffer) => received.push(data));
  await once(socket, 'open');
  const send = (packet: Buffer) => {
    for (let at = 0; at < packet.length; at += bytes) socket.send(packet.subarray(at, at + bytes));
  };
  const [clientId, topic] = ['x', 'things/DEV1/telemetry'];
  send(generate({ cmd: 'connect', clientId, username: 'DEV1', password: Buffer.from('one'), clean: true }));
  await vi.waitFor(() => expect(received).toEqual([Buffer.from([0x20, 2, 0, 0])]), { timeout: 10_000 });
  const payload = 'x'.repeat(500);
  send(generate({ cmd: 'publish', topic, payload, qos: 1, messageId: 5, dup: false, retain: false }));
  await vi.waitFor(() => expect(received[1]).toEqual(Buffer.from([0x40, 2, 0, 5])), { timeout: 10_000 });
  expect(taken).toEqual([payload]);
  socket.terminate();
});

test('an ordinary client connects and publishes each time', async () => {
  for (let attempt = 0; attempt < 10; attempt++) {
    const client = await mqtt.connectAsync(url, {
      username: 'DEV1',
      password: 'one',
      reconnectPeriod: 0,
      connectTimeout: 5_000,
    });
    await client.publishAsync('things/DEV1/telemetry', `${attempt}`, { qos: 1 });
    await client.endAsync();
  }
  expect(taken).toHaveLength(10);
});
