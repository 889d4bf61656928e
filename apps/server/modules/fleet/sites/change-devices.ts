import type { SiteDetail } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { conflictError, fieldError, notFound } from '../../../platform/errors.ts';
import { loadAccount } from '../../people/accounts/index.ts';
import { bindIn, findThing, lockThing } from '../things/index.ts';
import type { Core } from './core.ts';
import { describeSite, lockSite } from './find-site.ts';
import { quarterOf } from './rules.ts';
import type { SiteRow } from './store.ts';
import { endMembership, insertMembership, membershipsAfter, presentAt } from './store-devices.ts';

/** Adds a device from a given time on, and binds it to the owner. @throws forbidden, notFound, validation, conflict */
export async function addDevice(
  core: Core,
  ctx: Ctx,
  id: string,
  input: { devid: string; since?: number | undefined },
): Promise<SiteDetail> {
  return core.services.db.transaction().execute(async (trx) => {
    const site = await lockSite(trx, ctx, id);
    const since = momentOf(ctx, input.since, 'since');
    await join(trx, ctx, site, input.devid, since, 'devid');
    return describeSite(trx, ctx, site.id);
  });
}

/** Ends a device's membership in a site. @throws forbidden, notFound, validation */
export async function removeDevice(
  core: Core,
  ctx: Ctx,
  { id, devid, until }: { id: string; devid: string; until?: number | undefined },
): Promise<SiteDetail> {
  return core.services.db.transaction().execute(async (trx) => {
    const site = await lockSite(trx, ctx, id);
    await leave(trx, ctx, site, devid, momentOf(ctx, until, 'until'), 'until');
    return describeSite(trx, ctx, site.id);
  });
}

/** Replaces a device by another at a given time. @throws forbidden, notFound, validation, conflict */
export async function replaceDevice(
  core: Core,
  ctx: Ctx,
  { id, devid, by, at }: { id: string; devid: string; by: string; at?: number | undefined },
): Promise<SiteDetail> {
  return core.services.db.transaction().execute(async (trx) => {
    const site = await lockSite(trx, ctx, id);
    const moment = momentOf(ctx, at, 'at');
    await leave(trx, ctx, site, devid, moment, 'at');
    await join(trx, ctx, site, by, moment, 'by');
    return describeSite(trx, ctx, site.id);
  });
}

/** The start of the quarter-hour that contains a time. @throws validation in the future */
function momentOf(ctx: Ctx, at_ms: number | undefined, path: string): Date {
  const at = quarterOf(at_ms ?? ctx.now.getTime());
  if (at <= ctx.now.getTime()) return new Date(at);
  throw fieldError(path, 'site.future', 'The time must not be in the future');
}

async function join(
  trx: Trx,
  ctx: Ctx,
  site: SiteRow,
  devid: string,
  since: Date,
  path: string,
): Promise<void> {
  const thing = await findThing(trx, ctx.caller, devid);
  await lockThing(trx, thing.id);
  if (since.getTime() < quarterOf(thing.visibleFrom_ms))
    throw fieldError(path, 'site.beforeTakeover', 'The device was taken over later, without its history');
  // First, so that binding finds the device in a site and does not choose one itself.
  const [other] = await membershipsAfter(trx, thing.id, since);
  if (other) {
    const text = `The device belongs to the site "${other.siteName}" at that time`;
    throw conflictError(path, 'site.deviceElsewhere', text);
  }
  await insertMembership(trx, { siteId: site.id, thingId: thing.id, since, by: ctx.caller.accountId });
  const owner = await loadAccount(trx, ctx.caller, site.accountId);
  await bindIn(trx, ctx, [owner], [thing]);
  await audit(trx, ctx, {
    action: 'site.addDevice',
    objectType: 'site',
    objectId: site.id,
    details: { devid: thing.devid, since: since.getTime() },
  });
}

async function leave(
  trx: Trx,
  ctx: Ctx,
  site: SiteRow,
  devid: string,
  until: Date,
  path: string,
): Promise<void> {
  const member = await presentAt(trx, site.id, devid);
  if (!member) throw notFound();
  if (until < member.since)
    throw fieldError(path, 'site.beforeSince', 'The device came to the site later than that');
  await endMembership(trx, member.id, until, ctx.caller.accountId);
  await audit(trx, ctx, {
    action: 'site.removeDevice',
    objectType: 'site',
    objectId: site.id,
    details: { devid: member.devid, until: until.getTime() },
  });
}
