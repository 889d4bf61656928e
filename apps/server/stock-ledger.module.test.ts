import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { setUp } from './testing/set-up.ts';
import { startTestStock } from './testing/stock.ts';

const stock = setUp(startTestStock);

/** Runs the program as `npm run stock:check` and `stock:rebuild` do, on the database of the test. */
async function run(...args: string[]): Promise<{ code: number | null; out: string }> {
  const DATABASE_URL = stock.office.server.services.pool.options.connectionString as string;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'stock-ledger.ts'), ...args], {
    env: { ...process.env, DATABASE_URL },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { out: await text(child.stdout), code: await ended };
}

test('the stock commands report differences from the ledger, and rebuild from it', async () => {
  const code = stock.newCode();
  const lot = { lotNo: 'L-1', material: 'cell', kg: '250', location: 'L1' };
  await stock.receive([{ code, kg: '400', location: 'L1' }, lot]);
  await stock.issue({ preset: 'production' }, [{ lotNo: 'L-1', kg: '20.5' }]);
  const { pool } = stock.office.server.services;
  const stored = async () => {
    const { rows } = await pool.query(
      `select (select json_agg(t order by place_id) from place_totals t) as totals,
        (select json_agg(l order by place_id, condition) from lot_balances l) as lots,
        (select json_agg(json_build_array(state, store_id, location)) from batteries) as batteries`,
    );
    return rows[0];
  };
  const before = await stored();
  const good = await run('check');
  expect(good).toMatchObject({ code: 0, out: expect.stringContaining('everything matches the moves') });

  await pool.query('update place_totals set kg = kg + 1');
  await pool.query("update lot_balances set kg = 1 where condition = 'available'");
  await pool.query("update batteries set state = 'sold', location = null");
  const wrong = await run('check');
  expect(wrong.code).toBe(1);
  for (const what of ['battery', 'lot', 'total']) expect(wrong.out).toContain(`\n  ${what} `);
  const { rows } = await pool.query('select 1 from batteries where state = $1', ['sold']);
  expect(rows).toHaveLength(1);

  const rebuilt = await run('rebuild');
  expect(rebuilt).toMatchObject({ code: 0, out: expect.stringContaining('0 differences are left') });
  expect(await stored()).toEqual(before);
  const { rows: trail } = await pool.query(
    `select tenant_id, details from audit where action = 'stock.rebuild'`,
  );
  expect(trail).toEqual([
    { tenant_id: stock.office.tenantId, details: { differences: expect.any(Number), left: 0 } },
  ]);
  expect((await run('repair')).code).toBe(2);
});
