import { MAX_DEVICES_AT_ONCE, type Page, type Thing } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { paged, pageWindow } from '../../../platform/paging.ts';
import {
  checkSite,
  loadAccount,
  loadNamedAccount,
  maskAddress,
  maskEmail,
  maskMobile,
  type Viewer,
} from '../../people/accounts/index.ts';
import type { Core } from './core.ts';
import { type Filters, type ListQuery, peopleOf, sortOf } from './rules.ts';
import { devidsOf, thingDetails, userNames, visibleBindings, visibleThing } from './store.ts';
import { findPage } from './store-page.ts';

/** A page of the things the caller sees, personal data masked (interpretation C23). @throws notFound */
export async function listThings(core: Core, ctx: Ctx, query: ListQuery): Promise<Page<Thing>> {
  return listFor(core, ctx, await viewerOf(core, ctx, query), query);
}

/** A page of the things bound to one account of the caller's subtree, or below it. @throws notFound */
export async function listUserThings(
  core: Core,
  ctx: Ctx,
  userId: string,
  query: ListQuery,
): Promise<Page<Thing>> {
  const account = await loadAccount(core.services.db, ctx.caller, userId);
  if (query.site !== undefined) await checkSite(core.services.db, ctx.caller, query.site);
  return listFor(core, ctx, account, query);
}

/** Devids of the things in a list, in its order, as many as one call may bind. @throws notFound */
export async function listIds(
  core: Core,
  ctx: Ctx,
  query: Filters,
): Promise<{ devids: string[]; total: number }> {
  const { db } = core.services;
  const of = await viewerOf(core, ctx, query);
  const { ids, total } = await findPage(db, of, query, wholeList, sortOf(query));
  return { devids: await devidsOf(db, ids), total };
}

const wholeList = { offset: 0, limit: MAX_DEVICES_AT_ONCE };

/**
 * The account whose things a list shows: one of the caller's subtree when it is filtered by account.
 * @throws notFound, also for a site that is not visible to the caller
 */
export async function viewerOf(core: Core, ctx: Ctx, query: Filters): Promise<Viewer> {
  if (query.site !== undefined) await checkSite(core.services.db, ctx.caller, query.site);
  if (query.account === undefined || query.account === 'none') return ctx.caller;
  return loadNamedAccount(core.services.db, ctx.caller, query.account);
}

async function listFor(core: Core, ctx: Ctx, of: Viewer, query: ListQuery): Promise<Page<Thing>> {
  const { db } = core.services;
  // The contract limits it.
  const window = pageWindow(query, Number.POSITIVE_INFINITY);
  const { ids, total } = await findPage(db, of, query, window, sortOf(query));
  const list = ids.length === 0 ? [] : await describe(db, ctx.caller, ids);
  return paged({ list: list.map(maskedThing), total }, window);
}

/** A thing in lists and exports, with people masked: only readers who know them recognise them. */
export function maskedThing(thing: Thing): Thing {
  const { mobile, email, address, ...rest } = thing.desc;
  return {
    ...thing,
    desc: {
      ...rest,
      ...(mobile ? { mobile: maskMobile(mobile) ?? '' } : {}),
      ...(email ? { email: maskEmail(email) ?? '' } : {}),
      ...(address ? { address: maskAddress(address) ?? '' } : {}),
    },
    gps: thing.gps && { longitude: coarse(thing.gps.longitude), latitude: coarse(thing.gps.latitude) },
  };
}

/** Two decimals of a degree: about a kilometre, so that the address stays private. */
const coarse = (degrees: number) => Math.round(degrees * 100) / 100;

/** One thing by id or devid with everything that is visible to the caller. @throws notFound */
export async function describeVisible(db: Db | Trx, viewer: Viewer, idOrDevid: string): Promise<Thing> {
  const seen = await visibleThing(db, viewer, idOrDevid);
  if (!seen) throw notFound();
  return { ...seen.details, ...peopleOf(seen.bindings, viewer.path.split('.').length, seen.names) };
}

/** Things whose visibility was checked, in the order of `ids`, with the people that the viewer may see. */
export async function describe(db: Db | Trx, viewer: Viewer, ids: readonly string[]): Promise<Thing[]> {
  const [details, bindings] = await Promise.all([thingDetails(db, ids), visibleBindings(db, viewer, ids)]);
  const depth = viewer.path.split('.').length;
  const labels = new Set<string>();
  for (const { path } of [...bindings.values()].flat()) {
    for (const label of path.split('.').slice(depth - 1, -1)) labels.add(label);
  }
  const nameOf = await userNames(db, [...labels]);
  return details.map((t) => ({ ...t, ...peopleOf(bindings.get(t.id) ?? [], depth, nameOf) }));
}
