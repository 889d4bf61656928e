import type * as contract from '@voltloop/contract';
import type { QueryOf, ReplyOf } from '@voltloop/contract';
import type { Ctx } from '../../platform/ctx.ts';
import { notFound } from '../../platform/errors.ts';
import { pageWindow } from '../../platform/paging.ts';
import type { Core } from './core.ts';
import { childrenOf, nodeById } from './store-users.ts';
import { loadAccount } from './visibility.ts';

/** The accounts directly below one of the caller's subtree, and that one itself. @throws notFound */
export async function readTree(
  core: Core,
  ctx: Ctx,
  query: QueryOf<typeof contract.userTree>,
): Promise<ReplyOf<typeof contract.userTree>> {
  const { db } = core.services;
  const { id } = await loadAccount(db, ctx.caller, query.parent_id || 'self');
  const window = pageWindow(query);
  const [parent, level] = await Promise.all([nodeById(db, id), childrenOf(db, id, window)]);
  if (!parent) throw notFound();
  return { ...level, parent, current_page: window.current_page, page_size: window.page_size };
}
