import { MAX_IMPORT_ROWS } from '@voltloop/contract';
import { inNotation, type Resource, rightOf, settable, type Values } from '@voltloop/resource-kit';
import { chinaDay } from '@voltloop/resources/days.ts';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Db, Trx } from '../../../../platform/db.ts';
import { wordsOf } from '../../../../platform/field-words.ts';
import { mapYielding } from '../../../../platform/map-yielding.ts';
import { isUuid } from '../../../../platform/uuid.ts';
import { dayMessages, type ImportKind, type RowError, type SheetRow } from '../../imports/index.ts';
import { checkDrafts } from '../engine/check-drafts.ts';
import type { Registry } from '../engine/columns.ts';
import { type Core, withDuplicateErrors } from '../engine/core.ts';
import { insertIn } from '../engine/insert-rows.ts';
import { valueOfCell } from './cells.ts';
import { importColumns } from './columns.ts';
import { explained } from './explained.ts';
import { idsByTitle, takenBy } from './store.ts';
import { CodeWarnings, implausibleDays } from './warnings.ts';

/**
 * Duplicates of unique values: within the file, reported with the number of the row above, and against stored rows.
 * @param values of the rows as they would be written; null for invalid ones
 */
async function uniqueClashes(
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

/**
 * Replaces the titles of referenced rows with their ids, with one query for each field. An id stays an id.
 * @returns the errors of each row, in their order
 */
async function readReferences(
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

/** Rows of a resource from a workbook: columns, cells and checks follow from its declaration. */
export function resourceKind(core: Core, resource: Resource): ImportKind {
  const columns = importColumns(resource, core.registry);

  /** The rows as values, with resolved references. */
  async function read(db: Db | Trx, ctx: Ctx, rows: readonly SheetRow[]) {
    const values = await mapYielding(rows, ({ cells }): Values => {
      const given = Object.entries(cells).flatMap(([name, text]) => {
        const field = resource.fields[name];
        return field ? [[name, valueOfCell(field, text)]] : [];
      });
      return Object.fromEntries(given);
    });
    const errors = await readReferences(db, ctx, core.registry, resource, values);
    return { values, errors };
  }

  return {
    name: resource.name,
    title: { en: `${resource.many.en} template`, zh: `${resource.many.zh}导入模板` },
    columns,
    maxRows: MAX_IMPORT_ROWS,
    messages: {
      ...dayMessages,
      twice: { en: 'Duplicate of row {{value}}', zh: '与第 {{value}} 行重复' },
    },
    words: ({ key, value }, language) => wordsOf(key, language) ?? value ?? key,
    mayImport: (caller) => caller.rights.has(rightOf(resource, 'import')),

    async check(db, ctx, rows) {
      const { values, errors } = await read(db, ctx, rows);
      const { life } = resource;
      const drafts = values.map((row) => ({
        values: life ? { ...row, [life.field]: life.start } : row,
        before: null,
      }));
      const checked = await checkDrafts(core, db, ctx, resource, drafts);
      const found = await mapYielding(checked, (each, n): RowError[] => {
        const own = errors[n] ?? [];
        const named = new Set(own.map(({ column }) => column));
        // An unknown name was removed; its empty field is no second error.
        const more = each.errors.map(({ path, key, message }) => {
          const column = path.split('.')[0] ?? path;
          return { column, value: message, ...explained(key, resource.fields[column]) };
        });
        return [...own, ...more.filter(({ column }) => !named.has(column))];
      });
      const right = checked.map((each, n) => (found[n]?.length ? null : each.values));
      const clashes = await uniqueClashes(db, ctx, resource, rows, right);
      const today = chinaDay(ctx.now);
      const codes = new CodeWarnings(resource, today);
      return mapYielding(found, (each, n) => ({
        errors: [...each, ...(clashes[n] ?? [])],
        warnings: [
          ...codes.of(checked[n]?.values ?? {}),
          ...implausibleDays(resource, checked[n]?.values ?? {}, today),
        ],
      }));
    },

    async write(trx, ctx, rows) {
      const { values } = await read(trx, ctx, rows);
      await withDuplicateErrors(resource, () => insertIn(core, trx, ctx, resource, values));
      return { secrets: [], committed: () => {} };
    },
  };
}
