import type { Route } from '@voltloop/contract';
import * as contract from '@voltloop/contract';
import { testWorld } from '../testing/world.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { everyRoute } from './every-route.ts';
import { requestsOf } from './inputs.ts';
import { type Actor, type Answer, answerOf, startWholeServer, type WholeServer } from './whole-server.ts';

/*
 * What every call does with what nobody should send: it is refused in the envelope, or done; never a 5xx, never a word
 * of the inside.
 */

/** More with FUZZ_RUNS; another way with FUZZ_SEED. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 12);
const SEED = Number(process.env.FUZZ_SEED ?? 2026);

let world: WholeServer;
let main: Actor;
let known: string[];
beforeAll(async () => {
  world = await startWholeServer(await testWorld());
  main = world.callers[0] as Actor;
  known = [main.devid, main.subId, main.accountId, main.userName];
});
afterAll(() => world?.stop());
afterEach(async () => {
  // Some calls end the session that makes them.
  const { status } = await world.send(main.token, contract.getSelf, {});
  if (status !== 200) main.token = (await world.signIn(main.userName)).token;
});

/** Calls whose right use waits for a device, or slows the next sign-ins from this address: few, and last. */
const slow = new Set([
  'createSession',
  'createAdminSession',
  'assetLogin',
  'redeemLoginCode',
  'acceptInvitation',
]);
const inOrder = [
  ...everyRoute.filter((route) => !slow.has(route.name)),
  ...everyRoute.filter((route) => slow.has(route.name)),
];
const cases = inOrder.map((route) => [route.name, route] as const);

/** A device that does not exist where an existing one would be waited for. */
const paramsOf = (route: Route): Record<string, string> => ({
  tenantId: main.tenantId,
  infoModelId: 'HE_BAT',
  kind: 'things',
  step: 'pause',
  thingsId: route.name === 'readParams' ? 'NO-SUCH-DEVICE' : main.devid,
});

test.each(cases)('%s takes nothing amiss', async (name, route) => {
  const statuses = new Set<number>();
  const property = fc.asyncProperty(requestsOf(route, known, paramsOf(route)), async (sent) => {
    if (name === 'sendMessage') sent.query.async = 'true';
    const answer = await world.send(main.token, route, sent);
    statuses.add(answer.status);
    expect(faultOf(answer)).toBeNull();
  });
  await fc.assert(property, { numRuns: slow.has(name) ? 3 : RUNS, seed: SEED, endOnFailure: true });
  if (route.access !== 'public') expect([...statuses], 'it got past the door').not.toEqual([401]);
});

test.each(cases)('%s takes no body that is none', async (_name, route) => {
  if (route.method === 'GET') return;
  const path = pathOf(route);
  const bodies: [string, string][] = [
    ['application/json', '{"a":'],
    ['application/json', `{"value":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['application/json', `{"value":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
    ['application/json', '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}'],
    ['application/json', '"text"'],
    ['application/json', 'null'],
    ['application/json; charset=utf-7', '+AHs-'],
    ['application/x-www-form-urlencoded', 'a=1&a=2&__proto__=3&%00=%ff'],
    ['text/plain', 'a text'],
    ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ['multipart/form-data', 'no boundary'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nnever ends',
    ],
    [`multipart/form-data; boundary=${'x'.repeat(300)}`, '--x'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['', 'no type'],
  ];
  for (const [type, body] of bodies) {
    const answer = await raw(path, { method: route.method, body, headers: { 'content-type': type } });
    expect([type, body.slice(0, 40), faultOf(answer)]).toEqual([type, body.slice(0, 40), null]);
  }
});

test.each(cases)(
  '%s passes over unknown query keys, and refuses doubled ones without a fault',
  async (_name, route) => {
    const method = route.method;
    for (const query of ['nobody=knows&__proto__=1&constructor=2', doubled(route), '%00=%00&a[b]=1&=&&&']) {
      expect([query, faultOf(await raw(`${pathOf(route)}?${query}`, { method }))]).toEqual([query, null]);
    }
  },
);

test('a body above the limit is 413, also where its length is not told', async () => {
  const body = JSON.stringify({ name: 'x'.repeat(1_100_000) });
  const path = '/v1/admin/tenant/users/self';
  const headers = { 'content-type': 'application/json' };
  expect(await raw(path, { method: 'PUT', body, headers })).toMatchObject({
    status: 413,
    json: { code: 4130001 },
  });
  const stream = new Blob([body]).stream();
  const untold = await raw(path, { method: 'PUT', body: stream, headers, duplex: 'half' } as RequestInit);
  expect(untold).toMatchObject({ status: 413, json: { code: 4130001 } });
});

test.each([
  ['an address that cannot be read', 'GET', '/v1/devices/%zz', 400],
  ['half a character', 'GET', '/v1/devices/%c3', 400],
  ['an address of nothing', 'GET', '/v1/nothing', 404],
  ['a method that a path does not have', 'PATCH', '/v1/live', 404],
  ['a name of 5000 letters', 'GET', `/v1/devices/${'x'.repeat(5000)}`, 400],
  ['a way out of the folder', 'GET', '/files/..%2f..%2fetc%2fpasswd', 404],
] as const)('%s is refused in the envelope', async (_what, method, path, status) => {
  const answer = await raw(path, { method });
  expect(answer).toMatchObject({ status, json: { result: false } });
  expect(faultOf(answer)).toBeNull();
});

/** Every query key of a call twice. */
function doubled(route: Route): string {
  const shape = (route.query as { shape?: Record<string, unknown> } | undefined)?.shape ?? { a: 1 };
  return Object.keys(shape)
    .map((key) => `${key}=1&${key}=2`)
    .join('&');
}

function pathOf(route: Route): string {
  const params = paramsOf(route);
  return route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? 'NONE');
}

async function raw(path: string, init: RequestInit): Promise<Answer> {
  const headers = { authorization: `Bearer ${main.token}`, platform: 'IOT', ...init.headers };
  return answerOf(await fetch(world.url + path, { ...init, headers }));
}

/** A place in code, SQL, or an error of Node or PostgreSQL by its own words. */
const INSIDE =
  /\bat .{1,200}:\d+:\d+|node_modules|\/apps\/server\/|syntax error at|relation "|violates|ECONN|RangeError|TypeError/;

/** What is wrong with a reply; null when nothing is. */
function faultOf({ status, text, json }: Answer): string | null {
  if (status >= 500) return `${status} ${text.slice(0, 300)}`;
  if (status < 400) return null;
  if (INSIDE.test(text)) return `it tells of the inside: ${text.slice(0, 300)}`;
  const shaped =
    typeof json?.code === 'number' &&
    json.code > 0 &&
    typeof json.message === 'string' &&
    json.result === false;
  return shaped ? null : `no envelope: ${status} ${text.slice(0, 300)}`;
}
