import type { VisualData } from '@voltloop/contract';
import { addDays } from '@voltloop/domain/clock/days.ts';
import { decimalOf } from '@voltloop/resource-kit';
import { CHINA, chinaDay } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import { type Db, oneRow } from '../../../platform/db.ts';
import { findStores } from '../stock/index.ts';
import { listOf, totalOf } from './find-flows.ts';
import { findSales } from './find-sales.ts';
import { findStockStatistics } from './find-stock.ts';
import { findWorks } from './find-works.ts';

const DAYS = 30;
/** Days ahead in which a record counts as due soon, and a permit as ending soon. */
const SOON_DAYS = 7;
const PERMIT_DAYS = 60;
const DOCUMENTS = 8;

/** The data of the wall. */
export async function findVisual(db: Db, ctx: Ctx): Promise<VisualData> {
  const day = chinaDay(ctx.now);
  const month = { from: `${day.slice(0, 7)}-01`, to: day };
  const [today, ofMonth, days, byRegion, byChemistry, works, sales, reporting, warnings, sites, documents] =
    await Promise.all([
      totalOf(db, ctx, {}, { from: day, to: day }),
      totalOf(db, ctx, {}, month),
      listOf(db, ctx, {}, { from: addDays(day, 1 - DAYS), to: day }),
      findStockStatistics(db, ctx, { day, by: 'region' }),
      findStockStatistics(db, ctx, { day, by: 'chemistry' }),
      findWorks(db, ctx, month),
      findSales(db, ctx, month),
      reportingOf(db, ctx, day, month.from),
      warningsOf(db, ctx, day),
      sitesOf(db, ctx),
      newest(db, ctx),
    ]);
  const inAndOut = ({ inPieces, inKg, outPieces, outKg }: typeof today) => ({
    in: { pieces: inPieces, kg: inKg },
    out: { pieces: outPieces, kg: outKg },
  });
  const sum = (name: 'madeKg' | 'recycledKg' | 'recoveredKg') =>
    works.list.reduce((all, each) => all.plus(each[name]), decimalOf(0)).toFixed();
  const keys = new Set([...byRegion.groups.map(({ key }) => key), ...sites.keys()]);
  return {
    at: ctx.now.getTime(),
    day,
    stock: { pieces: byRegion.pieces, kg: byRegion.kg },
    today: inAndOut(today),
    month: {
      ...inAndOut(ofMonth),
      made: { pieces: works.list.reduce((all, { madePieces }) => all + madePieces, 0), kg: sum('madeKg') },
      recycledKg: sum('recycledKg'),
      recoveredKg: sum('recoveredKg'),
      money: sales.total.money,
      soldPieces: sales.total.pieces,
    },
    days: days.map(({ day: each, inKg, outKg }) => ({ day: each, inKg, outKg })),
    chemistries: byChemistry.groups.map(({ key, pieces, kg }) => ({ key, pieces, kg })),
    regions: [...keys].map((key) => ({
      key,
      kg: byRegion.groups.find((group) => group.key === key)?.kg ?? '0',
      sites: sites.get(key) ?? 0,
    })),
    reporting,
    warnings: { ...warnings, oldKg: byRegion.ages.at(-1) ?? '0' },
    documents,
  };
}

async function reportingOf(
  db: Db,
  { caller: { tenantId } }: Ctx,
  today: string,
  from: string,
): Promise<VisualData['reporting']> {
  const { rows } = await sql<VisualData['reporting']>`
    select count(*) filter (where state <> 3 and due_day = ${today}::date)::int as today,
        count(*) filter (where state <> 3 and due_day > ${today}::date
          and due_day <= ${addDays(today, SOON_DAYS)}::date)::int as soon,
        count(*) filter (where state <> 3 and due_day < ${today}::date)::int as overdue,
        count(*) filter (where state = 4)::int as failed,
        count(*) filter (where state = 3)::int as reported
      from reports where tenant_id = ${tenantId} and voided_by is null
        and (state in (1, 2, 4) or (state = 3 and reported_at >= ${from}::timestamp at time zone ${CHINA}))`.execute(
    db,
  );
  return oneRow({ rows });
}

async function warningsOf(db: Db, ctx: Ctx, today: string): Promise<Omit<VisualData['warnings'], 'oldKg'>> {
  const { tenantId } = ctx.caller;
  const ends = addDays(today, PERMIT_DAYS);
  const [stores, counted] = await Promise.all([
    findStores(db, ctx, {}),
    sql<{ permits: number; waiting: number }>`
      select (select count(*) from enterprises where tenant_id = ${tenantId} and deleted_at is null
            and permit_expiry <= ${ends}::date)::int
          + (select count(*) from recycle_sites where tenant_id = ${tenantId} and deleted_at is null
            and permit_expiry <= ${ends}::date)::int as permits,
        (select count(*) from documents where tenant_id = ${tenantId} and deleted_at is null
            and status = 'submitted')::int as waiting`.execute(db),
  ]);
  return {
    nearlyFull: stores.list.reduce((all, { nearlyFull }) => all + nearlyFull, 0),
    ...oneRow(counted),
  };
}

/** The number of sites of each province. */
async function sitesOf(db: Db, { caller: { tenantId } }: Ctx): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    select left(region, 2) as key, count(*)::int as count from recycle_sites
      where tenant_id = ${tenantId} and deleted_at is null and region is not null group by 1`.execute(db);
  return new Map(rows.map(({ key, count }) => [key, count]));
}

async function newest(db: Db, { caller: { tenantId } }: Ctx): Promise<VisualData['documents']> {
  const { rows } = await sql<VisualData['documents'][number]>`
    select d.id, d.kind, d.no, (extract(epoch from d.posted_at) * 1000)::float8 as at, d.pieces,
        trim_scale(d.kg)::text as kg, s.name as place
      from documents d left join stores s on s.id = coalesce(d.store_id, d.to_store_id)
      where d.tenant_id = ${tenantId} and d.deleted_at is null and d.posted_at is not null
      order by d.posted_at desc limit ${DOCUMENTS}`.execute(db);
  return rows;
}
