import type { Rules } from '@voltloop/resource-kit';
import { describe, expect, test } from 'vitest';
import { setUp } from '../../../../testing/set-up.ts';
import { startEngine } from '../../../../testing/shelves.ts';

let checkCalls = 0;
const crateRules: Rules = {
  derive: ({ values }) => ({
    amount:
      values.pieces !== undefined && values.price !== undefined
        ? String(Number(values.pieces) * Number(values.price))
        : undefined,
    ...(values.no === 'HUGE' ? { stamp: 'x'.repeat(21) } : { stamp: `S-${values.no}` }),
  }),
  async check(facts, drafts) {
    checkCalls++;
    const [{ one } = { one: 0 }] = await facts.query<{ one: number }>('select 1 as one where $1 <> $2', [
      'a',
      'b',
    ]);
    return drafts.map(({ values }) =>
      one === 1 && values.no === 'BAD' ? [{ field: 'no', key: 'check.bad', message: 'Bad number' }] : [],
    );
  },
  async written(facts, rows) {
    for (const { before, after } of rows)
      if (!before && after.no === 'SHELVED')
        await facts.query('update test_shelves set hall = $2 where tenant_id = $1 and id = $3', [
          facts.tenantId,
          'NEW',
          after.shelfId,
        ]);
  },
  mayDelete: async (_facts, row) =>
    row.no === 'KEEP' ? { field: 'no', key: 'check.keep', message: 'Is kept' } : null,
};

const world = setUp(() => startEngine({ crate: crateRules }));
const post = (path: string, body: unknown) => world.post(path, body);
const made = async (path: string, body: unknown) => {
  const reply = await post(`/${path}/insert`, body);
  expect(reply, JSON.stringify(reply.data)).toMatchObject({ status: 200 });
  return reply.data as { id: string; version: number; [field: string]: unknown };
};
let count = 0;
const newShelf = (more = {}) => made('shelf', { label: `Shelf ${++count}`, ...more });
const newCrate = (more = {}) => made('crate', { no: `AUTO${++count}`, ...more });

describe('rules', () => {
  test('derive values, at insert and update, also of server fields', async () => {
    const row = await newCrate({ no: 'c 7', pieces: 3, price: '2.50' });
    expect(row).toMatchObject({ no: 'C7', amount: '7.5', stamp: 'S-C7' });
    const { data } = await post('/crate/update', { id: row.id, pieces: 4 });
    expect(data).toMatchObject({ amount: '10', stamp: 'S-C7' });
    const cleared = await post('/crate/update', { id: row.id, clearFields: ['price'] });
    expect(cleared.data.amount).toBeNull();
    const history = await world.get(`/crate/history?id=${row.id}`);
    expect(history.data[0].changes).toMatchObject({
      price: { from: '2.5', to: null },
      amount: { from: '10' },
    });
  });

  test('have their derived values validated', async () => {
    expect(await post('/crate/insert', { no: 'HUGE' })).toMatchObject({
      status: 400,
      data: [{ path: 'stamp', key: 'validation.too_big' }],
    });
  });

  test('that refuse cause an error at the field, and nothing is written', async () => {
    const refused = { status: 400, data: [{ path: 'no', key: 'check.bad', message: 'Bad number' }] };
    expect(await post('/crate/insert', { no: 'BAD' })).toMatchObject(refused);
    const { id } = await newCrate();
    expect(await post('/crate/update', { id, no: 'BAD' })).toMatchObject(refused);
    expect((await world.get(`/crate/findById?id=${id}`)).data).toMatchObject({ version: 1 });
  });

  test('write additional rows in the same transaction', async () => {
    const { id } = await newShelf();
    await newCrate({ no: 'SHELVED', shelfId: id });
    expect((await world.get(`/shelf/findById?id=${id}`)).data.hall).toBe('NEW');
    const other = await newShelf();
    // The number is taken: the rule's write is rolled back with it.
    expect((await post('/crate/insert', { no: 'SHELVED', shelfId: other.id })).status).toBe(400);
    expect((await world.get(`/shelf/findById?id=${other.id}`)).data.hall).toBeNull();
  });

  test('that forbid a deletion keep all rows of the same call', async () => {
    const [kept, other] = [await newCrate({ no: 'KEEP' }), await newCrate()];
    expect(await post('/crate/delete', { ids: [other.id, kept.id], cause: 'mistake' })).toMatchObject({
      status: 409,
      data: [{ path: expect.stringMatching(/^ids\.[01]\.no$/), key: 'check.keep' }],
    });
    expect((await world.get(`/crate/findById?id=${other.id}`)).status).toBe(200);
  });
});

describe('references', () => {
  test('of lines are checked, have titles, and lock their targets', async () => {
    const [a, b] = [await newShelf(), await newShelf()];
    const row = await newCrate({ parts: [{ shelfId: a.id }, { shelfId: b.id, note: 'x' }], shelfId: b.id });
    expect(row.titles).toEqual({ 'parts.0.shelfId': a.label, 'parts.1.shelfId': b.label, shelfId: b.label });
    const unknownId = crypto.randomUUID();
    expect(
      await post('/crate/insert', { no: 'L1', parts: [{ shelfId: a.id }, { shelfId: unknownId }] }),
    ).toMatchObject({
      status: 400,
      data: [{ path: 'parts.1.shelfId', key: 'resource.noReference' }],
    });
    expect(await post('/shelf/delete', { ids: [a.id], cause: 'mistake' })).toMatchObject({
      status: 409,
      data: [{ key: 'resource.inUse?count=1&by=crate' }],
    });
    await post('/crate/delete', { ids: [row.id], cause: 'mistake' });
    expect((await post('/shelf/delete', { ids: [a.id, b.id], cause: 'mistake' })).status).toBe(200);
  });

  test('accept only rows that match the other fields', async () => {
    const there = await newShelf({ hall: 'H1' });
    await newCrate({ hall: 'h1', shelfId: there.id });
    await newCrate({ shelfId: there.id });
    expect(await post('/crate/insert', { no: 'X1', hall: 'H2', shelfId: there.id })).toMatchObject({
      status: 400,
      data: [{ path: 'shelfId', key: 'resource.notAmong' }],
    });
  });

  test('between rows of the same deletion do not prevent it', async () => {
    const outer = await newCrate();
    const inner = await newCrate({ insideId: outer.id });
    expect((await post('/crate/delete', { ids: [outer.id], cause: 'mistake' })).status).toBe(409);
    expect((await post('/crate/delete', { ids: [outer.id, inner.id], cause: 'mistake' })).status).toBe(200);
  });

  test('cannot be created to a row while it is deleted', async () => {
    for (let i = 0; i < 5; i++) {
      const { id } = await newShelf();
      const [inserted, deleted] = await Promise.all([
        post('/crate/insert', { no: `RACE${i}`, shelfId: id }),
        post('/shelf/delete', { ids: [id], cause: 'mistake' }),
      ]);
      expect([
        [200, 409],
        [400, 200],
      ]).toContainEqual([inserted.status, deleted.status]);
    }
  });

  test('to another tenant’s rows are not found', async () => {
    const stranger = (await world.server.signIn((await world.server.tenant()).userName)).token;
    const { data } = await world.post('/shelf/insert', { label: 'Theirs' }, stranger);
    expect((await post('/crate/insert', { no: 'F1', shelfId: data.id })).status).toBe(400);
  });
});

describe('many rows at once', () => {
  const ctx = () => world.server.as(world.main);
  test('are checked a thousand at a time, written, and audited in one chain', async () => {
    const { id } = await newShelf();
    checkCalls = 0;
    const rows = Array.from({ length: 2500 }, (_, n) => ({
      no: `MANY${n}`,
      shelfId: id,
      pieces: n % 7,
      price: '1.5',
    }));
    const ids = await world.resources.insertRows(ctx(), 'crate', rows);
    expect(checkCalls).toBe(3);
    const { data } = await world.get(`/crate/findById?id=${ids[2499]}`);
    expect(data).toMatchObject({
      no: 'MANY2499',
      amount: '0',
      state: 1,
      version: 1,
      titles: { shelfId: expect.any(String) },
    });
    const { rows: audited } = await world.server.services.pool.query(
      `select count(*)::int as n from audit where action = 'crate.insert' and object_id = any($1::text[])`,
      [ids],
    );
    expect(audited[0].n).toBe(2500);
    const { rows: broken } = await world.server.services.pool.query(
      `select 1 from (select prev_hash, lag(hash) over (partition by chain order by seq) as before from audit) a
       where prev_hash is distinct from before`,
    );
    expect(broken).toEqual([]);
  });

  test('are all refused where one is invalid, reported by its position', async () => {
    const rows = [
      { no: 'ALL1' },
      { no: 'BAD' },
      { pieces: -1 },
      { no: 'ALL3', shelfId: crypto.randomUUID() },
    ];
    const error = await world.resources.insertRows(ctx(), 'crate', rows).catch((e) => e);
    expect(error.fields.map((f: { path: string }) => f.path).sort()).toEqual([
      'rows.1.no',
      'rows.2.no',
      'rows.2.pieces',
      'rows.3.shelfId',
    ]);
    expect((await world.get('/crate/findPage?search=ALL')).data.total).toBe(0);
  });

  test('may set the state and server fields', async () => {
    const [id] = await world.resources.insertRows(ctx(), 'crate', [{ no: 'SEED', state: 3 }]);
    expect((await world.get(`/crate/findById?id=${id}`)).data.state).toBe(3);
  });
});

test('a row can be changed and deleted only in states that allow it', async () => {
  const ctx = world.server.as(world.main);
  const [id] = await world.resources.insertRows(ctx, 'crate', [{ no: 'CLOSED', state: 2 }]);
  expect(await post('/crate/update', { id, pieces: 1 })).toMatchObject({
    status: 409,
    code: 4090002,
    data: [{ path: 'state', key: 'resource.notEditable' }],
  });
  expect((await post('/crate/delete', { ids: [id], cause: 'mistake' })).status).toBe(409);
});

test('a change does not reveal personal data to a caller who may not read it', async () => {
  const row = await newCrate({ phone: '13800138000' });
  const editor = await world.staff(90_202);
  const reply = await world.post('/crate/update', { id: row.id, pieces: 9 }, editor);
  expect(reply.data).toMatchObject({ pieces: 9, phone: '138****8000' });
});
