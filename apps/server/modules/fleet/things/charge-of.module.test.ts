import { chargeCases } from '@voltloop/domain/charge/testing-charges.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startOwnServer } from '../../../testing/own-server.ts';
import { setUp } from '../../../testing/set-up.ts';
import { chargeOf } from './charge-of.ts';

const server = setUp(startOwnServer);

test.each(chargeCases)('the query agrees: $title', async ({ batteries, charge }) => {
  const rows = [
    ...batteries.map((battery) => ({ ...battery, online: true })),
    { soc_pct: 1, left_wh: 1000, rated_wh: 100_000, online: false },
  ];
  const result = await sql<Record<string, number | null>>`
    select ${chargeOf('s', sql`s.online`)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as s (soc_pct real, left_wh real, rated_wh real, online boolean)`.execute(server.services.db);
  const { soc_pct, ...more } = result.rows[0] as { soc_pct: number | null };
  expect({ soc_pct: soc_pct === null ? null : Math.round(soc_pct * 100) / 100, ...more }).toEqual(charge);
});
