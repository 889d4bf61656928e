import { setTimeout as sleep } from 'node:timers/promises';
import { chinaDay } from '@voltloop/resources/days.ts';
import { expect, test } from 'vitest';
import { ledgerDifferences } from '../../apps/server/modules/ledger/stock/index.ts';
import { openDatabase } from '../../apps/server/platform/db.ts';
import { testWorld } from '../../apps/server/testing/world.ts';
import { first, setUp, signIn } from '../api.ts';
import { startInstance } from '../instance.ts';

const LINES = 1000;
/** One kill of a running server, and one of a server restarted after a kill. */
const ROUNDS = 2;
/** Documents being posted when the server is killed. */
const AT_ONCE = 3;

interface Draft {
  path: string;
  id: string;
}

test('postings of 1,000 lines are written completely or not at all if the server is killed meanwhile', async () => {
  const world = await testWorld();
  const env = { DATABASE_URL: world.databaseUrl, CLICKHOUSE_URL: world.clickhouseUrl };
  const start = () => startInstance({ args: ['--empty'], env, dataDir: world.dataDir });
  const database = openDatabase(world.databaseUrl, { max: 2 });
  let instance = await start();
  try {
    let caller = await setUp(instance.url);
    const { tenant_id: tenantId } = caller.login;
    const make = async (path: string, row: object) =>
      (await caller.call<{ id: string }>('POST', `${path}/insert`, row)).id;
    const locations = [{ code: 'L1' }];
    const storeId = await make('/store', { code: 'A1', name: '收货库', kind: 1, locations });
    const toStoreId = await make('/store', { code: 'B1', name: '待用库', kind: 4, locations });
    const customerId = await make('/client', { clientName: '张三', customerType: 0 });
    const day = chinaDay(new Date());
    let serial = 0;
    const draft = async (path: string, header: object, codes: readonly string[]): Promise<Draft> => {
      const id = await make(path, { day, ...header });
      const lines = codes.map((code, n) => ({ clientKey: `k${n}`, code, location: 'L1' }));
      await caller.call('POST', `${path}/saveLines`, {
        id,
        lines: path === '/receipt' ? lines.map((line) => ({ ...line, kg: '40.5' })) : lines,
      });
      return { path, id };
    };
    const newCodes = () =>
      Array.from({ length: LINES }, () => `04QPB12345678A6B9${String(++serial).padStart(7, '0')}`);
    const receipt = (codes: readonly string[]) =>
      draft('/receipt', { preset: 'collection', storeId, customerId }, codes);
    const post = ({ path, id }: Draft) => caller.raw('POST', `${path}/step`, { id, step: 'post' });
    const restart = async () => {
      await instance.kill('SIGKILL');
      instance = await start();
      caller = await signIn(instance.url, first.user_name, first.password);
      // The killed server's statement ends on its own, and its transaction is rolled back.
      await expect.poll(async () => (await query(activeStatements)).length, { timeout: 60_000 }).toBe(0);
    };
    const activeStatements = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend' and state <> 'idle'`;
    const query = async <T>(text: string): Promise<T[]> => (await database.pool.query(text)).rows as T[];

    /** Reads documents, moves and numbers, after checking that they are consistent. */
    const ledger = async () => {
      const documents = await query<{
        id: string;
        no: string | null;
        status: string;
        moves: number;
        items: number;
      }>(
        `select d.id, d.no, d.status,
            (select count(*)::int from moves m where m.document_id = d.id) as moves,
            (select count(*)::int from document_lines l where l.document_id = d.id and l.item_id is not null) as items
          from documents d order by d.id`,
      );
      for (const { no, status, moves, items } of documents) {
        const posted = status === 'posted';
        expect({ posted, numbered: no !== null, moves, items }).toEqual({
          posted,
          numbered: posted,
          moves: posted ? LINES : 0,
          items: posted ? LINES : 0,
        });
      }
      for (const prefix of ['RK', 'YK']) {
        const numbers = documents.flatMap(({ no }) => (no?.startsWith(prefix) ? [Number(no.slice(-4))] : []));
        expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, n) => n + 1));
      }
      expect(await ledgerDifferences(database.db, tenantId)).toEqual([]);
      return documents;
    };
    const postedOf = async () =>
      new Set((await ledger()).flatMap(({ id, status }) => (status === 'posted' ? [id] : [])));

    const known = newCodes();
    const firstReceipt = await receipt(known);
    const begun = performance.now();
    expect((await post(firstReceipt)).status).toBe(200);
    const posting_ms = performance.now() - begun;

    const open: Draft[] = [];
    let stores = { storeId, toStoreId };
    let killed = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      if (!open.some(({ path }) => path === '/movement')) {
        open.push(await draft('/movement', stores, known));
        stores = { storeId: stores.toStoreId, toStoreId: stores.storeId };
      }
      while (open.length < AT_ONCE) open.push(await receipt(newCodes()));
      const acknowledged: string[] = [];
      const postings = open.map(async (each) => {
        const reply = await post(each).catch(() => null);
        if (reply?.status === 200) acknowledged.push(each.id);
      });
      // The first kill must happen before all are posted.
      await sleep(posting_ms * (round === 0 ? 0.5 : AT_ONCE) * Math.random());
      await restart();
      await Promise.all(postings);
      const posted = await postedOf();
      expect(acknowledged.filter((id) => !posted.has(id))).toEqual([]);
      const left = open.filter(({ id }) => !posted.has(id));
      killed += left.length;
      open.splice(0, open.length, ...left);
    }
    const before = await ledger();
    await restart();
    expect(await ledger()).toEqual(before);
    for (const each of open) expect((await post(each)).status).toBe(200);
    await ledger();
    expect(killed).toBeGreaterThan(0);
  } finally {
    await instance.kill().catch(() => {});
    await database.stop();
    await world.stop();
  }
}, 600_000);
