import type { Route } from '@voltloop/contract';
import * as contract from '@voltloop/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testSigner } from '../testing/signer.ts';
import { testWorld } from '../testing/world.ts';
import { everyRoute } from './every-route.ts';
import { faultOf } from './fault.ts';
import { fuzz } from './fuzz.ts';
import { forms, readBodies, unreadBodies } from './no-bodies.ts';
import { type Actor, type Answer, answerOf, startWholeServer, type WholeServer } from './whole-server.ts';

/*
 * What every call does with what nobody should send: it is refused in the envelope, or done; never a 5xx, never a word
 * of the inside.
 */

/** Longer with FUZZ_SECONDS, another way with FUZZ_SEED; `npm run fuzz` prints what it does. */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 20);
const SEED = Number(process.env.FUZZ_SEED ?? 2026);

let world: WholeServer;
let main: Actor;
beforeAll(async () => {
  world = await startWholeServer(await testWorld());
  main = world.callers[0] as Actor;
});
afterAll(() => world?.stop());
afterEach(async () => {
  // Some calls end the session that makes them.
  const { status } = await world.send(main.token, contract.getSelf, {});
  if (status !== 200) main.token = (await world.signIn(main.userName)).token;
});

const cases = everyRoute.map((route) => [route.name, route] as const);

/** A device that does not exist where an existing one would be waited for. */
const paramsOf = (route: Route): Record<string, string> => ({
  tenantId: main.tenantId,
  infoModelId: 'HE_BAT',
  kind: 'things',
  step: 'pause',
  thingsId: route.name === 'readParams' ? 'NO-SUCH-DEVICE' : main.devid,
});

test('every call, fuzzed as several roles, answers in the envelope and never with a fault', async () => {
  const counts = await fuzz(
    { ...world, signer: testSigner() },
    { seed: SEED, requests: 200_000, atLeast: everyRoute.length, seconds: SECONDS, parallel: 4 },
  );
  expect(counts.faults).toEqual([]);
  expect(counts.byCall.size).toBe(everyRoute.length);
  const statuses = [...counts.byCall.values()].flatMap((each) => [...each]);
  const fulfilled = statuses.reduce((n, [status, count]) => (status < 300 ? n + count : n), 0);
  expect(fulfilled, 'so many of them do something').toBeGreaterThan(counts.requests / 3);
});

/** One call of each method, and the one that reads its bodies itself: what no call sees yet is the same for all. */
const unlike = new Set([
  ...new Map(everyRoute.map((route) => [route.method, route])).values(),
  contract.deviceIngest,
]);

const bodies = (route: Route) => [
  ...readBodies,
  ...(route.body ? forms.slice(0, 1) : forms),
  ...(unlike.has(route) ? unreadBodies : []),
];

test.each(cases.filter(([, { method }]) => method !== 'GET'))(
  '%s takes no body that is none',
  async (_name, route) => {
    const path = pathOf(route);
    for (const [type, body] of bodies(route)) {
      const answer = await raw(path, { method: route.method, body, headers: { 'content-type': type } });
      expect([type, body.slice(0, 40), faultOf(answer)]).toEqual([type, body.slice(0, 40), null]);
    }
  },
);

test.each(cases)(
  '%s passes over unknown query keys, and refuses doubled ones without a fault',
  async (_name, route) => {
    const method = route.method;
    const unreadable = unlike.has(route) ? ['%00=%00&a[b]=1&=&&&'] : [];
    for (const query of ['nobody=knows&__proto__=1&constructor=2', doubled(route), ...unreadable]) {
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
