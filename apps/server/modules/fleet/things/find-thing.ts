import type { Db, Trx } from '../../../platform/db.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Viewer } from '../../people/accounts/index.ts';
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
  return inOrder(idsOrDevids, await visibleThings(db, viewer, idsOrDevids));
}

/** One thing by id or devid. @throws notFound */
export async function findThing(db: Db | Trx, viewer: Viewer, idOrDevid: string): Promise<ThingRow> {
  const [thing] = await findThings(db, viewer, [idOrDevid]);
  if (!thing) throw notFound();
  return thing;
}

/** Number of unknown devices that an error names. */
const NAMED = 10;

/** Rows in the order of the requested names. An id wins over a devid. @throws notFound with the names without a row */
export function inOrder(idsOrDevids: readonly string[], rows: readonly ThingRow[]): ThingRow[] {
  const byName = new Map(rows.map((r) => [r.devid, r]));
  for (const row of rows) byName.set(row.id, row);
  const found = new Set<ThingRow>();
  const unknown = new Set<string>();
  for (const name of idsOrDevids) {
    // PostgreSQL reads ids in either case, and returns lower case.
    const row = byName.get(name) ?? byName.get(name.toLowerCase());
    if (row) found.add(row);
    else unknown.add(name);
  }
  if (unknown.size === 0) return [...found];
  if (idsOrDevids.length === 1) throw notFound();
  const more = unknown.size > NAMED ? ` and ${unknown.size - NAMED} more` : '';
  throw new AppError('notFound', {
    message: `Unknown devices: ${[...unknown].slice(0, NAMED).join(', ')}${more}`,
  });
}
