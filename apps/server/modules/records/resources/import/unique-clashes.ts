import type { Resource, Values } from '@voltloop/resource-kit';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Db, Trx } from '../../../../platform/db.ts';
import type { RowError, SheetRow } from '../../imports/index.ts';
import { takenBy } from './store.ts';

/**
 * Duplicates of unique values: within the file, reported with the number of the row above, and against stored rows.
 * @param values of the rows as they would be written; null for invalid ones
 */
export async function uniqueClashes(
  db: Db | Trx,
  ctx: Ctx,
  resource: Resource,
  rows: readonly SheetRow[],
  values: readonly (Values | null)[],
): Promise<RowError[][]> {
  const errors: RowError[][] = rows.map(() => []);
  for (const fields of Object.values(resource.unique ?? {})) {
    // As in the database, empty values are never equal.
    const whole = values.flatMap((row, n) =>
      row && fields.every((field) => row[field] !== undefined && row[field] !== null) ? [{ row, n }] : [],
    );
    const first = new Map<string, number>();
    const open: typeof whole = [];
    for (const each of whole) {
      const key = JSON.stringify(fields.map((field) => each.row[field]));
      const before = first.get(key);
      if (before === undefined) {
        first.set(key, each.n);
        open.push(each);
        continue;
      }
      const value = String(rows[before]?.number);
      errors[each.n]?.push(...fields.map((column) => ({ column, key: 'twice', value })));
    }
    const taken = await takenBy(
      db,
      resource,
      ctx.caller.tenantId,
      fields,
      open.map(({ row }) => row),
    );
    for (const place of taken) {
      errors[open[place]?.n ?? -1]?.push(...fields.map((column) => ({ column, key: 'resource.taken' })));
    }
  }
  return errors;
}
