import { inNotation, type Resource, settable, type Values } from '@voltloop/resource-kit';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Db, Trx } from '../../../../platform/db.ts';
import { isUuid } from '../../../../platform/uuid.ts';
import type { RowError } from '../../imports/index.ts';
import type { Registry } from '../engine/columns.ts';
import { idsByTitle } from './store.ts';

/**
 * Replaces the titles of referenced rows with their ids, with one query for each field. An id stays an id.
 * @returns the errors of each row, in their order
 */
export async function readReferences(
  db: Db | Trx,
  ctx: Ctx,
  registry: Registry,
  resource: Resource,
  rows: readonly Values[],
): Promise<RowError[][]> {
  const errors: RowError[][] = rows.map(() => []);
  for (const [name, field] of settable(resource, 'insert')) {
    const to = field.kind === 'reference' ? registry.get(field.to) : undefined;
    if (!to) continue;
    const title = to.fields[to.title];
    const plain = (text: unknown) =>
      title?.kind === 'text' ? inNotation(title, String(text)) : String(text).trim();
    const named = rows.flatMap(({ [name]: text }) =>
      text === undefined || isUuid(String(text)) ? [] : [plain(text)],
    );
    const found = await idsByTitle(db, to, ctx.caller.tenantId, named);
    for (const [n, row] of rows.entries()) {
      if (row[name] === undefined || isUuid(String(row[name]))) continue;
      const ids = found.get(plain(row[name])) ?? [];
      if (ids.length === 1) row[name] = ids[0];
      else {
        errors[n]?.push({
          column: name,
          key: ids.length > 1 ? 'resource.manyNamed' : 'resource.noReference',
        });
        delete row[name];
      }
    }
  }
  return errors;
}
