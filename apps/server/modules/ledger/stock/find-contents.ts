import type * as contract from '@voltloop/contract';
import type { QueryOf, ReplyOf, StockContent } from '@voltloop/contract';
import { stockContentsList } from '@voltloop/contract/lists/stock-contents.list.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { CHINA } from '@voltloop/resources/days.ts';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import { type Db, oneRow } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { escapeLike } from '../../../platform/like.ts';
import { exportList } from '../../../platform/list-export.ts';
import { sendTable } from '../../../platform/table-export.ts';
import { storesOf } from './find-stores.ts';
import { claimJson } from './sql-fragments.ts';
import { requestedDay, stockAt } from './stock-at.ts';

type Filter = Omit<QueryOf<typeof contract.findStockContents>, 'page' | 'size'>;
type Found = ReplyOf<typeof contract.findStockContents>;

/** Batteries and lots in a store, by location and code. @throws notFound */
export async function findContents(
  db: Db,
  ctx: Ctx,
  { page, size, ...filter }: QueryOf<typeof contract.findStockContents>,
): Promise<Found> {
  const [list, sums, known] = await Promise.all([
    contentsOf(db, ctx, filter, { offset: (page - 1) * size, limit: size }),
    sumsOf(db, ctx, filter),
    sql`select 1 from stores where id = ${filter.id} and tenant_id = ${ctx.caller.tenantId}
      and deleted_at is null`.execute(db),
  ]);
  if (known.rows.length === 0) throw notFound();
  return { list, ...sums, page, size };
}

/** Totals of a filter. */
export async function sumsOf(
  db: Db,
  ctx: Ctx,
  filter: Filter,
): Promise<Pick<Found, 'total' | 'pieces' | 'kg'>> {
  const { rows } = await sql<Pick<Found, 'total' | 'pieces' | 'kg'>>`with ${found(ctx, filter)}
    select count(*)::int as total, coalesce(sum(pieces), 0)::int as pieces,
        trim_scale(coalesce(sum(kg), 0))::text as kg from found`.execute(db);
  return oneRow({ rows });
}

export async function contentsOf(
  db: Db,
  ctx: Ctx,
  filter: Filter,
  { offset, limit }: { offset: number; limit: number },
): Promise<StockContent[]> {
  const { day, past } = requestedDay(ctx.now, filter.day);
  const claims = sql`(select coalesce(json_agg(${claimJson} order by c.claimed_at, c.document_id), '[]')
    from claims c join documents d on d.id = c.document_id left join stores s on s.id = c.store_id
      left join accounts a on a.id = c.claimed_by
    where c.item_id = page.id and c.ends_at > ${ctx.now} and (c.coded or c.store_id = ${filter.id})
      and (c.conditions is null or page.condition = any(c.conditions)))`;
  const { rows } = await sql<StockContent>`with ${found(ctx, filter)},
    page as (select * from found order by location, code, condition, id offset ${offset} limit ${limit})
    select page.id, page.kind, page.code, page."productType", page.material, page.basis, page.chemistry,
        page.condition, page.location, page.pieces, trim_scale(page.kg)::text as kg, came.day::text as since,
        ${day}::date - came.day as age, ${past ? sql`'[]'::json` : claims} as claims
      from page left join lateral (
        -- A battery arrived with its last move from elsewhere, a lot with its first.
        select case when page.kind = 'lot' then min(m.day) else max(m.day) end as day from moves m
          where m.item_id = page.id and m.day <= ${day}::date and m.to_place in (select id from mine)
            and m.from_place not in (select id from mine)
      ) came on true
      order by page.location, page.code, page.condition, page.id`.execute(db);
  return rows;
}

/** The places of the store (`mine`), and the matches of a filter in them (`found`). */
function found({ caller: { tenantId }, now }: Ctx, filter: Filter) {
  const { id, location, chemistry, condition, search } = filter;
  const here = location === undefined ? sql`mine` : sql`mine where code = ${location}`;
  const pattern = `${escapeLike((search ?? '').normalize('NFKC').toUpperCase())}%`;
  return sql`mine as materialized (
      select p.id, p.code from places p join stores s on s.id = p.store_id
        where s.tenant_id = ${tenantId} and p.store_id = ${id} and s.deleted_at is null
    ), found as (
      select f.item as id, case when l.id is null then 'coded' else 'lot' end as kind,
          coalesce(b.battery_code, l.lot_no) as code, b.product_type as "productType", l.material, l.basis,
          f.chemistry, f.condition, mine.code as location, f.pieces, f.kg
        -- Places are read in the order of their codes, so that a page reads only the places it shows.
        from (select * from ${here} order by code) mine
          cross join lateral ${stockAt(sql`(mine.id)`, requestedDay(now, filter.day))} f
          left join batteries b on b.id = f.item left join lots l on l.id = f.item
        where true
          ${chemistry ? sql`and f.chemistry = ${chemistry}` : sql``}
          ${condition ? sql`and f.condition = ${condition}` : sql``}
          ${search ? sql`and coalesce(b.battery_code, upper(l.lot_no)) like ${pattern}` : sql``}
    )`;
}

/** Rows per batch while the file is streamed. */
const AT_ONCE = 2000;

/** The filtered contents of a store as a file; the export is audited. @throws notFound, validation */
export async function exportContents(
  db: Db,
  ctx: Ctx,
  { format, language, ...filter }: QueryOf<typeof contract.exportStock>,
  reply: FastifyReply,
) {
  const requested = requestedDay(ctx.now, filter.day);
  const [store] = await storesOf(db, ctx, requested, sql`s.id = ${filter.id}`);
  if (!store) throw notFound();
  const { total } = await sumsOf(db, ctx, filter);
  async function* batches(): AsyncGenerator<StockContent[]> {
    for (let offset = 0; ; offset += AT_ONCE) {
      const batch = await contentsOf(db, ctx, filter, { offset, limit: AT_ONCE });
      yield batch;
      if (batch.length < AT_ONCE) return;
    }
  }
  const file = await exportList(db, ctx, stockContentsList, {
    file: { format, language, time_zone: CHINA },
    audit: {
      action: 'stock.export',
      objectType: 'store',
      objectId: store.id,
      details: { ...filter, day: requested.day },
    },
    total,
    batches: batches(),
    cells: {
      kind: ({ kind, productType, material }) =>
        (kind === 'coded'
          ? optionLabel('productType', productType, language)
          : optionLabel('lotMaterial', material, language)) || null,
    },
  });
  // The day is that of the stock, not that of the export.
  return sendTable(reply, { ...file, name: `${file.sheet} ${store.name} ${requested.day}` });
}
