import type { Site, SiteDetail } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { mayManageSites } from './core.ts';
import { type MemberRow, membersOf, type SiteRow, siteById, siteDetails } from './store.ts';

/** A visible site. @throws notFound */
export async function findSite(
  db: Db | Trx,
  ctx: Ctx,
  id: string,
  lock: 'lock' | 'read' = 'read',
): Promise<SiteRow> {
  const site = isUuid(id) ? await siteById(db, ctx.caller, id, lock) : undefined;
  if (!site) throw notFound();
  return site;
}

/** The same, locked for a change. @throws forbidden, notFound */
export async function lockSite(trx: Trx, ctx: Ctx, id: string): Promise<SiteRow> {
  if (!mayManageSites(ctx.caller.roleId)) throw forbidden();
  return findSite(trx, ctx, id, 'lock');
}

/** One site with its devices, the owner's phone number unmasked. */
export async function describeSite(db: Db | Trx, ctx: Ctx, id: string): Promise<SiteDetail> {
  const [[site], members] = await Promise.all([
    siteDetails(db, ctx.caller, [id], 'full'),
    membersOf(db, ctx.caller, id),
  ]);
  if (!site) throw notFound();
  const { visible_from, ...rest } = site as Site & { visible_from: number | null };
  return {
    ...rest,
    members: members
      .filter(({ until }) => until === null || until > (visible_from ?? 0))
      .map((member) => shown(member, visible_from ?? 0)),
    visible_from,
    may_change: mayManageSites(ctx.caller.roleId),
  };
}

function shown({ thingId: _thing, key: _key, visibleFrom_ms, ...device }: MemberRow, from_ms: number) {
  return { ...device, since: Math.max(device.since, from_ms, visibleFrom_ms) };
}
