import { beforeAll, expect, test } from 'vitest';
import { setUp } from '../../../../testing/set-up.ts';
import { startEngine } from '../../../../testing/shelves.ts';

const ROWS = 100_000;
/** Memory growth above this means that rows are accumulated. */
const MAX_BYTES = 256 * 1024 * 1024;

const world = setUp(startEngine);
let url: string;
beforeAll(async () => {
  url = await world.server.app.listen({ port: 0, host: '127.0.0.1' });
  const { pool } = world.server.services;
  await pool.query(
    `insert into test_shelves (id, tenant_id, create_time, update_time, label, hall)
     select gen_random_uuid(), $1, now(), now(), 'Shelf ' || n, 'H' || n % 9 from generate_series(1, 100) n`,
    [world.main.tenantId],
  );
  await pool.query(
    `insert into test_crates (id, tenant_id, create_time, update_time, no, hall, shelf_id, pieces, price, stamp, phone)
     select gen_random_uuid(), $1, now(), now(), 'C' || lpad(n::text, 6, '0'), '=1+' || n,
       (select id from test_shelves where label = 'Shelf ' || (n % 100 + 1)), n % 100, n % 90, repeat('s', 20), '13800138000'
     from generate_series(1, $2::int) n`,
    [world.main.tenantId, ROWS],
  );
});

test.each(['csv', 'xlsx'])(
  'a hundred thousand rows are streamed as %s without being collected',
  async (format) => {
    global.gc?.();
    const before = process.memoryUsage.rss();
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
    }, 20);
    const columns = 'no,hall,shelfId,pieces,price,stamp,state';
    const reply = await fetch(`${url}/crate/exportExcel?format=${format}&columns=${columns}`, {
      headers: { authorization: `Bearer ${world.token}`, 'accept-encoding': 'identity' },
    });
    let lines = 0;
    let bytes = 0;
    let formulas = 0;
    for await (const chunk of reply.body ?? []) {
      bytes += chunk.length;
      if (format !== 'csv') continue;
      const text = Buffer.from(chunk).toString('latin1');
      lines += text.split('\n').length - 1;
      formulas += text.match(/[\n,]"?=/g)?.length ?? 0;
    }
    clearInterval(watch);
    expect(reply.status).toBe(200);
    expect(bytes).toBeGreaterThan(1_000_000);
    if (format === 'csv') expect([lines, formulas]).toEqual([ROWS + 1, 0]);
    expect(peak - before).toBeLessThan(MAX_BYTES);
  },
);

test.each(['csv', 'xlsx'])(
  'an invalid filter is refused as %s, before anything is sent or audited',
  async (format) => {
    const noted = () =>
      world.server.services.pool.query<{ n: number }>(
        "select count(*)::int as n from audit where action = 'crate.export'",
      );
    const before = (await noted()).rows;
    const filter = JSON.stringify([{ field: 'noSuchField', op: 'equals', value: 'x' }]);
    const reply = await fetch(
      `${url}/crate/exportExcel?format=${format}&columns=no&filter=${encodeURIComponent(filter)}`,
      { headers: { authorization: `Bearer ${world.token}` } },
    );
    expect(reply.status).toBe(400);
    expect((await noted()).rows).toEqual(before);
  },
);
