import type { BodyOf, exportThings, Thing, ThingExportColumn } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { TableCell, TableFile } from '../../../platform/table-export.ts';
import { todayOf } from '../../people/accounts/index.ts';
import type { Core } from './core.ts';
import { cellOf, columnHead } from './export-cells.ts';
import { findThings } from './find-thing.ts';
import { describe, maskedThing, viewerOf } from './list-things.ts';
import { type Filters, sortOf } from './rules.ts';
import { findPage } from './store-page.ts';

/** Things read in one batch while a file is written. */
const BATCH = 500;
/** More than any tenant's list; a sheet has at most a million rows. */
const MAX_ROWS = 1_000_000;

/**
 * The list of things as a file: the filtered list in its order, or only the named things; the chosen columns. Masked
 * like the list itself, and audited (interpretation C23). The set of things is fixed at the start; their data are read
 * while the file is written.
 * @throws notFound, also when any named thing is not visible to the caller
 */
export async function openThingsExport(
  core: Core,
  ctx: Ctx,
  query: Filters,
  { format, language, columns, devids }: BodyOf<typeof exportThings>,
): Promise<TableFile> {
  const { db } = core.services;
  const ids = devids
    ? (await findThings(db, ctx.caller, devids)).map((t) => t.id)
    : await filteredIds(core, ctx, query);
  await db.transaction().execute((trx) =>
    audit(trx, ctx, {
      action: 'things.export',
      objectType: 'thing',
      details: { format, columns, things: ids.length, chosen: devids !== undefined },
    }),
  );
  async function* rows(): AsyncGenerator<TableCell[]> {
    for (let i = 0; i < ids.length; i += BATCH) {
      const things: Thing[] = await describe(db, ctx.caller, ids.slice(i, i + BATCH));
      for (const thing of things.map(maskedThing))
        yield columns.map((column: ThingExportColumn) => cellOf(thing, column, language));
    }
  }
  const day = await todayOf(db, ctx);
  const name = language === 'zh' ? `设备列表_${day}` : `devices_${day}`;
  return { format, name, header: columns.map((column) => columnHead(column, language)), rows: rows() };
}

async function filteredIds(core: Core, ctx: Ctx, query: Filters): Promise<string[]> {
  const of = await viewerOf(core, ctx, query);
  const whole = { offset: 0, limit: MAX_ROWS, currentPage: 1 };
  return (await findPage(core.services.db, of, query, whole, sortOf(query))).ids;
}
