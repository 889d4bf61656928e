import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';

const stock = setUp(startTestStock);
/** The last completed month, and its last day. */
let month: string;
let day: string;
beforeAll(async () => {
  const last = new Date(`${stock.day.slice(0, 7)}-01T00:00:00Z`);
  last.setUTCDate(0);
  day = last.toISOString().slice(0, 10);
  month = day.slice(0, 7);
});
beforeEach(async () => {
  const { pool } = stock.office.server.services;
  await pool.query("update documents set status = 'cancelled' where status in ('draft', 'submitted')");
  await pool.query('update periods set closed_at = null');
});

const close = (of = month, as?: string) => stock.office.post('/period/close', { month: of }, as);
const reopen = (reason: unknown, as?: string) => stock.office.post('/period/reopen', { month, reason }, as);
const draft = (on = day) =>
  stock.draft(
    '/receipt',
    { preset: 'purchase', storeId: stock.store, enterpriseId: stock.supplier, day: on },
    [{ code: stock.newCode(), kg: '10' }],
  );
const post = (id: string) => stock.step('/receipt', id, 'post');
// biome-ignore lint/suspicious/noExplicitAny: tests read replies without types
const monthOf = async (of = month): Promise<any> =>
  (await stock.office.get('/period/findAll')).data.find((each: { month: string }) => each.month === of);

describe('the list of months', () => {
  test('begins with the first document, and counts posted and open documents', async () => {
    const id = await draft();
    const before = await monthOf();
    expect(before).toMatchObject({ over: true, closedAt: null, closedBy: null });
    expect(await post(id)).toMatchObject({ status: 200 });
    expect(await monthOf()).toEqual({ ...before, posted: before.posted + 1, open: before.open - 1 });
    expect(await monthOf(stock.day.slice(0, 7))).toMatchObject({ over: false });
    await draft('2024-03-05');
    const { data } = await stock.office.get('/period/findAll');
    const months = data.map((each: { month: string }) => each.month);
    expect(months.at(0)).toBe(stock.day.slice(0, 7));
    expect(months.at(-1)).toBe('2024-03');
    expect(months).toEqual([...months].sort().reverse());
  });
});

describe('closing', () => {
  test('blocks postings into the month until it is reopened with a reason', async () => {
    const id = await draft(stock.day);
    const deleted = await draft();
    await stock.office.post('/receipt/delete', { ids: [deleted], cause: 'mistake' });
    expect(await close()).toMatchObject({
      status: 200,
      data: { month, closedAt: expect.any(Number), closedBy: stock.office.main.name },
    });
    expect(await monthOf()).toMatchObject({ closedAt: expect.any(Number) });
    const refused = { path: 'day', key: 'rule.document.monthClosed' };
    expect(await stock.office.post('/receipt/update', { id, day })).toMatchObject({
      status: 400,
      data: [refused],
    });
    const header = { preset: 'purchase', storeId: stock.store, enterpriseId: stock.supplier, day };
    expect(await stock.office.post('/receipt/insert', header)).toMatchObject({
      status: 400,
      data: [refused],
    });
    expect((await stock.office.post('/receipt/restore', { ids: [deleted] })).status).toBe(409);
    await stock.office.server.services.pool.query('update documents set day = $2 where id = $1', [id, day]);
    expect(await post(id)).toMatchObject({ status: 400, data: [refused] });
    for (const reason of ['', ' ', null]) expect((await reopen(reason)).status).toBe(400);
    expect(await reopen('补录磅单')).toMatchObject({
      status: 200,
      data: { month, closedAt: null, closedBy: null },
    });
    expect(await post(id)).toMatchObject({ status: 200 });
  });

  test('is refused while documents of the month are open, and names them', async () => {
    const [first, submitted, other] = [await draft(), await draft(), await draft(stock.day)];
    const header = { preset: 'production', storeId: stock.store, day };
    const code = stock.newCode();
    await post(
      await stock.draft('/receipt', { ...header, preset: 'purchase', enterpriseId: stock.supplier }, [
        { code, kg: '400' },
      ]),
    );
    const issue = await stock.draft('/issue', header, [{ code }]);
    const { data } = await stock.step('/issue', issue, 'submit');
    const [{ no }] = data.list;
    const reply = await close();
    expect(reply.status).toBe(409);
    const keys = new Map(reply.data.map(({ path, key }: { path: string; key: string }) => [path, key]));
    expect([...keys.keys()].sort()).toEqual([first, submitted, issue].map((id) => `documents.${id}`).sort());
    expect(keys.get(`documents.${issue}`)).toBe(
      `rule.period.stillOpen?kind=issue&no=${no}&day=${day}&status=submitted`,
    );
    const open = await stock.office.get(`/period/findOpen?month=${month}`);
    expect(open.data.map(({ id }: { id: string }) => id).sort()).toEqual([first, submitted, issue].sort());
    expect((await monthOf()).closedAt).toBeNull();
    for (const id of [first, submitted]) await stock.step('/receipt', id, 'cancel');
    expect((await close()).status).toBe(409);
    await stock.step('/issue', issue, 'cancel');
    expect(await close()).toMatchObject({ status: 200 });
    expect(await post(other)).toMatchObject({ status: 200 });
  });

  test('is possible once, after the month is over', async () => {
    expect(await close(stock.day.slice(0, 7))).toMatchObject({
      status: 400,
      data: [{ path: 'month', key: 'rule.period.notOver' }],
    });
    for (const wrong of ['2026-13', '2026-1', '26-01', '2026-01-01', null])
      expect([wrong, (await close(wrong as string)).status]).toEqual([wrong, 400]);
    expect((await reopen('x')).status).toBe(409);
    const replies = await Promise.all([close(), close(), close()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('does not affect other tenants', async () => {
    const id = await draft();
    const theirs = await stock.office.get('/period/findAll', stock.office.stranger);
    expect(theirs.data).toEqual([
      { month: stock.day.slice(0, 7), over: false, closedAt: null, closedBy: null, posted: 0, open: 0 },
    ]);
    expect((await stock.office.get(`/period/findOpen?month=${month}`, stock.office.stranger)).data).toEqual(
      [],
    );
    await stock.step('/receipt', id, 'cancel');
    expect((await close()).status).toBe(200);
    const still = await stock.office.get('/period/findAll', stock.office.stranger);
    expect(still.data).toEqual(theirs.data);
  });

  test('and reopening are audited', async () => {
    expect((await close()).status).toBe(200);
    expect((await reopen('补录磅单')).status).toBe(200);
    const { rows } = await stock.office.server.services.pool.query(
      `select action, object_id, details ->> 'reason' as reason from audit
        where object_type = 'period' and tenant_id = $1 order by seq desc limit 2`,
      [stock.office.tenantId],
    );
    expect(rows).toEqual([
      { action: 'period.reopen', object_id: month, reason: '补录磅单' },
      { action: 'period.close', object_id: month, reason: null },
    ]);
  });
});

describe('concurrent closing and posting', () => {
  /** Runs `first` in a transaction that stays open until `second` waits for it. */
  async function before<T>(first: readonly [string, unknown[]][], second: () => Promise<T>): Promise<T> {
    const { pool } = stock.office.server.services;
    const client = await pool.connect();
    try {
      await client.query('begin');
      for (const [text, values] of first) await client.query(text, values);
      const { rows } = await client.query('select pg_backend_pid() as pid');
      let answered = false;
      const answer = second().finally(() => {
        answered = true;
      });
      for (let waiting = false; !waiting; ) {
        if (answered) throw new Error('It did not wait');
        const blocked = await pool.query(
          'select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
          [rows[0].pid],
        );
        waiting = blocked.rows.length > 0;
      }
      await client.query('commit');
      return await answer;
    } finally {
      client.release();
    }
  }
  const theMonth = () => [stock.office.tenantId, `${month}-01`];

  test('a posting that arrives while the month is being closed is refused', async () => {
    const id = await draft();
    await stock.office.server.services.pool.query(
      'insert into periods (tenant_id, month) values ($1, $2) on conflict do nothing',
      theMonth(),
    );
    const reply = await before(
      [
        ['select 1 from periods where tenant_id = $1 and month = $2 for update', theMonth()],
        ['update periods set closed_at = now() where tenant_id = $1 and month = $2', theMonth()],
      ],
      () => post(id),
    );
    expect(reply).toMatchObject({ status: 400, data: [{ key: 'rule.document.monthClosed' }] });
  });

  test('a closing waits for a posting, and sees its result', async () => {
    const id = await draft();
    const hold: [string, unknown[]] = [
      'select 1 from periods where tenant_id = $1 and month = $2 for share',
      theMonth(),
    ];
    const posted: [string, unknown[]] = ["update documents set status = 'posted' where id = $1", [id]];
    expect(await before([hold, posted], () => close())).toMatchObject({ status: 200 });
    await reopen('x');
    const other = await draft();
    expect(await before([hold], () => close())).toMatchObject({
      status: 409,
      data: [{ path: `documents.${other}` }],
    });
  });

  test('in any order, a closed month has no open or later posted documents', async () => {
    for (let round = 0; round < 8; round += 1) {
      const ids = await Promise.all([draft(), draft(), draft()]);
      const replies = await Promise.all([...ids.map(post), close()]);
      const closed = replies.at(-1)?.status === 200;
      // Drafts keep the month open, so no posting of them can be too late.
      expect(replies.slice(0, -1).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await monthOf()).toMatchObject({ open: 0, closedAt: closed ? expect.any(Number) : null });
      if (closed) await reopen('x');
    }
  });
});
