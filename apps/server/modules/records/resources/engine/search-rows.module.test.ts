import { beforeAll, expect, test } from 'vitest';
import { setUp } from '../../../../testing/set-up.ts';
import { startEngine } from '../../../../testing/shelves.ts';

const world = setUp(startEngine);
beforeAll(async () => {
  const ctx = world.server.as(world.main);
  await world.resources.insertRows(
    ctx,
    'shelf',
    ['Wing', 'Wing A', 'Old wing', ...Array.from({ length: 9 }, (_, n) => `Wing no. ${n}`)].map((label) => ({
      label,
      hall: 'h1',
    })),
  );
  await world.resources.insertRows(ctx, 'crate', [{ no: 'WING-1' }, { no: 'OTHER' }]);
});

const search = (query: Record<string, string>, as?: string) =>
  world.get(`/v1/backoffice/search?${new URLSearchParams(query)}`, as);

test('finds the five best rows of each resource, exact matches first', async () => {
  const { data } = await search({ search: ' wing ' });
  expect(data.map((part: { resource: string }) => part.resource)).toEqual(['shelf', 'crate']);
  expect(data[0].rows).toHaveLength(5);
  expect(data[0].rows[0]).toEqual({ id: expect.any(String), title: 'Wing', hint: 'H1', exact: true });
  expect(data[0].rows[1]).toMatchObject({ title: 'Wing A', exact: false });
  expect(data[1].rows.map((row: { title: string }) => row.title)).toEqual(['WING-1']);
  expect((await search({ search: 'wing', limit: '1' })).data[0].rows).toHaveLength(1);
});

test('finds a row by its whole name behind more matches than are ranked', async () => {
  const ctx = world.server.as(world.main);
  await world.resources.insertRows(ctx, 'shelf', [{ label: 'North', hall: 'h1' }]);
  await world.resources.insertRows(
    ctx,
    'shelf',
    Array.from({ length: 220 }, (_, n) => ({ label: `Far north ${n}`, hall: 'h1' })),
  );
  await world.resources.insertRows(ctx, 'crate', [{ no: 'FN' }]);
  await world.resources.insertRows(
    ctx,
    'crate',
    Array.from({ length: 220 }, (_, n) => ({ no: `XFN${n}` })),
  );
  expect((await search({ search: 'North' })).data[0].rows[0]).toMatchObject({ title: 'North', exact: true });
  expect((await search({ search: 'fn' })).data[0].rows[0]).toMatchObject({ title: 'FN', exact: true });
});

test('finds a code by its first two letters while typing, and by any three', async () => {
  const titles = async (text: string) =>
    (await search({ search: text, limit: '2' })).data.flatMap((part: { rows: { title: string }[] }) =>
      part.rows.map(({ title }) => title),
    );
  await world.resources.insertRows(world.server.as(world.main), 'crate', [
    { no: 'QZ-771' },
    { no: 'AQZ-772' },
  ]);
  expect(await titles('qz')).toEqual(['QZ-771']);
  expect(await titles('qz-')).toEqual(['QZ-771', 'AQZ-772']);
});

test('treats pattern characters literally, and omits resources without matches', async () => {
  expect((await search({ search: '%%' })).data).toEqual([]);
  expect((await search({ search: 'w' })).status).toBe(400);
});

test('shows only rows that the caller may see, of its own tenant, and no deleted rows', async () => {
  const [shelves, crates, nothing] = [
    await world.staff(90_100),
    await world.staff(90_200),
    await world.staff(90_201),
  ];
  const seen = async (as: string) =>
    (await search({ search: 'wing' }, as)).data.map((part: { resource: string }) => part.resource);
  expect(await seen(shelves)).toEqual(['shelf']);
  expect(await seen(crates)).toEqual(['crate']);
  expect(await seen(nothing)).toEqual([]);
  const stranger = (await world.server.signIn((await world.server.tenant()).userName)).token;
  expect(await seen(stranger)).toEqual([]);
  const { data } = await search({ search: 'WING-1' });
  await world.post('/crate/delete', { ids: [data[0].rows[0].id], cause: 'mistake' });
  expect((await search({ search: 'WING-1' })).data).toEqual([]);
});
