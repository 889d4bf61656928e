import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';

/**
 * The slice of a page, from either paging style (interpretation A34): `skip` and `limit` take precedence over page
 * and size.
 */
export interface PageWindow {
  offset: number;
  limit: number;
  current_page: number;
  page_size: number;
}

/** @param cap Maximum rows of a page, whatever is requested (interpretation C15). */
export function pageWindow(
  query: { current_page: number; page_size: number; skip?: number | undefined; limit?: number | undefined },
  cap = 9999,
): PageWindow {
  const limit = Math.min(query.limit ?? query.page_size, cap);
  // A `limit` alone begins at the first row.
  const offset = query.skip ?? (query.limit === undefined ? (query.current_page - 1) * limit : 0);
  const current_page = limit > 0 ? Math.floor(offset / limit) + 1 : 1;
  return { offset, limit, current_page, page_size: limit };
}

/** A page of a query: its rows, and the number of all, read at the same time. */
export async function readPage<Row>(
  db: Db,
  window: Pick<PageWindow, 'offset' | 'limit'>,
  { columns, from, order }: Record<'columns' | 'from' | 'order', RawBuilder<unknown>>,
): Promise<{ rows: Row[]; total: number }> {
  const [counted, page] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db),
    sql<Row>`select ${columns} ${from} order by ${order} limit ${window.limit} offset ${window.offset}`.execute(
      db,
    ),
  ]);
  return { rows: page.rows, total: counted.rows[0]?.total ?? 0 };
}

/** The reply with a page: its list and total, with its number and size. */
export function paged<P extends { list: unknown[]; total: number }>(
  page: P,
  { current_page, page_size }: PageWindow,
): P & Pick<PageWindow, 'current_page' | 'page_size'> {
  return { ...page, current_page, page_size };
}
