import type { TestCurve } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Db } from '../../../../platform/db.ts';
import { notFound } from '../../../../platform/errors.ts';

/** The curve of a report; null if it has none. @throws notFound */
export async function findCurve(db: Db, { caller }: Ctx, id: string): Promise<TestCurve | null> {
  const { rows } = await sql<TestCurve & { derived: Pick<TestCurve, 'periods' | 'used'> | null }>`
    select c.maker, c.rows, c.time_s, c.current_a as "current_A", c.voltage_v as "voltage_V", c.derived
      from test_reports r left join test_curves c on c.report_id = r.id
      where r.tenant_id = ${caller.tenantId} and r.id = ${id} and r.deleted_at is null`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  const { derived, ...curve } = row;
  return derived ? { ...curve, periods: derived.periods, used: derived.used } : null;
}
