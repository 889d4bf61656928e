import type { Route } from '@voltloop/contract';
import * as contract from '@voltloop/contract';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { setUp } from '../testing/set-up.ts';
import { testSigner } from '../testing/signer.ts';
import { testWorld } from '../testing/world.ts';
import { everyRoute } from './every-route.ts';
import { faultOf } from './fault.ts';
import { fuzz } from './fuzz.ts';
import { forms, readBodies, unreadBodies } from './no-bodies.ts';
import { type Actor, type Answer, answerOf, startWholeServer } from './whole-server.ts';

/*
 * Invalid and hostile requests to every call: they are refused in the envelope, or succeed; never a 5xx, never
 * internal details.
 */

/** FUZZ_SECONDS prolongs it, FUZZ_SEED varies it; `npm run fuzz` prints its progress. */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 0);
const SEED = Number(process.env.FUZZ_SEED ?? 2026);
/** Each call gets a valid request, a mutated and a generated one. */
const ROUNDS = 3;

const world = setUp(async () => startWholeServer(await testWorld()));
let main: Actor;
beforeAll(() => {
  main = world.callers[0] as Actor;
});

const cases = everyRoute.map((route) => [route.name, route] as const);

/** An unknown device where the call would wait for an existing one. */
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
    { seed: SEED, requests: 200_000, atLeast: ROUNDS * everyRoute.length, seconds: SECONDS, parallel: 4 },
  );
  expect(counts.faults).toEqual([]);
  expect(counts.byCall.size).toBe(everyRoute.length);
  const statuses = [...counts.byCall.values()].flatMap((each) => [...each]);
  const fulfilled = statuses.reduce((n, [status, count]) => (status < 300 ? n + count : n), 0);
  // More than three fifths of the valid ones, which are a third.
  expect(fulfilled, 'so many of them do something').toBeGreaterThan((3 / 5) * (counts.requests / ROUNDS));
});

/** One call of each method, and the one that parses its own bodies: before routing all others behave the same. */
const unlike = new Set([
  ...new Map(everyRoute.map((route) => [route.method, route])).values(),
  contract.deviceIngest,
  contract.deviceRaw,
]);

const bodies = (route: Route) => [
  ...readBodies,
  ...(route.body ? forms.slice(0, 1) : forms),
  ...(unlike.has(route) ? unreadBodies : []),
];

test.each(cases.filter(([, { method }]) => method !== 'GET'))(
  '%s refuses invalid bodies',
  async (_name, route) => {
    const path = pathOf(route);
    for (const [type, body] of bodies(route)) {
      const answer = await raw(path, { method: route.method, body, headers: { 'content-type': type } });
      expect([type, body.slice(0, 40), faultOf(answer)]).toEqual([type, body.slice(0, 40), null]);
    }
  },
);

test.each(cases)(
  '%s ignores unknown query keys, and refuses duplicate ones without a fault',
  async (_name, route) => {
    const method = route.method;
    const unreadable = unlike.has(route) ? ['%00=%00&a[b]=1&=&&&'] : [];
    for (const query of ['nobody=knows&__proto__=1&constructor=2', doubled(route), ...unreadable]) {
      expect([query, faultOf(await raw(`${pathOf(route)}?${query}`, { method }))]).toEqual([query, null]);
    }
  },
);

/** Texts with a meaning in SQL, patterns, databases or spreadsheets, by kind. */
const injections = [
  ["'", "' or 1=1 --", '"; drop table accounts; --', '$$;select pg_sleep(9)$$'],
  ['%', '_%_', '\\', '%\\', '\\%_'],
  ['a\0b', '\ud800', 'a\udc00z', '\u202e'],
  ['x'.repeat(4000), '{"$gt":""}', '../..', "=cmd|' /C calc'!A0", '@SUM(1)'],
];
/** Not contained in any row, unlike single wildcard characters: as a pattern they would match all rows. */
const patterns = ['%%%', '_%_', '\\%', "' or '1'='1"];

/** Keys of a query or body that accept any text. */
function textKeys(schema: unknown): string[] {
  const { shape = {} } = (schema ?? {}) as { shape?: Record<string, z.ZodType> };
  return Object.entries(shape)
    .filter(([, value]) => {
      const json = z.toJSONSchema(value, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>;
      return json.type === 'string' && json.enum === undefined && json.const === undefined;
    })
    .map(([key]) => key);
}

/** Calls that read: all of GET, and the back office's searches by POST. */
const reading = everyRoute.filter(
  ({ name, method }) =>
    (method === 'GET' && name !== 'live') || (method === 'POST' && /find|search|list/i.test(name)),
);
const texts = reading.flatMap((route): [string, Route, 'query' | 'body', string][] => [
  ...textKeys(route.query).map((key): [string, Route, 'query', string] => [
    `${route.name} by ${key}`,
    route,
    'query',
    key,
  ]),
  ...textKeys(route.body).map((key): [string, Route, 'body', string] => [
    `${route.name} by ${key}`,
    route,
    'body',
    key,
  ]),
]);

function reads(route: Route, where: 'query' | 'body', key: string, value: string): Promise<Answer> {
  if (where === 'query')
    return raw(`${pathOf(route)}?${new URLSearchParams({ [key]: value })}`, { method: route.method });
  const headers = { 'content-type': 'application/json' };
  return raw(pathOf(route), { method: route.method, body: JSON.stringify({ [key]: value }), headers });
}
const totalOf = ({ status, json }: Answer): number | null => {
  const { total } = ((status === 200 && json?.data) || {}) as { total?: unknown };
  return typeof total === 'number' ? total : null;
};

/** A text of each kind. Calls share the code that handles them: together they get all texts many times. */
const injectionsOf = (route: Route, key: string) => {
  const at = texts.findIndex((each) => each[1] === route && each[3] === key);
  return injections.map((kind) => kind[at % kind.length] as string);
};

/** Lists with rows whose search was tested. */
let tested = 0;
test.each(texts)('%s treats a text literally', async (_name, route, where, key) => {
  for (const value of injectionsOf(route, key))
    expect([value.slice(0, 40), faultOf(await reads(route, where, key, value))]).toEqual([
      value.slice(0, 40),
      null,
    ]);
  if (key !== 'search' && key !== 'filter') return;
  const all = await raw(pathOf(route), {
    method: route.method,
    ...(route.method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }),
  });
  if (totalOf(all)) tested += 1;
  for (const value of patterns) {
    const total = totalOf(await reads(route, where, key, value));
    if (total !== null) expect([value, total]).toEqual([value, 0]);
  }
});

test('names of saved views and rows of exports keep such texts unchanged', async () => {
  expect(texts.length).toBeGreaterThan(100);
  expect(tested).toBeGreaterThan(5);
  const all = injections.flat();
  const names = all.filter(
    (name) => !/[\0\ud800-\udfff\u202a-\u202e\u2066-\u2069]/.test(name) && name.length < 60,
  );
  for (const name of names) {
    const body = { screen: 'devices', name, state: { query: `?search=${encodeURIComponent(name)}` } };
    expect(await world.send(main.token, contract.saveView, { body }), name).toMatchObject({ status: 200 });
  }
  for (const name of all.filter((each) => !names.includes(each))) {
    const { status } = await world.send(main.token, contract.saveView, {
      body: { screen: 'devices', name, state: { query: '' } },
    });
    expect([name.slice(0, 20), status]).toEqual([name.slice(0, 20), 400]);
  }
  const views = await world.send(main.token, contract.listViews, { query: { screen: 'devices' } });
  const kept = (views.json?.data ?? []) as { name: string }[];
  for (const name of names) expect(kept.map((view) => view.name)).toContain(name.trim());

  const guest = await world.freshAccount(main);
  const name = "=cmd|' /C calc'!A0";
  await world.test.services.pool.query('update accounts set name = $2 where id = $1', [guest.id, name]);
  const params = { tenantId: main.tenantId };
  const { status, text } = await world.send(main.token, contract.exportUsers, {
    params,
    query: { format: 'csv' },
  });
  expect(status).toBe(200);
  expect(text).toContain("'=cmd|' /C calc'!A0");
  expect(text).not.toMatch(/(^|[,"\n])=cmd/);
});

test('a body above the limit is 413, also without a Content-Length', async () => {
  const body = JSON.stringify({ name: 'x'.repeat(1_100_000) });
  const path = '/v1/admin/tenant/users/self';
  const headers = { 'content-type': 'application/json' };
  expect(await raw(path, { method: 'PUT', body, headers })).toMatchObject({
    status: 413,
    json: { code: 4130001 },
  });
  const stream = new Blob([body]).stream();
  const undeclared = await raw(path, { method: 'PUT', body: stream, headers, duplex: 'half' } as RequestInit);
  expect(undeclared).toMatchObject({ status: 413, json: { code: 4130001 } });
});

test.each([
  ['an unreadable address', 'GET', '/v1/devices/%zz', 400],
  ['half a character', 'GET', '/v1/devices/%c3', 400],
  ['an unknown address', 'GET', '/v1/nothing', 404],
  ['a method that the path lacks', 'PATCH', '/v1/live', 404],
  ['a name of 5000 letters', 'GET', `/v1/devices/${'x'.repeat(5000)}`, 404],
  ['a path out of the folder', 'GET', '/files/..%2f..%2fetc%2fpasswd', 404],
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
  const answer = await answerOf(await fetch(world.url + path, { ...init, headers }));
  if (answer.status !== 401) return answer;
  const { status } = await world.send(main.token, contract.getSelf, {});
  if (status === 200) return answer;
  // An earlier call has ended the session.
  main.token = (await world.signIn(main.userName)).token;
  return raw(path, init);
}
