import { logout } from '@voltloop/contract';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import type { Services } from './platform/services.ts';

const services = {
  config: readConfig({ DATA_DIR: '/tmp/unused', API_RATE: '3' }, []),
  log: pino({ level: 'silent' }),
  clock: () => new Date(),
} as unknown as Services;
const { app } = await createApp(services, () => Promise.reject(new Error('nobody')), [
  {
    routes: (http) => http.implement(logout, async () => null),
  },
]);
afterAll(() => app.close());

test('calls of one address are limited; the console’s own files are not counted', async () => {
  for (let i = 0; i < 10; i++) expect((await app.inject('/favicon.svg')).statusCode).not.toBe(429);
  const statuses: number[] = [];
  for (let i = 0; i < 4; i++)
    statuses.push((await app.inject({ method: 'POST', url: '/v1/auth/logout' })).statusCode);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await app.inject('/favicon.svg')).statusCode).not.toBe(429);
});
