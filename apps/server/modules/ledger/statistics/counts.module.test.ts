import { beforeAll, describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';

/** Counts of enterprises and of work, and the data of the wall. */

const stock = setUp(startTestStock);
let period: string;
/** The code of a battery in stock. */
let kept: string;
beforeAll(async () => {
  const codes = [stock.newCode(), stock.newCode()];
  await stock.receive(codes.map((code) => ({ code, kg: '400', location: 'L1' })));
  await stock.issue({ preset: 'sale', customerId: stock.customer }, [{ code: codes[0] }]);
  kept = codes[1] as string;
  const soon = '2026-04-01';
  await stock.office.make('/enterprise', {
    name: '=1+1 回收厂',
    kind: 5,
    duns: '123456789',
    makerCode: '0V7',
    contact: '李雷',
    phone: '13800138001',
    region: '310105',
    address: '一号路',
    permits: [
      { type: 2, no: 'A', validTo: soon },
      { type: 2, no: 'B', validTo: '2020-01-01' },
    ],
  });
  period = `from=${stock.day.slice(0, 7)}-01&to=${stock.day}`;
});

const get = async (path: string, as?: string) => {
  const reply = await stock.office.get(path, as);
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  return reply.data;
};
const file = (path: string) =>
  stock.office.server.app.inject({
    url: path,
    headers: { authorization: `Bearer ${stock.office.token}`, platform: 'IOT' },
  });

describe('enterprises', () => {
  test('are counted by kind, province and permits, with the mass they delivered', async () => {
    const found = await get(`/enterpriseCount/find?${period}`);
    expect(found.list.length).toBe(found.total);
    expect(found.total).toBe(2);
    expect(found.regions).toContainEqual({ key: '44', count: 1 });
    expect(found.permits).toEqual({ valid: 1, expiring: 0, expired: 1, none: 0 });
    expect(found.list[1].permits).toEqual({ valid: 0, expiring: 1, expired: 1 });
    expect(found.list[0]).toMatchObject({ id: stock.supplier, inKg: '800', inDocuments: 1, outKg: '0' });
    expect(found.list[0].permits).toMatchObject({ valid: 1, expired: 0 });
    const sum = Object.values(found.permits as Record<string, number>).reduce((all, each) => all + each, 0);
    expect(sum).toBe(found.total);
  });
  test('are narrowed by each filter', async () => {
    expect((await get(`/enterpriseCount/find?${period}&region=44`)).total).toBe(1);
    expect((await get(`/enterpriseCount/find?${period}&region=11`)).total).toBe(0);
    expect((await get(`/enterpriseCount/find?${period}&permits=valid&search=拆解`)).total).toBe(1);
    expect((await get(`/enterpriseCount/find?${period}&kind=99`)).total).toBe(0);
  });
  test('are exported to a file whose cells contain no formulas', async () => {
    const { statusCode, body } = await file(`/enterpriseCount/exportExcel?${period}&format=csv`);
    expect(statusCode, body).toBe(200);
    expect(body).toContain('某拆解厂');
    expect(body).not.toMatch(/(^|,)"?=1/m);
  });
});

describe('work', () => {
  test('is counted by person, day and kind, as the work of the submitter', async () => {
    const found = await get(`/jobCount/find?${period}`);
    const [person] = found.people;
    expect(person).toMatchObject({
      id: stock.office.main.id,
      documents: 2,
      lines: 3,
      scans: 3,
      days: 1,
      approvals: 0,
    });
    expect(found.people[1]).toMatchObject({ documents: 0, approvals: 1 });
    expect(found.days).toHaveLength(1);
    expect(found.kinds).toEqual(
      expect.arrayContaining([
        { kind: 'receipt', documents: 1, lines: 2, scans: 2 },
        { kind: 'issue', documents: 1, lines: 1, scans: 1 },
      ]),
    );
    expect(found.cells).toMatchObject([{ documents: 2 }]);
  });
  test('is narrowed by kind and person, for at most a hundred days', async () => {
    expect((await get(`/jobCount/find?${period}&kind=issue`)).people[0]).toMatchObject({ documents: 1 });
    expect((await get(`/jobCount/find?${period}&accountId=${stock.customer}`)).people).toEqual([]);
    expect(await stock.office.get('/jobCount/find?from=2025-01-01&to=2025-12-31')).toMatchObject({
      status: 400,
    });
  });
  test('is exported to a file', async () => {
    const { statusCode, body } = await file(`/jobCount/exportExcel?${period}&format=csv`);
    expect(statusCode, body).toBe(200);
    expect(body).toContain('扫码数');
    expect(body).toContain('入库单');
  });
});

test('the wall shows the same figures as the statistics', async () => {
  const wall = await get('/visual/find');
  const flows = await get(`/statistics/flows?from=${stock.day}&to=${stock.day}`);
  expect(wall.today.in).toEqual({ pieces: flows.total.inPieces, kg: flows.total.inKg });
  expect(wall.today.out).toEqual({ pieces: 1, kg: '400' });
  expect(wall.stock).toEqual({ pieces: 1, kg: '400' });
  expect(wall.days).toHaveLength(30);
  expect(wall.documents).toContainEqual(expect.objectContaining({ kind: 'issue', kg: '400' }));
  expect(wall.chemistries).toEqual([{ key: 'B', pieces: 1, kg: '400' }]);
});

test('the wall counts sold pieces, and records reported this month for earlier ones', async () => {
  await stock.issue({ preset: 'production' }, [{ code: kept }]);
  expect((await get('/visual/find')).month).toMatchObject({ out: { pieces: 2 }, soldPieces: 1 });
  const { reporting } = await get('/visual/find');
  const { pool, clock } = stock.office.server.services;
  const { rows } = await pool.query(
    `update reports set state = 2, attempts = attempts + 1, day = '2020-01-01'
      where id = (select id from reports where tenant_id = $1 and state = 1 limit 1) returning id`,
    [stock.office.tenantId],
  );
  await pool.query(`update reports set state = 3, platform_id = 'P-1', reported_at = $2 where id = $1`, [
    rows[0].id,
    clock(),
  ]);
  expect((await get('/visual/find')).reporting).toMatchObject({ reported: reporting.reported + 1 });
});

test('another tenant sees none of it', async () => {
  const { stranger } = stock.office;
  expect(await get(`/enterpriseCount/find?${period}`, stranger)).toMatchObject({ total: 0, list: [] });
  expect(await get(`/jobCount/find?${period}`, stranger)).toMatchObject({ people: [], days: [] });
  expect(await get('/visual/find', stranger)).toMatchObject({ stock: { kg: '0' }, documents: [] });
});
