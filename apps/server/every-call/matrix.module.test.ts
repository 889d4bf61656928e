import type { Access, Route } from '@voltloop/contract';
import * as contract from '@voltloop/contract';
import { roles } from '@voltloop/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSigner } from '../testing/signer.ts';
import { testWorld } from '../testing/world.ts';
import { everyRoute } from './every-route.ts';
import { type Scene, type Target, targets } from './targets.ts';
import {
  type Actor,
  type Answer,
  FOREIGN,
  OPERATOR_TOKEN,
  OUTSIDE,
  type Sent,
  startWholeServer,
} from './whole-server.ts';

/*
 * Every call × every role × a target inside the subtree, outside it, and in another tenant. The expected result comes
 * from the contract's `access`; targets.ts has the target of each call.
 */

let world: Scene;
beforeAll(async () => {
  world = { ...(await startWholeServer(await testWorld())), signer: testSigner() };
  for (const owner of [world.callers[0] as Actor, world.foreign]) {
    const sent = {
      params: { tenantId: owner.tenantId },
      body: { name: 'works', public_key: world.signer.publicKey },
    };
    expect(await world.send(owner.token, contract.addFirmwareKey, sent)).toMatchObject({ status: 200 });
  }
});
afterAll(() => world?.stop());

const byRight = (route: Route): route is Route & { access: { right: number } } =>
  typeof route.access === 'object' && 'right' in route.access;
const table = everyRoute.filter((route) => !byRight(route));

test('every call of the contract has a target', () => {
  const without = table.filter((route) => !targets[route.name]).map((route) => route.name);
  expect(without, 'calls without a line in apps/server/every-call/targets.ts').toEqual([]);
  const names = new Set(everyRoute.map((route) => route.name));
  const stale = Object.keys(targets).filter((name) => !names.has(name));
  expect(stale, 'lines of targets.ts for which there is no call').toEqual([]);
});

test('the server answers exactly the calls of the contract', async () => {
  const document = { method: 'GET', path: '/openapi.json' } as const;
  expect(await world.send(null, document, {})).toMatchObject({ status: 401 });
  const { json } = await world.send((world.callers[0] as Actor).token, document, {});
  // The document has no envelope.
  const { paths } = json as unknown as { paths: Record<string, Record<string, unknown>> };
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const declared = everyRoute.flatMap((route) =>
    [route.path, ...(route.aliases ?? [])].map(
      (path) => `${route.method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    ),
  );
  expect(served.sort()).toEqual(declared.sort());
});

test.each(table.map((route) => [route.name, route] as const))('%s', async (name, route) => {
  const target = targets[name] as Target;
  if (route.access === 'public') {
    const answer = await world.send(null, route, await target.send(world.callers[0] as Actor, world));
    expect(summary(answer)).toEqual({ status: target.good?.[0] ?? 200, envelope: true });
    return;
  }
  const wrong: string[] = [];
  const check = (what: string, answer: Answer, good: readonly number[], hidden: readonly string[]) => {
    const leaks = answer.status < 300 ? hidden.filter((word) => answer.text.includes(word)) : [];
    if (!good.includes(answer.status) || leaks.length > 0 || !summary(answer).envelope) {
      const leaked = leaks.length > 0 ? ` and shows ${leaks}` : '';
      wrong.push(`${what}: ${answer.status}${leaked}, expected ${good} — ${answer.text.slice(0, 200)}`);
    }
  };
  const main = world.callers[0] as Actor;
  if (route.access === 'operator') {
    // Refused requests leave their target as it was.
    const sent = await target.send(main, world);
    check('no token', await world.send(null, route, sent), [401], []);
    for (const { name: who, token } of [...world.callers, world.foreign])
      check(who, await world.send(token, route, sent), [401], []);
    check('operator', await world.send(OPERATOR_TOKEN, route, sent), target.good ?? [200], []);
    check(
      'operator, another tenant',
      await world.send(OPERATOR_TOKEN, route, await target.send(world.foreign, world)),
      target.good ?? [200],
      [],
    );
    expect(wrong).toEqual([]);
    return;
  }
  // Refused requests leave their target as it was.
  const unused = await target.send(main, world);
  check('no session', await world.send(null, route, unused), [401], []);
  check('an unknown token', await world.send('nobody', route, unused), [401], []);
  for (const caller of world.callers) {
    const allowed = target.only?.roles.includes(caller.roleId) ?? allows(route.access, caller);
    const hidden = caller.roleId === roles.mainAccount ? [FOREIGN] : [FOREIGN, OUTSIDE];
    const at = (where: string) => `${caller.name} ${where}`;
    const good = target.good ?? [200];
    const inside = caller === main ? unused : await target.send(caller, world);
    check(
      at('inside'),
      await world.send(caller.token, route, inside),
      allowed ? good : (target.only?.others ?? [403]),
      hidden,
    );
    if (target.ends && allowed) caller.token = (await world.signIn(caller.userName)).token;
    if (!allowed) continue;
    for (const [where, sent] of await elsewhere(route, target, caller, inside)) {
      // The tenant of the path is checked first.
      const byTenant = route.path.includes(':tenantId') && sent.params?.tenantId === world.foreign.tenantId;
      const refused = byTenant ? [404] : (target.refused ?? [404]);
      check(at(where), await world.send(caller.token, route, sent), refused, hidden);
    }
  }
  expect(wrong).toEqual([]);
});

/** The same call for targets that the caller must not see. */
async function elsewhere(
  route: Route,
  target: Target,
  caller: Actor,
  inside: Sent,
): Promise<[string, Sent][]> {
  const { foreign, outside } = world;
  const named = route.path.includes(':tenantId');
  const at = (sent: Sent, tenantId: string): Sent =>
    named ? { ...sent, params: { ...sent.params, tenantId } } : sent;
  const sees = target.of === 'tenant' || (caller.roleId === roles.mainAccount && target.of === 'subtree');
  const others = target.of ? [...(sees ? [] : [outside]), foreign] : [];
  const all: [string, Sent][] = [];
  if (named) all.push(['its own target by way of another tenant', at(inside, foreign.tenantId)]);
  for (const other of others) {
    const sent = await target.send(other, world);
    all.push([`a target ${other.name}`, at(sent, caller.tenantId)]);
    if (named && other === foreign) all.push(['a target of another tenant, by its name', sent]);
    for (const both of (await target.mixed?.(caller, other, world)) ?? []) {
      all.push([`its own target with one ${other.name}`, at(both, caller.tenantId)]);
    }
  }
  return all;
}

function allows(access: Access, caller: Actor): boolean {
  return access === 'session' || (Array.isArray(access) && access.includes(caller.roleId));
}

/** Whether a JSON reply is the envelope, with `result` matching the status. */
function summary({ status, json }: Answer): { status: number; envelope: boolean } {
  const shaped = typeof json?.code === 'number' && typeof json.message === 'string';
  return { status, envelope: !json || !('code' in json) || (shaped && json.result === status < 300) };
}

/** Calls that refuse a JSON body after checking the right. */
const takesFile: ReadonlySet<string> = new Set(['reporting.readResults', 'testReport.readHeads']);

test('calls of the back office need the right, or the main account', async () => {
  const wrong: string[] = [];
  const sent = { query: { id: '999999', roleId: '999999' }, body: {} };
  for (const route of everyRoute.filter(byRight)) {
    const expectStatus = async (who: string, token: string | null, fits: (status: number) => boolean) => {
      const more = route.method === 'GET' ? { query: sent.query } : sent;
      const { status, text } = await world.send(token, route, more);
      if (!fits(status)) wrong.push(`${who}, ${route.name}: ${status} ${text.slice(0, 200)}`);
    };
    await expectStatus('no session', null, (status) => status === 401);
    for (const { name, token, roleId } of world.callers) {
      const may = roleId === roles.mainAccount || name === 'staff with every right';
      const allowed = takesFile.has(route.name) ? [415] : [200, 400, 404];
      await expectStatus(name, token, (status) => (may ? allowed : [403]).includes(status));
    }
  }
  expect(wrong).toEqual([]);
});

test('every call with a body refuses one without a field that it has, and names the unknown ones', async () => {
  const wrong: string[] = [];
  for (const route of everyRoute) {
    const body = bodyOfUnknown(route);
    if (body === null) continue;
    const token =
      route.access === 'operator'
        ? OPERATOR_TOKEN
        : route.access === 'public'
          ? null
          : world.callers.find(
              (c) => allows(route.access, c) || (byRight(route) && c.roleId === roles.mainAccount),
            )?.token;
    if (token === undefined) throw new Error(`${route.name} has no caller`);
    const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    const params = Object.fromEntries(names.map((name) => [name, name === 'from' ? '2026-01-01' : 'a']));
    const { status, text } = await world.send(token, route, { params, body });
    if (status !== 400 || !text.includes('validation.unknownField') || !text.includes('unheardOf'))
      wrong.push(`${route.name}: ${status} ${text.slice(0, 200)}`);
  }
  expect(wrong).toEqual([]);
});

/** A body with an unknown field only; null for calls without a schema of objects. */
function bodyOfUnknown(route: Route): object | null {
  const found = [{ unheardOf: 1 }, [{ unheardOf: 1 }]].find(
    (sent) => contract.refusedFields(route, sent).length > 0,
  );
  return found ?? null;
}
