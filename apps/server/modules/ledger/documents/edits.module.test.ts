import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock, type TestStock } from '../../../testing/stock.ts';
import { ledgerDifferences } from '../stock/index.ts';

const stock = setUp(startTestStock);

/**
 * PostgreSQL looks for deadlocks after a second (`deadlock_timeout`) and aborts a transaction that started to wait
 * later.
 */
const PAST_DEADLOCK_TIMEOUT_MS = 1200;

test('editing the type of a battery and posting a document that moves it both succeed at the same time', async () => {
  // The fifth character names no type, so the line states it and it may be edited.
  const code = stock.newCode().replace('QPB', 'QPX');
  const { reply } = await stock.receive([{ code, chemistry: 'B', kg: '400', location: 'L1' }]);
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  const { id } = await stock.batteryOf(code);
  const categoryId = await stock.office.make('/DeviceCategory', {
    categoryName: '三元电池包',
    categoryCode: 'P1',
    productType: 1,
    chemistry: 'E',
  });
  const replies: ReturnType<TestStock['step']>[] = [];
  const { pool } = stock.office.server.services;
  const waiting = async (like: string) => {
    const query = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like $1`;
    for (let tries = 0; (await pool.query(query, [like])).rows.length === 0; tries += 1) {
      if (tries > 200) throw new Error(`Nobody waits in ${like}`);
      await sleep(20);
    }
  };
  const moving = await stock.draft('/movement', { storeId: stock.store, toStoreId: stock.second }, [
    { code, location: 'L1' },
  ]);
  const gate = await pool.connect();
  try {
    await gate.query('begin');
    await gate.query('select 1 from device_categories where id = $1 for update', [categoryId]);
    // The edit has locked the battery and waits for its category; the posting has locked the item and waits for the
    // battery.
    replies.push(stock.office.post('/battery/update', { id, chemistry: 'E', categoryId }));
    await waiting('%device_categories%key share%');
    replies.push(stock.step('/movement', moving, 'post'));
    await waiting('%b.id = m.item where m.last%');
    await sleep(PAST_DEADLOCK_TIMEOUT_MS);
  } finally {
    await gate.query('commit');
    gate.release();
  }
  for (const reply of await Promise.all(replies))
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  expect(await stock.batteryOf(code)).toMatchObject({ chemistry: 'E', storeId: stock.second });
  const { rows } = await pool.query('select chemistry from items where id = $1', [id]);
  expect(rows).toEqual([{ chemistry: 'E' }]);
  expect(await ledgerDifferences(stock.office.server.services.db, stock.office.tenantId)).toEqual([]);
});

test('a posted document keeps the masses that it was posted with when a battery weighs less later', async () => {
  const code = stock.newCode();
  await stock.receive([{ code, kg: '10' }]);
  // Without a mass of its own, the line counts with that of the battery.
  const { id, reply } = await stock.issue({ preset: 'sale', customerId: stock.customer }, [{ code }]);
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  const battery = await stock.batteryOf(code);
  await stock.office.server.services.pool.query('update items set booked_kg = 7 where id = $1', [battery.id]);
  const { data } = await stock.office.get(`/issue/lines?id=${id}`);
  expect(data).toMatchObject({ kg: '10', list: [{ code, mass: '10' }] });
});
