import type {
  BodyOf,
  createSite as createRoute,
  SiteDetail,
  updateSite as updateRoute,
} from '@voltloop/contract';
import { zoneOf } from '@voltloop/domain/place/zone-of.ts';
import { audit } from '../../../platform/audit.ts';
import { checkTimeZone } from '../../../platform/check-time-zone.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { conflictError, fieldError, forbidden } from '../../../platform/errors.ts';
import { loadNamedAccount, lockAccountTree } from '../../people/accounts/index.ts';
import { areaNamesOf } from '../../people/areas/index.ts';
import { changeZones, findThings, type ThingRow, tenantTimeZone, zoneChange } from '../things/index.ts';
import { type Core, mayManageSites } from './core.ts';
import { describeSite, lockSite } from './find-site.ts';
import { tagsOf } from './rules.ts';
import {
  changeSite,
  insertSite,
  markSiteDeleted,
  membersOf,
  type SiteFields,
  siteToFollow,
} from './store.ts';
import { fetchAgain } from './tariff/price-feed.ts';

/** Creates a site of an account of the caller's subtree. @throws forbidden, notFound, validation */
export async function createSite(
  core: Core,
  ctx: Ctx,
  { owner, ...fields }: BodyOf<typeof createRoute>,
): Promise<SiteDetail> {
  if (!mayManageSites(ctx.caller.roleId)) throw forbidden();
  checkFields(fields);
  return core.services.db.transaction().execute(async (trx) => {
    await lockAccountTree(trx, ctx.caller.tenantId, 'shared');
    const account = await loadNamedAccount(trx, ctx.caller, owner);
    checkOwnerKind(account.kind);
    const id = await insertSite(
      trx,
      { ...fields, tags: tagsOf(fields.tags), time_zone: await zoneIn(trx, ctx, fields) },
      { tenantId: ctx.caller.tenantId, accountId: account.id, by: ctx.caller.accountId, at: ctx.now },
    );
    await audit(trx, ctx, {
      action: 'site.create',
      objectType: 'site',
      objectId: id,
      details: { owner: account.userName },
    });
    return describeSite(trx, ctx, id);
  });
}

/** Sites belong to portal accounts below the main account, as devices do. @throws validation */
export function checkOwnerKind(kind: string, path = 'owner'): void {
  if (kind !== 'staff' && kind !== 'main') return;
  throw fieldError(path, 'site.owner', 'Sites belong to portal accounts below the main account');
}

/** Changes the given fields. @throws forbidden, notFound, validation */
export async function updateSite(
  core: Core,
  ctx: Ctx,
  id: string,
  { clearFields = [], ...fields }: BodyOf<typeof updateRoute>,
): Promise<SiteDetail> {
  checkFields(fields);
  return core.services.db.transaction().execute(async (trx) => {
    const site = await lockSite(trx, ctx, id);
    const zone = fields.time_zone ?? (fields.gps ? zoneOf(fields.gps) : site.timeZone);
    const change: SiteFields = {
      ...fields,
      ...(fields.tags ? { tags: tagsOf(fields.tags) } : {}),
      ...Object.fromEntries(clearFields.map((name) => [name, EMPTY[name]])),
      time_zone: zone,
    };
    await changeSite(trx, site.id, change, ctx.now);
    if (zone !== site.timeZone) {
      await fetchAgain(trx, ctx, site.id);
      const present = (await membersOf(trx, ctx.caller, site.id)).filter(
        ({ visible, until }) => visible && until === null,
      );
      const things = await findThings(
        trx,
        ctx.caller,
        present.map(({ devid }) => devid),
      );
      await changeZones(
        trx,
        ctx,
        things.filter(({ timeZone }) => timeZone === site.timeZone),
        zone,
      );
    }
    await audit(trx, ctx, {
      action: 'site.update',
      objectType: 'site',
      objectId: site.id,
      // Names of fields only: their values are personal data.
      details: {
        changed: Object.keys(fields),
        cleared: clearFields,
        ...(zone === site.timeZone ? {} : zoneChange(site.timeZone, zone)),
      },
    });
    return describeSite(trx, ctx, site.id);
  });
}

const EMPTY = { region: null, address: '', gps: null, tags: [] as string[] };

/** The zone of a new site: the given one, that of its position, or that of the tenant. */
async function zoneIn(trx: Trx, ctx: Ctx, { time_zone, gps }: SiteFields): Promise<string> {
  if (time_zone !== undefined) return time_zone;
  return gps ? zoneOf(gps) : tenantTimeZone(trx, ctx.caller.tenantId);
}

/**
 * The zone of a device was corrected: its site follows, if it had the same zone and no other of its devices still has
 * it (docs/decisions/0114).
 */
export async function followZone(trx: Trx, ctx: Ctx, thing: ThingRow, zone: string): Promise<void> {
  const site = await siteToFollow(trx, ctx.caller, thing.id, thing.timeZone);
  if (site === undefined) return;
  await changeSite(trx, site, { time_zone: zone }, ctx.now);
  await fetchAgain(trx, ctx, site);
  await audit(trx, ctx, {
    action: 'site.update',
    objectType: 'site',
    objectId: site,
    details: { changed: ['time_zone'], ...zoneChange(thing.timeZone, zone) },
  });
}

function checkFields(fields: SiteFields): void {
  if (fields.time_zone !== undefined) checkTimeZone(fields.time_zone, 'time_zone');
  if (fields.region && areaNamesOf(fields.region).length === 0)
    throw fieldError('region', 'site.region', 'Not a known administrative division');
}

/** Deletes a site without devices. @throws forbidden, notFound, conflict */
export async function deleteSite(core: Core, ctx: Ctx, id: string): Promise<null> {
  return core.services.db.transaction().execute(async (trx) => {
    const site = await lockSite(trx, ctx, id);
    const present = (await membersOf(trx, ctx.caller, site.id)).filter(({ until }) => until === null);
    if (present.length > 0)
      throw conflictError('id', 'site.notEmpty', 'Remove or transfer the devices of the site first');
    await markSiteDeleted(trx, site.id, ctx.now);
    await audit(trx, ctx, { action: 'site.delete', objectType: 'site', objectId: site.id });
    return null;
  });
}
