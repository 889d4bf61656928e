import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Registry } from './registry.ts';

const hash = (secret: string) => createHash('sha256').update(secret).digest();
const device = (devid: string, secret = `secret of ${devid}`) => ({
  devid,
  id: `id of ${devid}`,
  key: 7,
  tenantId: 'tenant',
  timeZone: 'UTC',
  infoModelId: 'HE_BAT',
  secretHash: hash(secret),
});

/** A registry over devices in a map, with the queries it made. */
function registryOf(...devids: string[]) {
  const stored = new Map(devids.map((d) => [d, device(d)]));
  const queries: string[][] = [];
  const state = { listening: true, before: async () => {} };
  const registry = new Registry(
    async (devids) => {
      queries.push([...devids]);
      const rows = devids.flatMap((d) => stored.get(d) ?? []);
      await state.before();
      return rows;
    },
    () => state.listening,
  );
  return { registry, stored, queries, state };
}

test('returns registered devices without their secrets, and no others', async () => {
  const { registry } = registryOf('A');
  expect(await registry.byDevid('A')).toEqual({
    id: 'id of A',
    key: 7,
    tenantId: 'tenant',
    timeZone: 'UTC',
    infoModelId: 'HE_BAT',
  });
  expect(await registry.byDevid('B')).toBeNull();
});

test('accepts only the right secret', async () => {
  const { registry } = registryOf('A', 'B');
  expect((await registry.authenticate('A', 'secret of A'))?.id).toBe('id of A');
  for (const [devid, secret] of [
    ['A', 'secret of B'],
    ['A', ''],
    ['A', 'secret of A '],
    ['C', 'secret of A'],
    ['C', ''],
  ] as const) {
    expect(await registry.authenticate(devid, secret)).toBeNull();
  }
});

test('a fleet that connects at once causes few queries', async () => {
  const devids = Array.from({ length: 2500 }, (_, i) => `D${i}`);
  const { registry, queries } = registryOf(...devids);
  const found = await Promise.all([...devids, ...devids].map((d) => registry.byDevid(d)));
  expect(found.every((f) => f !== null)).toBe(true);
  expect(queries.map((q) => q.length)).toEqual([1000, 1000, 500]);
  await registry.byDevid('D7');
  expect(queries.length).toBe(3);
});

test('queries again after a change notice', async () => {
  const { registry, stored, queries } = registryOf('A');
  await registry.byDevid('A');
  stored.set('A', device('A', 'new'));
  expect(await registry.authenticate('A', 'new')).toBeNull();
  registry.invalidate('A');
  expect(await registry.authenticate('A', 'new')).not.toBeNull();
  expect(await registry.authenticate('A', 'secret of A')).toBeNull();
  expect(queries.length).toBe(2);
});

test('an answer from before a change is not cached', async () => {
  const { registry, stored, state } = registryOf('A');
  const gate = Promise.withResolvers<void>();
  state.before = () => gate.promise;
  const early = registry.authenticate('A', 'secret of A');
  await new Promise((r) => setImmediate(() => setImmediate(r)));
  stored.set('A', device('A', 'new'));
  registry.invalidate('A');
  state.before = async () => {};
  gate.resolve();
  expect(await early).not.toBeNull();
  expect(await registry.authenticate('A', 'secret of A')).toBeNull();
});

test('a failing store rejects the caller, and the next caller queries again', async () => {
  const { registry, state } = registryOf('A');
  state.before = () => Promise.reject(new Error('away'));
  await expect(Promise.all([registry.byDevid('A'), registry.byDevid('B')])).rejects.toThrow('away');
  state.before = async () => {};
  expect(await registry.byDevid('A')).not.toBeNull();
});
