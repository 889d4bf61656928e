import type { Rules } from '@voltloop/resource-kit';
import { describe, expect, test } from 'vitest';
import { setUp } from '../../../../testing/set-up.ts';
import { startEngine } from '../../../../testing/shelves.ts';

/** Crates can be sent only with pieces; sending one also sends the crates inside it and stamps it. */
const rules: Rules = {
  steps: {
    send: {
      may: async (_facts, rows) =>
        rows.map(({ pieces }) =>
          pieces === null ? { field: 'pieces', key: 'check.empty', message: 'Nothing is in it' } : null,
        ),
      async effect({ query, tenantId }, rows) {
        await query(
          `update test_crates set stamp = 'SENT ' || state where tenant_id = $1 and id = any($2::uuid[])`,
          [tenantId, rows.map(({ id }) => id)],
        );
      },
    },
  },
};

const world = setUp(() => startEngine({ crate: rules }));
let count = 0;
async function inState(state: number, more = {}): Promise<string> {
  const rows = [{ no: `C${++count}`, pieces: 1, state, ...more }];
  const [id] = await world.resources.insertRows(world.server.as(world.main), 'crate', rows);
  return id as string;
}
const step = (body: object, as?: string) => world.post('/crate/step', body, as);
const found = async (id: string) => (await world.get(`/crate/findById?id=${id}`)).data;

describe('a step', () => {
  test('changes the state, increments the version, and is in the history with its effect', async () => {
    const id = await inState(2);
    const { status, data } = await step({ id, step: 'send', version: 1 });
    expect(status).toBe(200);
    expect(data.list).toMatchObject([{ id, state: 3, version: 2, stamp: 'SENT 3' }]);
    const [last] = (await world.get(`/crate/history?id=${id}`)).data;
    expect(last).toMatchObject({
      action: 'step',
      step: 'send',
      changes: { state: { from: 2, to: 3 }, stamp: { from: null, to: 'SENT 3' } },
    });
  });

  test('without a transition from the state is refused, also when it comes twice at once', async () => {
    const id = await inState(1);
    expect(await step({ id, step: 'send' })).toMatchObject({
      status: 409,
      code: 4090002,
      data: [{ path: 'ids.0', key: 'resource.noStep?from=1' }],
    });
    const both = await Promise.all([1, 2].map(() => step({ id, step: 'pack' })));
    expect(both.map((reply) => reply.status).sort()).toEqual([200, 409]);
    expect((await found(id)).version).toBe(2);
  });

  test('is refused by its guard, or when another caller has changed the row', async () => {
    const id = await inState(2, { pieces: undefined });
    expect(await step({ id, step: 'send' })).toMatchObject({
      status: 409,
      code: 4090001,
      data: [{ path: 'ids.0.pieces', key: 'check.empty' }],
    });
    expect((await step({ id, step: 'unpack', version: 7 })).status).toBe(409);
    expect((await found(id)).state).toBe(2);
  });

  test('of many rows applies to all or none, and every blocking row is reported', async () => {
    const good = await Promise.all([inState(2), inState(2)]);
    const bad = [await inState(1), await inState(3)];
    const [a, b] = good;
    const refused = await step({ ids: [a, bad[0], b, bad[1]], step: 'unpack' });
    expect(refused.data.map((e: { path: string }) => e.path)).toEqual(['ids.1', 'ids.3']);
    expect((await found(a as string)).state).toBe(2);
    const taken = await step({ ids: [b, a, b], step: 'unpack' });
    expect(taken.data.list.map((row: { id: string }) => row.id)).toEqual([b, a]);
    expect((await step({ ids: [a, crypto.randomUUID()], step: 'pack' })).status).toBe(404);
    expect((await found(a as string)).state).toBe(1);
  });

  test('must be one of the life cycle, for one row or many, and needs the right', async () => {
    const id = await inState(1);
    for (const body of [
      { id, step: 'fly' },
      { step: 'pack' },
      { id, ids: [id], step: 'pack' },
      { ids: [], step: 'pack' },
    ])
      expect([body, (await step(body)).status]).toEqual([body, 400]);
    expect((await step({ id, step: 'pack' }, await world.staff(90_202))).status).toBe(403);
    const stranger = (await world.server.signIn((await world.server.tenant()).userName)).token;
    expect((await step({ id, step: 'pack' }, stranger)).status).toBe(404);
    expect((await step({ id, step: 'pack' }, await world.staff(90_206))).status).toBe(200);
  });
});
