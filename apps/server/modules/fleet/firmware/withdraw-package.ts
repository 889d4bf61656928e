import type { FirmwarePackage } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Core } from './core.ts';
import { lockCampaign, openCampaignsOf, setCampaignState, upgradeJobs } from './store-campaigns.ts';
import { cancelSent } from './store-jobs.ts';
import { isVersionConflict, lockPackage, packageById, setPackageState, toPackage } from './store-packages.ts';

/** Withdraws a package, and cancels jobs that would still install it. @throws notFound; transition when it is already withdrawn */
export async function withdrawPackage(core: Core, ctx: Ctx, id: string): Promise<FirmwarePackage> {
  return move(core, ctx, id, 'withdrawn', async (trx) => withdrawAll(trx, ctx, [id]));
}

/**
 * Publishes a package. @throws notFound; transition when it is published; conflict when its version was uploaded again
 */
export async function publishPackage(core: Core, ctx: Ctx, id: string): Promise<FirmwarePackage> {
  return move(core, ctx, id, 'published', async (trx, found) => {
    await setPackageState(trx, id, 'published', ctx.now);
    await audit(trx, ctx, {
      action: 'firmware.package.publish',
      objectType: 'firmware_package',
      objectId: id,
      details: found,
    });
  });
}

async function move(
  core: Core,
  ctx: Ctx,
  id: string,
  to: FirmwarePackage['state'],
  write: (trx: Trx, found: { pkgtype: string; version: string }) => Promise<void>,
): Promise<FirmwarePackage> {
  const { db } = core.services;
  try {
    await db.transaction().execute(async (trx) => {
      const found = await lockPackage(trx, ctx.caller.tenantId, id);
      if (!found) throw notFound();
      // A withdrawn package stays withdrawn: its key may be compromised, its fault known. It can be uploaded again.
      if (found.state === to || found.state === 'withdrawn') throw new AppError('transition');
      await write(trx, { pkgtype: found.pkgtype, version: found.version });
    });
  } catch (e) {
    if (isVersionConflict(e)) throw new AppError('conflict', { message: 'This version already exists' });
    throw e;
  }
  const moved = await packageById(db, ctx.caller, id);
  if (!moved) throw notFound();
  return toPackage(moved);
}

/** Withdraws packages and cancels their campaigns, in the caller's transaction. */
export async function withdrawAll(trx: Trx, ctx: Ctx, packageIds: readonly string[]): Promise<void> {
  for (const id of packageIds) await setPackageState(trx, id, 'withdrawn', ctx.now);
  const campaigns = await openCampaignsOf(trx, packageIds);
  for (const id of campaigns) {
    await lockCampaign(trx, id);
    await setCampaignState(trx, id, 'cancelled', ctx.now);
  }
  await upgradeJobs.cancelUnsent(trx, campaigns, ctx.now, { error: 'withdrawn' });
  await cancelSent(trx, campaigns, ctx.caller.accountId, ctx.now);
  for (const id of packageIds) {
    await audit(trx, ctx, {
      action: 'firmware.package.withdraw',
      objectType: 'firmware_package',
      objectId: id,
      details: { campaigns },
    });
  }
}
