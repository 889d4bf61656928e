import { expect, test } from 'vitest';
import { setUp } from '../../../../testing/set-up.ts';
import { startEngine } from '../../../../testing/shelves.ts';

const world = setUp(startEngine);

const shelves = (rows: object[]) =>
  world.resources.insertRows(world.server.as(world.main), 'shelf', rows as Record<string, unknown>[]);
const lookup = (query: Record<string, string>, as?: string, path = '/shelf/lookup') =>
  world.get(`${path}?${new URLSearchParams(query)}`, as);
const titles = async (query: Record<string, string>, as?: string) =>
  (await lookup(query, as)).data.map((row: { title: string }) => row.title);

test('finds while typing, exact matches and prefixes first', async () => {
  await shelves(
    ['Old north', 'North wing', 'North', 'South', '北区一号', '50%'].map((label) => ({ label, hall: 'h9' })),
  );
  expect(await titles({ search: 'nORTH' })).toEqual(['North', 'North wing', 'Old north']);
  expect(await titles({ search: '北区' })).toEqual(['北区一号']);
  expect(await titles({ search: '%' })).toEqual(['50%']);
  expect((await lookup({ search: 'South' })).data).toEqual([
    { id: expect.any(String), title: 'South', hint: 'H9' },
  ]);
});

test('offers twenty, or the requested number', async () => {
  await shelves(Array.from({ length: 60 }, (_, n) => ({ label: `Row ${n}` })));
  expect(await titles({ search: 'row' })).toHaveLength(20);
  expect(await titles({ search: 'row', limit: '50' })).toHaveLength(50);
  expect((await lookup({ limit: '51' })).status).toBe(400);
});

test('returns the titles of chosen rows, including rows deleted since', async () => {
  const [a, b] = (await shelves([{ label: 'Chosen A' }, { label: 'Chosen B' }])) as [string, string];
  await world.post('/shelf/delete', { ids: [b], cause: 'mistake' });
  expect(await titles({ search: 'chosen' })).toEqual(['Chosen A']);
  expect((await titles({ ids: `${a},${b},no-id` })).sort()).toEqual(['Chosen A', 'Chosen B']);
});

test('is limited by the values of other fields of the form', async () => {
  const [shelf] = (await shelves([{ label: 'Of crates' }])) as [string];
  const ctx = world.server.as(world.main);
  await world.resources.insertRows(ctx, 'crate', [{ no: 'ON', shelfId: shelf }, { no: 'OFF' }]);
  const { data } = await lookup({ shelfId: shelf }, world.token, '/crate/lookup');
  expect(data.map((row: { title: string }) => row.title)).toEqual(['ON']);
  expect((await lookup({ shelfId: 'x' }, world.token, '/crate/lookup')).status).toBe(400);
});

test('is available to callers who see the rows or edit references to them, in their own tenant', async () => {
  const [see, edit, other] = [
    await world.staff(90_100),
    await world.staff(90_201),
    await world.staff(90_200),
  ];
  expect((await lookup({ search: 'North' }, see)).status).toBe(200);
  expect((await lookup({ search: 'North' }, edit)).status).toBe(200);
  expect((await lookup({ search: 'North' }, other)).status).toBe(403);
  const stranger = (await world.server.signIn((await world.server.tenant()).userName)).token;
  expect(await titles({ search: 'North' }, stranger)).toEqual([]);
});
