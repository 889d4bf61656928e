import type { listTransfers as listRoute, Page, QueryOf, SiteTransfer } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import { paged, pageWindow } from '../../../platform/paging.ts';
import type { Core } from './core.ts';
import { shownTransfer, transferPage } from './store-transfers.ts';

/** Transfers from or to accounts of the caller's subtree, newest first. */
export async function listTransfers(
  core: Core,
  ctx: Ctx,
  query: QueryOf<typeof listRoute>,
): Promise<Page<SiteTransfer>> {
  const window = pageWindow(query, 200);
  const { rows, total } = await transferPage(
    core.services.db,
    ctx.caller,
    { ...query, now: ctx.now },
    window,
  );
  return paged({ list: rows.map((row) => shownTransfer(ctx.caller, row, ctx.now)), total }, window);
}
