import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { Management } from './management.ts';

const log = pino({ level: 'silent' });
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** A management API that answers every request with a status. */
async function api(status: number): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, reply) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    reply.writeHead(status).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://user:pass@127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const basic = `Basic ${Buffer.from('user:pass').toString('base64')}`;

test('a device is disconnected first, then the queues of its subscriptions are deleted', async () => {
  const broker = await api(204);
  await new Management([broker.url], '/', log).disconnect('A-1');
  expect(broker.requests).toEqual([
    `DELETE /api/connections/username/A-1 ${basic}`,
    `DELETE /api/queues/%2F/mqtt-subscription-A-1qos0 ${basic}`,
    `DELETE /api/queues/%2F/mqtt-subscription-A-1qos1 ${basic}`,
  ]);
});

test('a device without connection and queue is not a failure', async () => {
  const [first, second] = [await api(404), await api(204)];
  await new Management([first.url, second.url], '/', log).disconnect('A-1');
  expect([first.requests.length, second.requests.length]).toEqual([3, 0]);
});

test('another node of the broker is asked when one fails', async () => {
  const [first, second] = [await api(500), await api(204)];
  await new Management([first.url, second.url], 'plant', log).disconnect('A-1');
  expect(first.requests).toHaveLength(1);
  expect(second.requests.at(-1)).toContain('/api/queues/plant/');
});
