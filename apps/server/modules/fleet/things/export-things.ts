import type { BodyOf, exportThings, Thing } from '@voltloop/contract';
import { devicesList } from '@voltloop/contract/lists/devices.list.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { exportList } from '../../../platform/list-export.ts';
import type { TableFile } from '../../../platform/table-export.ts';
import type { Core } from './core.ts';
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
 * @throws validation
 */
export async function openThingsExport(
  core: Core,
  ctx: Ctx,
  query: Filters,
  { devids, ...file }: BodyOf<typeof exportThings>,
): Promise<TableFile> {
  const { db } = core.services;
  const ids = devids
    ? (await findThings(db, ctx.caller, devids)).map((t) => t.id)
    : await filteredIds(core, ctx, query);
  async function* batches(): AsyncGenerator<Thing[]> {
    for (let i = 0; i < ids.length; i += BATCH)
      yield (await describe(db, ctx.caller, ids.slice(i, i + BATCH))).map(maskedThing);
  }
  return exportList(db, ctx, devicesList, {
    file,
    audit: { action: 'things.export', objectType: 'thing', details: { chosen: devids !== undefined } },
    total: ids.length,
    batches: batches(),
    cells: { problem: ({ problem }) => problem?.name[file.language] ?? null },
  });
}

async function filteredIds(core: Core, ctx: Ctx, query: Filters): Promise<string[]> {
  const of = await viewerOf(core, ctx, query);
  const whole = { offset: 0, limit: MAX_ROWS, currentPage: 1 };
  return (await findPage(core.services.db, of, query, whole, sortOf(query))).ids;
}
