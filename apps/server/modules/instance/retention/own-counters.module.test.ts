import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { telemetryFixture } from '../../../testing/telemetry.ts';
import { ownCounters } from './kept-points.ts';
import { removeOldestMonth } from './measurements.ts';

const f = setUp(telemetryFixture);
const [COUNTER, GAUGE] = [1000, 1001];

test('readings of a counter that only its model has stay', async () => {
  const { db, clickhouse } = f.services;
  const { rows } = await sql<{ id: string }>`
    insert into device_models (tenant_id, name) values (${f.main.tenantId}, 'PUMP') returning id`.execute(db);
  await sql`
    insert into device_model_points (tenant_id, id, model_id, key, meaning, since_version)
    select ${f.main.tenantId}::uuid, id, ${rows[0]?.id}::uuid, key, meaning, 1
    from (values (${COUNTER}::int, 'litres', 'counter system l'), (${GAUGE}::int, 'flow', 'gauge system l/h'))
      as p (id, key, meaning)`.execute(db);
  await clickhouse.client.insert({
    table: 'points',
    format: 'JSONCompactEachRow',
    columns: ['thing', 'point', 'part', 'time', 'value'],
    values: [COUNTER, GAUGE].map((point) => [1, point, 0, '2026-01-15 12:00:00.000', 1]),
  });
  const before = Date.parse('2026-02-01T00:00:00Z');
  const { removed } = await removeOldestMonth(clickhouse, undefined, 'raw', before, await ownCounters(db));
  expect(removed).toEqual({ month: 202601, rows: 1 });
  await vi.waitFor(async () => {
    const found = await clickhouse.client.query({
      query: 'select point from points where toYYYYMM(time) = 202601',
      format: 'JSONEachRow',
    });
    expect(await found.json()).toEqual([{ point: COUNTER }]);
  });
});
