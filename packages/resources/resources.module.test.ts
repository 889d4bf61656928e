import {
  callsOf,
  columnOf,
  hasButton,
  hasSteps,
  inputSchema,
  type Resource,
  settable,
  type Values,
} from '@voltloop/resource-kit';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ExampleRows, exampleRows } from '../../apps/server/testing/example-rows.ts';
import { setUp } from '../../apps/server/testing/set-up.ts';
import { startTestStock } from '../../apps/server/testing/stock.ts';
import { headOf, uploadSheet } from '../../apps/server/testing/upload-sheet.ts';
import { documentKinds } from './documents.ts';
import { examplesOf, needsServer } from './examples.ts';
import { resources } from './index.ts';
import { representatives } from './representatives.ts';

/**
 * What the declaration of each resource adds: its fields and rules on the real database, its unique values, its life
 * cycle. The engine is tested with the representatives.
 */

const stock = setUp(() => startTestStock());
let rows: ExampleRows;
beforeAll(async () => {
  rows = exampleRows(stock.office);
  for (const { name } of resources) {
    const { lots } = examplesOf(name);
    if (lots) await stock.receive(lots);
  }
});

const get = (path: string, query: Record<string, string>) =>
  stock.office.get(`${path}?${new URLSearchParams(query)}`);
const post = (path: string, body: unknown) => stock.office.post(path, body);

/** A device of the portal: its rows are not inserted, but changed. */
async function device(): Promise<string> {
  const { server, tenantId } = stock.office;
  const { rows: made } = await server.services.pool.query<{ id: string }>(
    `with thing as (
       insert into things (tenant_id, devid, devname, secret_hash, description, longitude, latitude)
       values ($1, $2, '储能柜', '', $3, 118.089425, 24.479834) returning id)
     insert into thing_state (thing_id, status, hw_version, sw_version) select id, 1, '2.1', '3.0.7' from thing
     returning thing_id as id`,
    [tenantId, `ESM-${crypto.randomUUID()}`, JSON.stringify({ installTime: '2025-05-06' })],
  );
  return made[0]?.id as string;
}

/** Writes a row with these values in the resource's way: by insert, or as the first change of a row of the portal. */
const write = async (resource: Resource, given: Values) =>
  hasButton(resource, 'insert')
    ? post(callsOf(resource).insert.path, given)
    : post(callsOf(resource).update.path, { id: await device(), ...given });

const shortened = resources.filter(({ name }) => !representatives.includes(name));
const isDocument = ({ name }: Resource) => documentKinds.some(({ resource }) => resource.name === name);
const named = (some: readonly Resource[]) =>
  some.map((resource): [string, Resource] => [resource.name, resource]);

describe.each(named(resources))('the table of %s', (_, { table, fields, unique = {} }) => {
  const strings = async (sql: string, values: readonly unknown[]) =>
    (await stock.office.server.services.pool.query<{ name: string }>(sql, [...values])).rows.map(
      ({ name }) => name,
    );

  test('has a column for each field', async () => {
    const columns = await strings(
      'select column_name as name from information_schema.columns where table_name = $1',
      [table],
    );
    expect(columns).toEqual(expect.arrayContaining(Object.keys(fields).map(columnOf)));
  });

  test('has its unique values, and no others', async () => {
    // The table of a view has another name.
    const indexes = await strings(
      `select indexname as name from pg_indexes
       where (tablename = $1 or indexname = any($2))
         and indexdef like 'CREATE UNIQUE%' and indexdef like '%deleted_at IS NULL%'`,
      [table, Object.keys(unique)],
    );
    expect(indexes.sort()).toEqual(Object.keys(unique).sort());
  });
});

describe.each(named(shortened))('%s', (name, resource) => {
  const calls = callsOf(resource);
  const { change, wrong, guarded = [] } = examplesOf(name);
  const values = () => rows.row(name);
  const byId = (id: string) => get(calls.findById.path, { [resource.idQuery ?? 'id']: id });

  test('is written, read, offered, changed, exported, deleted and restored', async () => {
    const given = await values();
    const written = await write(resource, given);
    expect(written, JSON.stringify(written)).toMatchObject({ status: 200 });
    const { id, version } = written.data;
    const found = await byId(id);
    expect(found.data).toMatchObject(inputSchema(resource).parse(given));
    const path = `${calls.findById.path}?${resource.idQuery ?? 'id'}=${id}`;
    expect((await stock.office.get(path, stock.office.stranger)).status).toBe(404);

    if (!resource.untitled) {
      const { lookup } = resource;
      const title = String(found.data[lookup?.name ?? resource.title]);
      const offered = (await get(calls.lookup.path, { search: title })).data as { id: string }[];
      const isOffered = !lookup?.offered || lookup.offered.is.includes(found.data[lookup.offered.field]);
      expect(offered.some((each) => each.id === id)).toBe(isOffered);
      expect((await get(calls.lookup.path, { ids: id })).data).toMatchObject([{ id, title }]);
    }

    const changed = await post(calls.update.path, { id, version, [change.field]: change.to });
    expect(changed, JSON.stringify(changed)).toMatchObject({
      status: 200,
      data: {
        ...found.data,
        [change.field]: change.to,
        version: version + 1,
        updateTime: expect.any(Number),
      },
    });

    const csv = await stock.office.server.app.inject({
      url: `${calls.exportExcel.path}?format=csv&ids=${id}`,
      headers: { authorization: `Bearer ${stock.office.token}` },
    });
    expect(csv.statusCode).toBe(200);
    const [head, line] = csv.body.replace('\uFEFF', '').split('\r\n');
    expect(head).toContain(resource.fields[resource.title]?.label.zh);
    expect(line).toBeTruthy();

    const removed = await post(calls.remove.path, { ids: [id], cause: 'mistake' });
    if (!hasButton(resource, 'delete')) return expect(removed.status).toBe(404);
    expect([removed.status, (await byId(id)).status]).toEqual([200, 404]);
    expect((await post(calls.restore.path, { ids: [id] })).data).toMatchObject({ restored: [id] });
    expect((await byId(id)).status).toBe(200);
  });

  test('refuses values that contradict its rules or refer to nothing, at their field', async () => {
    for (const [field, value, key] of wrong.filter(([, , each]) => needsServer(each))) {
      const reply = await write(resource, { ...(await values()), [field]: value });
      const problems = (reply.data as { path: string; key: string }[]).map((each) => [
        each.path.split('.')[0],
        each.key.split('?')[0],
      ]);
      expect([reply.status, problems]).toEqual([400, expect.arrayContaining([[field, key]])]);
    }
  });

  test.runIf(resource.unique && hasButton(resource, 'insert'))(
    'refuses its unique values twice',
    async () => {
      for (const fields of Object.values(resource.unique ?? {})) {
        const first = await values();
        if (fields.some((field) => first[field] === undefined)) continue;
        expect((await write(resource, first)).status).toBe(200);
        const same = Object.fromEntries(fields.map((field) => [field, first[field]]));
        const again = await write(resource, { ...(await values()), ...same });
        expect([again.status, again.data]).toEqual([
          400,
          expect.arrayContaining([expect.objectContaining({ path: fields[0], key: 'resource.taken' })]),
        ]);
      }
    },
  );

  const { life } = resource;
  if (life && hasSteps(resource) && !isDocument(resource))
    test('takes the steps of its life cycle, and no others', async () => {
      const { field, start, steps } = life;
      const states = [...new Set([start, ...Object.values(steps).flatMap(({ from, to }) => [...from, to])])];
      for (const [step, { from, to, causes }] of Object.entries(steps)) {
        if (guarded.includes(step)) continue;
        const given: Values[] = [];
        for (const state of states) given.push({ ...(await values()), [field]: state });
        const { main, resources: engine, server } = stock.office;
        const ids = await engine.insertRows(server.as(main), name, given);
        for (const [n, id] of ids.entries()) {
          const taken = (more: object) => post(`${resource.path}/step`, { id, step, ...more });
          const state = states[n] as string | number;
          if (causes && from.includes(state)) expect([step, (await taken({})).status]).toEqual([step, 400]);
          const reply = await taken(causes ? { cause: causes[0] } : {});
          expect([step, state, reply.status]).toEqual([step, state, from.includes(state) ? 200 : 409]);
          if (reply.status === 200) expect(reply.data.list).toMatchObject([{ id, [field]: to }]);
        }
      }
    });

  if (hasButton(resource, 'import'))
    test('imports a workbook, without its invalid rows', async () => {
      const { server, tenantId, token } = stock.office;
      const kind = stock.office.resources.importKinds.find((each) => each.name === name);
      const columns = kind?.columns ?? [];
      const keys = columns.map(({ key }) => key);
      const [field = '', value] =
        wrong.find(([each, invalid]) => keys.includes(each) && typeof invalid !== 'object') ?? [];
      const given = await values();
      const cells = (row: Values) => keys.map((key) => (row[key] === undefined ? null : String(row[key])));
      const uploaded = await uploadSheet(server, token, tenantId, name, {
        // As in an exported list.
        header: columns.map(({ key, label }) => {
          const declared = resource.fields[key];
          return declared ? headOf(declared) : label.zh;
        }),
        rows: [cells(given), cells({ ...(await values()), [field]: value })],
      });
      const preview = `/v1/imports/tenants/${tenantId}/previews/${(uploaded.data as { id: string }).id}`;
      const shown = await get(`${preview}/rows`, { language: 'zh' });
      const [valid, invalid] = (shown.data.list as { errors: { column: string; message: string }[] }[]).map(
        ({ errors }) => errors,
      );
      // Required fields that no cell can contain are reported as missing: such rows need the form.
      const missed = settable(resource, 'insert').flatMap(([each, { required }]) =>
        required && given[each] !== undefined && !keys.includes(each) ? [each] : [],
      );
      expect(valid?.map(({ column }) => column)).toEqual(missed);
      if (missed.length > 0) return;
      expect(invalid?.map(({ column }) => column)).toContain(field);
      // The reason is in the reader's language, which detects checks and rules without Chinese texts.
      for (const { message } of invalid ?? []) expect(message).toMatch(/\p{Script=Han}/u);
      const done = await post(`${preview}/confirm`, { skip_wrong: true });
      expect(done).toMatchObject({ status: 200, data: { imported: 1, skipped: 1 } });
    });
});
