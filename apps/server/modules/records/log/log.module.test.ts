import type { ChainStep, LogDetail, LogRow } from '@voltloop/contract';
import { actionLabel } from '@voltloop/resources/action-words.ts';
import { beforeAll, expect, test } from 'vitest';
import { audit, auditAll, writeAudit } from '../../../platform/audit.ts';
import { startTestOffice, type TestOffice } from '../../../testing/office.ts';
import type { TestServer } from '../../../testing/server.ts';
import { setUp } from '../../../testing/set-up.ts';

const office = setUp(startTestOffice);
let server: TestServer;
let main: TestOffice['main'];
let token: string;

beforeAll(async () => {
  ({ server, main, token } = office);
});

interface LogPage {
  list: LogRow[];
  total: number;
}
const get = async <T>(path: string, query: Record<string, unknown> = {}, as = token) => {
  const text = new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]));
  return (await server.call(as, 'GET', `${path}?${text}`)) as { status: number; data: T };
};
const page = async (query: Record<string, unknown> = {}, as = token) =>
  (await get<LogPage>('/log/findPage', query, as)).data;
const check = async (body: Record<string, unknown> = {}) =>
  (await server.call(token, 'POST', '/log/check', body)) as { status: number; data: ChainStep };
const insert = async (more: Record<string, unknown>) => {
  const reply = await server.call(token, 'POST', '/client/insert', { customerType: 0, ...more });
  expect(reply.status).toBe(200);
  return (reply.data as { id: string }).id;
};
const sql = (text: string, values: unknown[] = []) => server.services.pool.query(text, values);

/** Runs `act` between a change of the table and its reversal, so that each test starts with a valid chain. */
async function tampered(change: string, undo: string, act: () => Promise<void>) {
  await sql(change);
  try {
    await act();
  } finally {
    await sql(undo);
  }
}

test('rows are found by user, action, object, address, time and words, page by page', async () => {
  const ids = [];
  for (let i = 0; i < 5; i++) {
    server.clock.now = new Date(server.clock.now.getTime() + 1000);
    ids.push(await insert({ clientName: `log ${i}` }));
  }
  const inserts = await page({ action: 'customer.insert' });
  expect(inserts.total).toBe(5);
  expect(inserts.list.map((row) => row.objectId)).toEqual([...ids].reverse());
  expect((await page({ action: 'customer.insert', order: 'asc' })).list.map((r) => r.objectId)).toEqual(ids);
  // Both halves of a list are the same list.
  const single = [];
  for (let p = 1; p <= 5; p++)
    single.push(...(await page({ action: 'customer.insert', page: p, size: 1 })).list);
  expect(single).toEqual(inserts.list);
  expect((await page({ action: 'customer.insert', page: 2, size: 2 })).list).toEqual(
    inserts.list.slice(2, 4),
  );
  expect((await page({ action: 'customer.insert', page: 3, size: 2 })).list).toEqual(inserts.list.slice(4));
  expect((await page({ page: 999 })).list).toEqual([]);

  const first = inserts.list.at(-1) as LogRow;
  expect(first).toMatchObject({ user: main.userName, objectType: 'customer', ip: '127.0.0.1', result: 'ok' });
  const found = async (query: Record<string, unknown>) => (await page({ size: 500, ...query })).list;
  expect((await found({ objectId: ids[0] })).map((row) => row.seq)).toEqual([first.seq]);
  expect((await found({ search: ids[0] })).map((row) => row.seq)).toEqual([first.seq]);
  expect((await found({ search: 'CUSTOMER.INS' })).length).toBe(5);
  expect((await found({ search: '%' })).length).toBe(0);
  expect((await found({ user: main.userName })).length).toBeGreaterThan(5);
  expect((await found({ user: 'nobody' })).length).toBe(0);
  expect((await found({ ip: '127.0.0.0/8', objectType: 'customer' })).length).toBe(5);
  expect((await found({ ip: '127.0.0.1', objectType: 'customer' })).length).toBe(5);
  expect((await found({ ip: '10.0.0.1' })).length).toBe(0);
  expect((await found({ from: first.time, to: first.time + 1, objectType: 'customer' })).length).toBe(1);
  expect((await found({ result: 'refused' })).length).toBe(0);
  for (const ip of ['10.0.0', '10.0.0.1/33', 'x', '1.1.1.1/8/8', "1.1.1.1'"])
    expect((await get('/log/findPage', { ip })).status).toBe(400);
});

test('a row shows its change, without personal data', async () => {
  const id = await insert({ clientName: 'detail', phone: '13800138000' });
  const [row] = (await page({ objectId: id })).list;
  const detail = (await get<LogDetail>('/log/findById', { seq: row?.seq })).data;
  expect(detail.details).toMatchObject({
    changes: { clientName: { from: null, to: 'detail' }, phone: { from: null, to: '***' } },
  });
  expect(JSON.stringify(detail)).not.toContain('13800138000');
  expect(detail.hash).toMatch(/^[0-9a-f]{64}$/);
  const facets = (await get<Record<string, string[]>>('/log/facets')).data;
  expect(facets.actions).toContain('customer.insert');
  expect(facets.users).toEqual([main.userName]);
  expect(facets.objectTypes).toContain('customer');
});

test('reading the log adds nothing to it; exporting and checking it do', async () => {
  const { total } = await page();
  await get('/log/findById', { seq: (await page()).list[0]?.seq });
  expect((await page()).total).toBe(total);
  const reply = await server.app.inject({
    url: '/log/exportExcel?format=csv&language=zh&action=customer.insert',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(reply.body).toContain('新增客户');
  expect(reply.body.trim().split('\r\n').length).toBe((await page({ action: 'customer.insert' })).total + 1);
  await check();
  expect((await page({ objectType: 'log' })).list.map((row) => row.action)).toEqual([
    'log.check',
    'log.export',
  ]);
});

test('an exported log has its times in the requested zone, in that of China without one', async () => {
  const timesOf = async (zone: string) => {
    const reply = await server.app.inject({
      url: `/log/exportExcel?format=csv&action=customer.insert${zone}`,
      headers: { authorization: `Bearer ${token}` },
    });
    return reply.body;
  };
  expect(await timesOf('')).toContain('+08:00');
  expect(await timesOf('&time_zone=America/Phoenix')).toContain('-07:00');
});

test('another tenant sees nothing of it', async () => {
  const other = (await server.signIn((await server.tenant()).userName)).token;
  const [row] = (await page()).list;
  expect((await get('/log/findById', { seq: row?.seq }, other)).status).toBe(404);
  expect((await page({ user: main.userName }, other)).total).toBe(0);
});

test('a valid chain passes in one step or in many, with any content', async () => {
  const odd = {
    b: 1,
    a: { z: null, y: [1, { q: 1e21, p: 0.1 }] },
    名: '电池\u2028"',
    t: new Date(0),
    u: undefined,
  };
  const ctx = { ...server.as(main), ip: '2001:DB8:0:0::1' };
  await server.services.db.transaction().execute((trx) =>
    auditAll(trx, ctx, [
      { action: 'test.odd', details: odd },
      { action: 'test.odd', objectId: '2', details: { 10: 1, 9: 2, '': 3 } },
      { action: 'test.odd', details: JSON.parse('{"b": {"__proto__": {"z": 1, "a": 2}}, "__proto__": 1}') },
    ]),
  );
  const once = (await check()).data;
  expect(once).toMatchObject({ done: true, broken: null, left: 0, linksOnly: 0 });
  let after = 0;
  let whole = 0;
  for (let step = 0; step < 100; step++) {
    const { data } = await check({ after, rows: 7 });
    whole += data.whole;
    after = data.last?.seq ?? 0;
    if (data.done) break;
  }
  // The start of each check is a row too.
  expect(whole).toBe(once.whole + 1);
  const head = (await get<{ seq: number; hash: string }>('/log/head')).data;
  expect((await check({ anchor: head })).data).toMatchObject({ done: true, broken: null });
});

test('any change of a row is detected at that row', async () => {
  const { seq } = (await page({ action: 'customer.insert', order: 'asc' })).list[1] as LogRow;
  const next = Number(
    (await sql('select min(seq) as n from audit where chain = $2 and seq > $1', [seq, main.tenantId])).rows[0]
      .n,
  );
  const previous = Number(
    (await sql('select max(seq) as n from audit where chain = $2 and seq < $1', [seq, main.tenantId])).rows[0]
      .n,
  );
  const broken = async (body = {}) => {
    const { data } = await check(body);
    return data.broken;
  };
  await sql('create table kept as select * from audit');
  const undo = `update audit a set (actor_name, details, at, action, hash, prev_hash, hash_form, ip) =
    (select k.actor_name, k.details, k.at, k.action, k.hash, k.prev_hash, k.hash_form, k.ip from kept k where k.seq = a.seq)
    where seq = ${seq}`;
  for (const change of [
    `actor_name = 'somebody'`,
    `details = jsonb_set(details, '{changes,clientName,to}', '"other"')`,
    `at = at + interval '1 ms'`,
    `action = 'customer.update'`,
    `ip = '10.0.0.1'`,
    'hash_form = 3',
    'hash_form = 1',
  ]) {
    await tampered(`update audit set ${change} where seq = ${seq}`, undo, async () => {
      const fault = change.startsWith('hash_form') ? 'form' : 'content';
      expect([change, await broken()]).toEqual([
        change,
        expect.objectContaining({ seq, fault, previousSeq: previous, own: true, time: expect.any(Number) }),
      ]);
    });
  }
  // Recomputing the hash breaks the link of the following row.
  await tampered(
    `update audit set prev_hash = sha256('x') where seq = ${seq}`,
    undo,
    async () => void expect(await broken()).toMatchObject({ seq, fault: 'link' }),
  );
  await tampered(
    `delete from audit where seq = ${seq}`,
    `insert into audit overriding system value select * from kept where seq = ${seq}`,
    async () =>
      void expect(await broken()).toMatchObject({ seq: next, fault: 'link', previousSeq: previous }),
  );
  const first = Number(
    (await sql('select min(seq) as n from audit where chain = $1', [main.tenantId])).rows[0].n,
  );
  await tampered(
    `delete from audit where seq = ${first}`,
    `insert into audit overriding system value select * from kept where seq = ${first}`,
    async () => void expect(await broken()).toMatchObject({ fault: 'start', previousSeq: null }),
  );
  expect(await broken()).toBeNull();
  expect((await page({ action: 'log.check', result: 'refused' })).total).toBe(10);
  await sql('drop table kept');
});

test('a noted row reveals a truncated end or a rewritten chain', async () => {
  const noted = (await get<{ seq: number; hash: string }>('/log/head')).data;
  const wrong = { seq: noted.seq, hash: '0'.repeat(64) };
  expect((await check({ anchor: wrong })).data.broken).toMatchObject({ seq: noted.seq, fault: 'anchor' });
  const beyond = { seq: noted.seq + 1000, hash: noted.hash };
  expect((await check({ anchor: beyond })).data.broken).toMatchObject({ seq: beyond.seq, fault: 'anchor' });
  expect((await check({ anchor: { seq: 1, hash: 'short' } })).status).toBe(400);
});

test('a tenant writes while a change of another tenant is being committed, and has a chain of its own', async () => {
  const other = await server.tenant();
  const { db } = server.services;
  const entry = { action: 'test.parallel' };
  await db.transaction().execute(async (slow) => {
    await audit(slow, server.as(other), entry);
    await writeAudit(slow);
    await db.transaction().execute((trx) => audit(trx, server.as(main), entry));
  });
  const { rows } = await sql(
    `select chain, tenant_id from audit where action = 'test.parallel' order by seq`,
  );
  expect(rows).toEqual([other, main].map(({ tenantId }) => ({ chain: tenantId, tenant_id: tenantId })));
  expect((await check()).data).toMatchObject({ done: true, broken: null });
});

test('rows of a change are written when it commits, and not when it fails', async () => {
  const { db } = server.services;
  const found = async () => (await page({ action: 'test.late' })).total;
  const change = (fails: boolean) =>
    db.transaction().execute(async (trx) => {
      await audit(trx, server.as(main), { action: 'test.late' });
      expect(await found()).toBe(0);
      if (fails) throw new Error('refused');
    });
  await expect(change(true)).rejects.toThrow('refused');
  await change(false);
  expect(await found()).toBe(1);
});

test('rows of the first form are checked by their links, and may not follow others', async () => {
  const { rows } = await sql('select min(seq) as n from audit where chain = $1', [main.tenantId]);
  await sql('update audit set hash_form = 1 where seq = $1', [rows[0].n]);
  expect((await check()).data).toMatchObject({ broken: null, linksOnly: 1 });
  await sql('update audit set hash_form = 2 where seq = $1', [rows[0].n]);
});

test('actions have labels in both languages', () => {
  expect(actionLabel('customer.update', 'zh')).toBe('修改客户');
  expect(actionLabel('customer.update', 'en')).toBe('Customer changed');
  expect(actionLabel('session.create', 'zh')).toBe('登录');
  // Rows written by the firmware module have labels too.
  const own = ['finish', 'stop', 'advance'].map((step) => `upgrade.campaign.${step}`);
  const jobs = ['send', 'download', 'install', 'finish', 'fail', 'drop', 'defer', 'cancel'];
  for (const action of [...own, ...jobs.map((step) => `upgrade.job.${step}`)])
    expect(actionLabel(action, 'zh')).not.toBe(action);
  expect(actionLabel('made.up', 'zh')).toBe('made.up');
});

test('names accounts', async () => {
  const [row] = (await page({ action: 'session.create', user: main.userName })).list;
  expect(row).toMatchObject({ title: main.userName, living: false });
});

test('shows the name of an object at that time, and whether it can be opened', async () => {
  const id = await insert({ clientName: 'Then' });
  const { data } = (await server.call(token, 'GET', `/client/findById?customerId=${id}`)) as {
    data: { version: number };
  };
  await server.call(token, 'POST', '/client/update', { id, version: data.version, clientName: 'Now' });
  await server.call(token, 'POST', '/client/update', { id, version: data.version + 1, postcode: '310012' });
  const named = async () =>
    (await page({ objectId: id, order: 'asc' })).list
      .filter(({ action }) => action !== 'customer.read')
      .map(({ title, living }) => [title, living]);
  expect(await named()).toEqual([
    ['Then', true],
    ['Now', true],
    ['Now', true],
  ]);
  const [first] = (await page({ objectId: id, order: 'asc' })).list as [LogRow];
  expect((await get<LogDetail>('/log/findById', { seq: first.seq })).data).toMatchObject({ title: 'Then' });
  await server.call(token, 'POST', '/client/delete', { ids: [id], cause: 'mistake' });
  expect((await named()).map(([, living]) => living)).toEqual([false, false, false, false]);
  expect((await named()).at(-1)).toEqual(['Now', false]);
});

test('an exported log contains the names of objects, and no name is a formula', async () => {
  const id = await insert({ clientName: '=1+1' });
  const file = await server.app.inject({
    url: `/log/exportExcel?format=csv&language=zh&action=customer.insert&objectId=${id}`,
    headers: { authorization: `Bearer ${token}` },
  });
  const [head, row] = file.body.replace(/^\uFEFF/, '').split('\r\n');
  expect(head).toContain('对象,对象名称,对象标识');
  expect(row).toContain(`,'=1+1,${id},`);
});
