import type * as contract from '@voltloop/contract';
import type { QueryOf, ReplyOf } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import { notFound } from '../../../platform/errors.ts';
import { paged, pageWindow } from '../../../platform/paging.ts';
import type { Core } from './core.ts';
import { accountsBetween, childrenOf, nodeById } from './store-users.ts';
import { loadAccount } from './visibility.ts';

/** An account of the caller's subtree, its direct children, and its ancestors. @throws notFound */
export async function readTree(
  core: Core,
  ctx: Ctx,
  query: QueryOf<typeof contract.userTree>,
): Promise<ReplyOf<typeof contract.userTree>> {
  const { db } = core.services;
  const { id, path } = await loadAccount(db, ctx.caller, query.parent_id || 'self');
  const window = pageWindow(query);
  const [parent, level, ancestors] = await Promise.all([
    nodeById(db, id),
    childrenOf(db, id, window),
    accountsBetween(db, ctx.caller, path),
  ]);
  if (!parent) throw notFound();
  return paged({ ...level, parent, ancestors }, window);
}
