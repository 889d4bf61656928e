import type { listSites as listRoute, Page, QueryOf, Site } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import { paged, pageWindow } from '../../../platform/paging.ts';
import { loadNamedAccount } from '../../people/accounts/index.ts';
import type { Core } from './core.ts';
import { findSites, siteDetails } from './store.ts';

/** A page of the visible sites, phone numbers of owners masked. @throws notFound for an account outside the subtree */
export async function listSites(core: Core, ctx: Ctx, query: QueryOf<typeof listRoute>): Promise<Page<Site>> {
  const { db } = core.services;
  const of = query.account === undefined ? ctx.caller : await loadNamedAccount(db, ctx.caller, query.account);
  const window = pageWindow(query);
  const { ids, total } = await findSites(db, of, query, window);
  const list = ids.length === 0 ? [] : await siteDetails(db, ctx.caller, ids);
  return paged({ list: list.map(({ visible_from: _from, ...site }) => site), total }, window);
}
