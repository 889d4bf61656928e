import type { Route } from '@voltloop/contract';
import { resources } from '@voltloop/resources';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { diceOf } from '../demo/seed/business/dice.ts';
import { setUp } from '../testing/set-up.ts';
import { testWorld } from '../testing/world.ts';
import { everyRoute } from './every-route.ts';
import { FuzzRows } from './fuzz-rows.ts';
import { type Actor, type Answer, type Sent, startWholeServer } from './whole-server.ts';

/*
 * Every call of the back office with ids, codes and titles of another tenant's rows. The matrix tests these calls
 * with unknown ids; here the rows exist.
 */

const world = setUp(async () => startWholeServer(await testWorld()));
let main: Actor;
let clerk: Actor;
const rows = new FuzzRows();
/** Ids, codes and titles that only the other tenant has. */
let secrets: string[];

const insert = (by: Actor) => (path: string, body: unknown) =>
  world.send(by.token, { method: 'POST', path }, { body });
const read = (path: string, query: Record<string, string>) =>
  world.send(world.foreign.token, { method: 'GET', path }, { query });
const titleOf = new Map(resources.map(({ name, title }) => [name, title]));
const foreignRows = () => [...rows.known].flatMap(([name, list]) => list.map((row) => ({ name, row })));

beforeAll(async () => {
  main = world.callers[0] as Actor;
  clerk = world.callers.find(({ name }) => name === 'staff with every right') as Actor;
  await rows.begin(insert(world.foreign));
  secrets = foreignRows().flatMap(({ name, row }) => {
    const title = row[titleOf.get(name) ?? ''];
    return [row.id, ...(typeof title === 'string' && title.length >= 8 ? [title] : [])];
  });
});

const calls = everyRoute.filter(({ access }) => typeof access === 'object' && 'right' in access);

/** Values of the other tenant in a successful answer, except those that were sent. */
function leaksOf({ status, text }: Answer, sent: Sent): string[] {
  if (status >= 300) return [];
  const given = JSON.stringify(sent);
  return secrets.filter((secret) => !given.includes(secret) && text.includes(secret));
}

/** Answers of calls that find or change nothing for unknown rows. */
const isNothing = ({ json }: Answer) =>
  /^(\[\]|\{"(restored|deleted)":\[\]\})$/.test(JSON.stringify(json?.data));

/** Parameters that may name a row. */
function namingOf(route: Route): string[] {
  if (!route.query) return [];
  const schema = z.toJSONSchema(route.query as z.ZodType, { io: 'input', unrepresentable: 'any' });
  return Object.keys(schema.properties ?? {}).filter((name) =>
    /^(id|ids|code|codes|search|no|key)$|(Id|No|Code)$/.test(name),
  );
}

test('the other tenant has rows of most resources', () => {
  const without = [...rows.known].filter(([, list]) => list.length === 0).map(([name]) => name);
  expect(foreignRows().length).toBeGreaterThan(40);
  expect(without.length).toBeLessThan(rows.known.size / 3);
});

test('no call that reads returns rows of another tenant, for any parameters', async () => {
  const wrong: string[] = [];
  let requests = 0;
  const ask = async (route: Route, query: Record<string, string>, by: Actor) => {
    requests += 1;
    const answer = await world.send(by.token, route, { query });
    const leaks = leaksOf(answer, { query });
    if (leaks.length > 0 || answer.status >= 500)
      wrong.push(`${route.name} ${JSON.stringify(query)}: ${answer.status} ${leaks}`);
    return answer;
  };
  for (const route of calls.filter(({ method }) => method === 'GET')) {
    const own = route.name.split('.')[0] ?? '';
    const csv: Record<string, string> = route.name.endsWith('exportExcel') ? { format: 'csv' } : {};
    await ask(route, csv, clerk);
    for (const name of namingOf(route)) {
      // Rows of the resource itself, and one of each other.
      const some = [...rows.known].flatMap(([resource, list]) =>
        (resource === own ? list : list.slice(0, 1)).map((row) => ({ resource, row })),
      );
      const values = rows.known.has(own) ? some.filter(({ resource }) => resource === own) : some;
      for (const { resource, row } of values) {
        const title = String(row[titleOf.get(resource) ?? ''] ?? '');
        for (const value of new Set([row.id, title])) {
          const answer = await ask(route, { ...csv, [name]: value }, main);
          const ofOneRow =
            /\.(findById|history|course|lines|linesTemplate|progress|differences|ordered)$/.test(route.name);
          if (ofOneRow && value === row.id && answer.status < 300 && !isNothing(answer))
            wrong.push(`${route.name} of a row of another tenant: ${answer.text.slice(0, 200)}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(requests).toBeGreaterThan(500);
}, 900_000);

test('no call that writes changes rows of another tenant, or refers to them', async () => {
  const wrong: string[] = [];
  const dice = diceOf('foreign rows');
  const foreignIds = foreignRows().map(({ row }) => row.id);
  let tried = 0;
  const before = JSON.stringify(await everyForeignRow());
  for (const { name, row } of foreignRows()) {
    for (const route of calls.filter((each) => each.method === 'POST' && each.name.startsWith(`${name}.`))) {
      const { id: _, ...valid } = (rows.request(route.name, dice)?.body ?? {}) as Record<string, unknown>;
      const bodies: object[] = route.name.endsWith('.insert')
        ? [valid]
        : [
            { ...valid, id: row.id, version: row.version },
            { ...valid, ids: [row.id] },
          ];
      for (const body of bodies) {
        if (!foreignIds.some((id) => JSON.stringify(body).includes(id))) continue;
        tried += 1;
        const answer = await world.send(main.token, route, { body });
        const leaks = leaksOf(answer, { body });
        const done = answer.status < 300 && !isNothing(answer);
        if (done || answer.status >= 500 || leaks.length > 0)
          wrong.push(
            `${route.name} ${JSON.stringify(body).slice(0, 300)}: ${answer.status} ${answer.text.slice(0, 200)} ${leaks}`,
          );
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(300);
  expect(JSON.stringify(await everyForeignRow())).toBe(before);
}, 900_000);

const everyForeignRow = () =>
  Promise.all(
    resources.map(async ({ name, path }) => {
      const { json } = await read(`${path}/findPage`, { size: '100' });
      return [name, (json?.data as { list?: unknown } | null)?.list];
    }),
  );
