import { beforeAll, expect, test } from 'vitest';
import { startOwnServer } from '../../../testing/own-server.ts';
import { startTestServer, testPassword } from '../../../testing/server.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../accounts/index.ts';

const server = setUp(() => startOwnServer({ TRUST_PROXY: '1' }));
let main: AccountRow;
beforeAll(async () => {
  main = await server.tenant();
});

const OFFICE = '192.0.2.1';

/** The proxy's header: the address that the caller invented, then the one that the proxy saw. */
const attempt = async (username: string, password: string, address: string, madeUp?: string, on = server) => {
  const reply = await on.app.inject({
    method: 'POST',
    url: '/v1/admin/control/sessions',
    headers: { 'x-forwarded-for': madeUp ? `${madeUp}, ${address}` : address },
    payload: { username, password },
  });
  return reply.statusCode;
};

/** Locks the row that counts all guesses of strangers at an account, as a slow database would. */
async function lockCounter(accountId: string): Promise<() => Promise<void>> {
  const client = await server.services.pool.connect();
  await client.query('begin');
  const { rowCount } = await client.query('select from login_limits where key = $1 for update', [
    `portal:account:${accountId}`,
  ]);
  expect(rowCount).toBe(1);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

const flood = (userName: string) =>
  Array.from({ length: 400 }, (_, i) =>
    attempt(userName, 'Wrong-pass-1', `198.51.${100 + (i >> 8)}.${i & 255}`, OFFICE),
  );

test('a flood from 400 addresses leaves capacity for an address that the account has signed in from', async () => {
  const { id, userName } = await server.account('factory', main);
  expect(await attempt(userName, testPassword, OFFICE)).toBe(200);
  expect(await attempt(userName, 'Wrong-pass-1', '203.0.113.1')).toBe(401);
  const release = await lockCounter(id);
  const guesses = flood(userName);
  const genuine = await attempt(userName, testPassword, OFFICE);
  await release();
  expect(genuine).toBe(200);
  const statuses = new Set(await Promise.all(guesses));
  // Refused or checked, and none of them counted as the office's guess.
  expect([...statuses].sort()).toEqual([401, 429]);
  expect(await attempt(userName, testPassword, OFFICE)).toBe(200);
}, 60_000);

test('the owner at a new address is not refused because of strangers that guess again and again', async () => {
  const { userName } = await server.account('factory', main);
  const guesses = () =>
    Array.from({ length: 40 }, (_, i) => attempt(userName, 'Wrong-pass-1', `198.51.100.${i}`));
  // Each of them has used its first tries.
  for (let round = 0; round < 3; round++) await Promise.all(guesses());
  const strangers = guesses();
  expect(await attempt(userName, testPassword, '203.0.113.77')).toBe(200);
  await Promise.all(strangers);
}, 60_000);

test('another node also recognises the address', async () => {
  const { id, userName } = await server.account('factory', main);
  expect(await attempt(userName, testPassword, OFFICE)).toBe(200);
  expect(await attempt(userName, 'Wrong-pass-1', '203.0.113.1')).toBe(401);
  const other = await startTestServer(server.databaseUrl, { TRUST_PROXY: '1' });
  const release = await lockCounter(id);
  const guesses = Array.from({ length: 100 }, (_, i) =>
    attempt(userName, 'Wrong-pass-1', `198.51.100.${i}`, OFFICE, other),
  );
  const genuine = await attempt(userName, testPassword, OFFICE, undefined, other);
  await release();
  expect(genuine).toBe(200);
  await Promise.all(guesses);
  await other.stop();
}, 60_000);
