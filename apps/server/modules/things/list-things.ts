import type { Page, Thing } from '@voltloop/contract';
import type { Ctx } from '../../platform/ctx.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { notFound } from '../../platform/errors.ts';
import { loadAccount, type Viewer } from '../accounts/index.ts';
import type { Core } from './core.ts';
import { type ListQuery, peopleOf, sliceOf, sortOf } from './rules.ts';
import { findPage, seenBindings, thingDetails, userNames } from './store.ts';

/** A page of the things the caller sees. */
export async function listThings(core: Core, ctx: Ctx, query: ListQuery): Promise<Page<Thing>> {
  return listFor(core, ctx, ctx.caller, query);
}

/** A page of the things bound to one account of the caller's subtree, or below it. @throws notFound */
export async function listUserThings(
  core: Core,
  ctx: Ctx,
  userId: string,
  query: ListQuery,
): Promise<Page<Thing>> {
  const account = await loadAccount(core.services.db, ctx.caller, userId);
  return listFor(core, ctx, account, query);
}

async function listFor(core: Core, ctx: Ctx, of: Viewer, query: ListQuery): Promise<Page<Thing>> {
  const { db } = core.services;
  const slice = sliceOf(query);
  const { ids, total } = await findPage(db, of, query, slice, sortOf(query));
  const list = ids.length === 0 ? [] : await describe(db, ctx.caller, ids);
  return { list, total, current_page: slice.currentPage, page_size: slice.limit };
}

/** One thing with everything the caller may see of it. @throws notFound */
export async function describeOne(db: Db | Trx, viewer: Viewer, id: string): Promise<Thing> {
  const [thing] = await describe(db, viewer, [id]);
  if (!thing) throw notFound();
  return thing;
}

/** Things whose visibility has been checked, in the order of `ids`, with the people the viewer may see. */
export async function describe(db: Db | Trx, viewer: Viewer, ids: readonly string[]): Promise<Thing[]> {
  const [details, bindings] = await Promise.all([thingDetails(db, ids), seenBindings(db, viewer, ids)]);
  const depth = viewer.path.split('.').length;
  const labels = new Set<string>();
  for (const { path } of [...bindings.values()].flat()) {
    for (const label of path.split('.').slice(depth - 1, -1)) labels.add(label);
  }
  const nameOf = await userNames(db, [...labels]);
  return details.map((t) => ({ ...t, ...peopleOf(bindings.get(t.id) ?? [], depth, nameOf) }));
}
