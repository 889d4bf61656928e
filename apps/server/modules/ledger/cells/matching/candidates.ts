import { MAX_MATCHED, type Matched } from '@voltloop/contract';
import type { Member } from '@voltloop/domain/matching/index.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Db } from '../../../../platform/db.ts';
import { AppError } from '../../../../platform/errors.ts';

export interface Candidate extends Member {
  cell: Matched['cells'][number];
}

/**
 * Graded batteries of a store that may become parts: available, not part of another battery, of the category (or
 * without one, but of its level and chemistry), with a signed report that has a capacity and no reject, and not
 * claimed.
 * @throws conflict when there are too many
 */
export async function candidatesOf(
  db: Db,
  { caller: { tenantId }, now }: Ctx,
  { storeId, categoryId, grades }: { storeId: string; categoryId: string; grades: readonly string[] },
): Promise<Candidate[]> {
  const { rows } = await sql<{
    id: string;
    code: string;
    location: string | null;
    grade: string;
    kind: string;
    capacity: string;
    dcir: string | null;
    ocv: string | null;
    selfDischarge: string | null;
    made: string | null;
    cycles: number | null;
  }>`
    select b.id, b.battery_code as code, b.location, b.grade,
        concat_ws('/', b.chemistry, b.maker_code, b.spec_code) as kind,
        r.capacity_ah as capacity, r.dcir_mohm as dcir, r.ocv_v as ocv, r.self_discharge_mv_day as "selfDischarge",
        to_char(b.production_date, 'YYYY-MM-DD') as made, b.cycle_count as cycles
      from batteries b join test_reports r on r.id = b.test_report_id
        join device_categories c on c.id = ${categoryId} and c.tenant_id = b.tenant_id
      where b.tenant_id = ${tenantId} and b.store_id = ${storeId} and b.deleted_at is null and b.state = 'in_stock'
        and b.parent_id is null and b.grade <> 'X' and r.capacity_ah > 0
        and (b.category_id = c.id or (b.category_id is null and b.product_type = c.product_type
          and (c.chemistry is null or c.chemistry = b.chemistry)))
        and not exists (select from claims where claims.item_id = b.id and claims.ends_at > ${now})
        and (cardinality(${grades}::text[]) = 0 or b.grade = any(${grades}::text[]))
      order by b.battery_code limit ${MAX_MATCHED + 1}`.execute(db);
  if (rows.length > MAX_MATCHED)
    throw new AppError('conflict', {
      message: `There are more than ${MAX_MATCHED} candidates; choose fewer grades`,
      fields: [
        {
          path: 'grades',
          key: `rule.testing.tooManyCandidates?max=${MAX_MATCHED}`,
          message: 'There are too many candidates; choose fewer grades',
        },
      ],
    });
  const number = (value: string | null) => (value === null ? null : Number(value));
  return rows.map(
    ({ id, code, location, grade, kind, capacity, dcir, ocv, selfDischarge, made, cycles }) => ({
      id,
      kind,
      capacity_Ah: Number(capacity),
      dcir_mOhm: number(dcir),
      ocv_V: number(ocv),
      selfDischarge_mVPerDay: number(selfDischarge),
      made_month: made === null ? null : Number(made.slice(0, 4)) * 12 + Number(made.slice(5, 7)),
      cycles,
      cell: {
        id,
        code,
        location,
        grade,
        capacity_Ah: Number(capacity),
        dcir_mOhm: number(dcir),
        ocv_V: number(ocv),
      },
    }),
  );
}
