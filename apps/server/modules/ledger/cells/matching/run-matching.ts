import { type BodyOf, MAX_MATCHED, type Matched, type runMatching as runCall } from '@voltloop/contract';
import type { MatchResult, MatchTask, Member } from '@voltloop/domain/matching/index.ts';
import { sql } from 'kysely';
import { audit } from '../../../../platform/audit.ts';
import type { Ctx } from '../../../../platform/ctx.ts';
import { type Db, oneRow } from '../../../../platform/db.ts';
import { AppError, fieldError } from '../../../../platform/errors.ts';
import { FairQueue } from '../../../../platform/fair-queue.ts';
import { runThread, ThreadEnded } from '../../../../platform/run-thread.ts';
import { findRun } from './find-run.ts';

/** A run uses a core for seconds: one at a time for each account, two for all. */
const running = new FairQueue({ atOnce: 2, atOncePerKey: 1, waitingPerKey: 2 });
const LIMITS = { time_ms: 120_000, memory_MB: 384 };

interface Parts {
  categoryId: string;
  series: number;
  parallel: number;
}

interface Candidate extends Member {
  cell: Matched['cells'][number];
}

/**
 * Graded batteries of a store that may become parts: available, not part of another battery, of the category (or
 * without one, but of its level and chemistry), with a signed report that has a capacity and no reject, and not
 * claimed.
 * @throws conflict when there are too many
 */
async function candidatesOf(
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

/** Forms packs from the stock of a store, and stores the run. @throws validation, conflict, tooMany */
export async function runMatching(
  db: Db,
  ctx: Ctx,
  body: BodyOf<typeof runCall>,
  signal: AbortSignal,
): Promise<Matched> {
  const { tenantId, accountId } = ctx.caller;
  const { categoryId, series, parallel } = await partsOf(db, tenantId, body);
  const candidates = await candidatesOf(db, ctx, {
    storeId: body.storeId,
    categoryId,
    grades: body.grades,
  });
  const task: MatchTask = {
    members: candidates.map(({ cell: _, ...member }) => member),
    series,
    parallel,
    limits: body.limits,
    seed: body.seed,
  };
  const result = await running.run(accountId, () => matchInThread(task, signal), signal);
  const { packs, left, before, after, withinBefore } = result;
  // Left-over cells are not shown: a run of ten thousand is stored without them.
  const used = new Set([
    ...packs.flatMap(({ groups }) => groups.flat()),
    ...packs.flatMap(({ useful }) => (useful ? [useful.in] : [])),
  ]);
  const cells = candidates.flatMap(({ cell }) => (used.has(cell.id) ? [cell] : []));
  const stored = {
    candidates: candidates.length,
    before,
    after,
    withinBefore,
    left: left.length,
    packs,
    cells,
  };
  const id = await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`
      insert into matching_runs (tenant_id, account_id, store_id, bom_id, created_at, series, parallel, asked, result)
        values (${tenantId}, ${accountId}, ${body.storeId}, ${body.bomId}, ${ctx.now}, ${series}, ${parallel},
          ${JSON.stringify({ grades: body.grades, limits: body.limits, seed: body.seed })}, ${JSON.stringify(stored)})
        returning id`.execute(trx);
    const row = oneRow({ rows });
    await audit(trx, ctx, {
      action: 'matching.run',
      objectType: 'matching',
      objectId: row.id,
      details: {
        storeId: body.storeId,
        bomId: body.bomId,
        series,
        parallel,
        candidates: candidates.length,
        packs: packs.length,
      },
    });
    return row.id;
  });
  return findRun(db, tenantId, id);
}

async function matchInThread(task: MatchTask, signal: AbortSignal): Promise<MatchResult> {
  try {
    return await runThread(new URL('./match-thread.ts', import.meta.url), task, LIMITS, signal);
  } catch (e) {
    if (!(e instanceof ThreadEnded)) throw e;
    throw new AppError('conflict', { message: 'This takes too long; choose fewer grades', cause: e });
  }
}

/** The parts of a list, and their connection. @throws validation */
async function partsOf(db: Db, tenantId: string, body: BodyOf<typeof runCall>): Promise<Parts> {
  const { rows } = await sql<{
    status: number;
    lines: { childId: string; quantity: number }[];
    series: number | null;
    parallel: number | null;
    store: boolean;
  }>`
    select b.status, b.lines, b.series_count as series, b.parallel_count as parallel,
        exists (select 1 from stores s where s.tenant_id = ${tenantId} and s.id = ${body.storeId}
          and s.deleted_at is null) as store
      from boms b where b.tenant_id = ${tenantId} and b.id = ${body.bomId} and b.deleted_at is null`.execute(
    db,
  );
  const [bom] = rows;
  if (!bom || bom.status === 3)
    throw fieldError('bomId', 'resource.noReference', 'There is no such list of parts');
  if (!bom.store) throw fieldError('storeId', 'resource.noReference', 'There is no such store');
  const [line] = bom.lines;
  if (!line || bom.lines.length > 1)
    throw fieldError('bomId', 'rule.testing.oneKind', 'Only a list with one kind of parts can be matched');
  const parallel = body.parallel ?? bom.parallel ?? 1;
  const series = body.series ?? bom.series ?? Math.floor(line.quantity / parallel);
  if (series * parallel !== line.quantity)
    throw fieldError(
      'series',
      `rule.testing.quantity?quantity=${line.quantity}`,
      `Series and parallel must make the ${line.quantity} parts of the list`,
    );
  return { categoryId: line.childId, series, parallel };
}
