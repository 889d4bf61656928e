import type { HistoryRow } from '@voltloop/contract';
import { expect } from 'vitest';
import type { Client } from '../api.ts';
import type { Publisher } from './publisher.ts';

const model = (c: Client) => `/v1/data-mgmt/tenants/${c.login.tenant_id}/info-model/HE_BAT`;

/**
 * Queries everything about one publisher's thing and compares it with what was acknowledged: each acknowledged
 * frame once, no duplicates, the newest value, the quarter hours, and the meter.
 */
export async function expectEveryAnswer(caller: Client, publisher: Publisher): Promise<void> {
  const { devid, acknowledged } = publisher;
  let newest = 0;
  // As arguments of one call they would exceed the stack.
  for (const n of acknowledged) newest = Math.max(newest, n);
  const [begin, end] = [publisher.time(0), publisher.time(newest) + 1];

  const rows: HistoryRow[] = [];
  for (let from = begin; ; ) {
    const part = await caller.call<HistoryRow[]>(
      'GET',
      `${model(caller)}/things/batch/data?thirdThingsIds=${devid}&begin_time=${from}&end_time=${end}&topN=50000&data_points=E_E_PV`,
    );
    rows.push(...part);
    if (part.length < 50_000) break;
    from = part.at(-1)!.time + 1;
  }
  const times = rows.map((r) => r.time);
  expect(new Set(times).size, 'no frame twice').toBe(times.length);
  const stored = new Set(times);
  const missing = [...acknowledged].filter((n) => !stored.has(publisher.time(n)));
  expect(missing, 'acknowledged but not stored').toEqual([]);
  for (const row of rows) expect(publisher.time(row.fields.E_E_PV!)).toBe(row.time);

  const [latest] = await caller.call<HistoryRow[]>(
    'GET',
    `${model(caller)}/things/batch/data?thirdThingsIds=${devid}&topN=1&order=desc`,
  );
  expect(latest?.time).toBe(publisher.time(newest));

  const last = await caller.call<{ fields: Record<string, { value: number }> }[]>(
    'POST',
    '/v1/devices/batch/lastdata?devtype=HE_BAT',
    [{ devid }],
  );
  expect(last[0]?.fields.E_E_PV?.value).toBe(newest);

  // The lanes finish in any order, but the publisher ends with no frame in flight, so 0..newest are all stored.
  expect(acknowledged.size).toBe(newest + 1);
  const slots = await caller.call<({ key: number } & Record<string, { value: number }>)[]>(
    'GET',
    `${model(caller)}/things/${devid}/_aggregations?agg_interval=15m&begin_time=${begin}&end_time=${end}&data_points=E_E_PV`,
  );
  const sum = slots.reduce((total, slot) => total + slot.E_E_PV!.value, 0);
  expect(sum, 'quarter hours sum to the meter').toBe(newest);

  const chart = await caller.call<{ key: number; E_PV_P: { avg: number; max: number } }[]>(
    'POST',
    `${model(caller)}/things/${devid}/history-aggregation`,
    {
      begin_time: begin,
      end_time: end,
      data_points: ['E_PV_P'],
      agg_interval: '1h',
      agg_type: ['avg', 'max'],
    },
  );
  for (const hour of chart) {
    const values = [];
    for (let n = 0; n <= newest; n++) {
      const t = publisher.time(n);
      if (t >= hour.key && t < hour.key + 3_600_000) values.push(n % 1000);
    }
    expect(hour.E_PV_P.avg).toBeCloseTo(values.reduce((a, b) => a + b, 0) / values.length, 2);
    expect(hour.E_PV_P.max).toBe(Math.max(...values));
  }
}
