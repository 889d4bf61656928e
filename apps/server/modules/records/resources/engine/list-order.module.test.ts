import { customer } from '@voltloop/resources/customer/customer.resource.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { startOwnServer } from '../../../../testing/own-server.ts';
import { setUp } from '../../../../testing/set-up.ts';
import { pageOf } from './store-list.ts';

/** More rows than are skipped without a lookup of the count, some of them without a bank. */
const COUNT = 12_345;
const server = setUp(startOwnServer);
let tenantId: string;

beforeAll(async () => {
  tenantId = (await server.tenant()).tenantId;
  const other = (await server.tenant()).tenantId;
  for (const [tenant, count] of [
    [tenantId, COUNT],
    [other, 50],
  ]) {
    // Many share a time, a bank or none, so that the secondary keys matter too.
    await server.services.pool.query(
      `insert into customers (tenant_id, create_time, client_name, customer_type, bank, deleted_at)
       select $1, timestamptz '2026-01-01' + (i % 400) * interval '1 hour', 'c' || i, 1,
         case when i % 3 > 0 then 'bank ' || i % 50 end, case when i > $2 then now() end
       from generate_series(1, $2::int + 20) i`,
      [tenant, count],
    );
  }
});

const page = (choice: { sort?: string; order?: 'asc' | 'desc' }, offset: number, limit: number) =>
  pageOf(
    server.services.db,
    new Map([['customer', customer]]),
    customer,
    tenantId,
    { ...choice, named: {} },
    { offset, limit },
  );

describe.each([
  [{}],
  [{ sort: 'createTime', order: 'asc' }],
  [{ sort: 'createTime', order: 'desc' }],
  [{ sort: 'clientName', order: 'asc' }],
  [{ sort: 'clientName', order: 'desc' }],
  [{ sort: 'bank', order: 'asc' }],
  [{ sort: 'bank', order: 'desc' }],
] as const)('a list ordered by %j', (choice) => {
  test('has the same order from either end', async () => {
    const whole = await page(choice, 0, COUNT + 100);
    expect([whole.total, whole.list.length]).toEqual([COUNT, COUNT]);
    const ids = whole.list.map((row) => row.id);
    expect(new Set(ids).size).toBe(COUNT);
    const present = whole.list.filter((row) => row.bank !== null).length;
    const offsets = [0, 10, 4990, 4999, 5000, 5001, 6170, 6180, 9000, 12_330, 12_340, 12_344, 12_345, 20_000];
    for (const offset of [...offsets, present - 10, present - 5, present, present + 5]) {
      const { list, total } = await page(choice, offset, 10);
      expect([offset, total, list.map((row) => row.id)]).toEqual([
        offset,
        COUNT,
        ids.slice(offset, offset + 10),
      ]);
    }
    expect((await page(choice, 5000, 0)).list).toEqual([]);
  });

  test('follows its field, with empty values at the end', async () => {
    const { list } = await page(choice, 0, COUNT);
    const field = 'sort' in choice ? choice.sort : 'createTime';
    const down = !('sort' in choice) || choice.order === 'desc';
    const values = list.map((row) => row[field] as string | number | null);
    const firstGap = values.indexOf(null);
    const filled = firstGap < 0 ? values : values.slice(0, firstGap);
    expect(values.slice(filled.length).every((value) => value === null)).toBe(true);
    const byName = new Intl.Collator('zh', { numeric: true }).compare;
    const sorted = [...filled].sort((a, b) =>
      typeof a === 'number' ? a - Number(b) : byName(String(a), String(b)),
    );
    expect(filled).toEqual(down ? sorted.reverse() : sorted);
  });
});
