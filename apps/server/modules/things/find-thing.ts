import type { Db, Trx } from '../../platform/db.ts';
import { notFound } from '../../platform/errors.ts';
import type { Viewer } from '../accounts/index.ts';
import { type ThingRow, visibleThings } from './store.ts';

/**
 * Things by id or devid (interpretation A50), in the requested order, without duplicates.
 * @throws notFound when any is unknown, deleted or not visible to the viewer
 */
export async function findThings(
  db: Db | Trx,
  viewer: Viewer,
  idsOrDevids: readonly string[],
): Promise<ThingRow[]> {
  const found = inOrder(idsOrDevids, await visibleThings(db, viewer, idsOrDevids));
  if (!found) throw notFound();
  return found;
}

/** One thing by id or devid. @throws notFound */
export async function findThing(db: Db | Trx, viewer: Viewer, idOrDevid: string): Promise<ThingRow> {
  const [thing] = await findThings(db, viewer, [idOrDevid]);
  if (!thing) throw notFound();
  return thing;
}

/** Rows in the order of the requested names; null for a name without a row. An id wins over a devid. */
export function inOrder(idsOrDevids: readonly string[], rows: readonly ThingRow[]): ThingRow[] | null {
  const byName = new Map(rows.map((r) => [r.devid, r]));
  for (const row of rows) byName.set(row.id, row);
  const found = new Set<ThingRow>();
  for (const name of idsOrDevids) {
    // PostgreSQL reads ids in either case, and returns lower case.
    const row = byName.get(name) ?? byName.get(name.toLowerCase());
    if (!row) return null;
    found.add(row);
  }
  return [...found];
}
