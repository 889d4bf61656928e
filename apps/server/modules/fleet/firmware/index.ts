import type {
  Campaign,
  CampaignBody,
  CommandAnswer,
  FirmwareKey,
  FirmwarePackage,
  UpgradeBody,
} from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Module } from '../../../platform/module.ts';
import { OrphanSweep } from '../../../platform/orphan-sweep.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { Services } from '../../../platform/services.ts';
import type { UplinkRouter } from '../../../platform/uplink.ts';
import type { Telemetry } from '../telemetry/index.ts';
import type { ThingRow, Things } from '../things/index.ts';
import type { Core } from './core.ts';
import { dropJobsOfDeleted } from './end-job.ts';
import { handleDeviceOnline, handleProgress } from './handle-progress.ts';
import { addKey } from './manage-keys.ts';
import { firmwareRoutes } from './routes.ts';
import { startCampaign, upgradeOne } from './start-campaign.ts';
import { PACKAGE_FILES, packagesWithRow } from './store-packages.ts';
import { Sweep } from './sweep.ts';
import { importPackage } from './upload-package.ts';

/** Signed packages, and campaigns that install them on devices (docs/decisions/0014). */
export { fileKey as packageKey } from './store-packages.ts';

export interface Firmware extends Module {
  /** Upgrades one visible thing, for `upgrade` of the message call. @throws validation, conflict */
  upgradeOne(ctx: Ctx, thing: ThingRow, body: UpgradeBody): Promise<CommandAnswer>;
  /** Trusts a public key. @throws validation, conflict */
  addKey(ctx: Ctx, input: { name: string; public_key: string }): Promise<FirmwareKey>;
  /** Stores a signed package from memory instead of an upload. @throws as an upload */
  importPackage(ctx: Ctx, fields: Record<string, string>, content: Uint8Array): Promise<FirmwarePackage>;
  /** @throws notFound, validation */
  startCampaign(ctx: Ctx, body: CampaignBody): Promise<Campaign>;
  /** Runs the sweep of campaigns now, instead of within a second. */
  sweep(): Promise<void>;
}

export async function createFirmware(
  services: Services,
  things: Things,
  telemetry: Pick<Telemetry, 'refreshStatus' | 'reject'>,
  uplink: UplinkRouter,
): Promise<Firmware> {
  const core: Core = { services, things, telemetry };
  const sweep = new Sweep(core);
  const orphans = new OrphanSweep(schedule.firmware_orphans, services, PACKAGE_FILES, (ids) =>
    packagesWithRow(services.db, ids),
  );
  things.onDelete((trx, { now }, ids) => dropJobsOfDeleted(trx, ids, now));
  uplink.on('upgrade', (message) => handleProgress(core, message));
  uplink.on('state', (message) => handleDeviceOnline(core, message));
  return {
    upgradeOne: (ctx, thing, body) => upgradeOne(core, ctx, thing, body),
    addKey: (ctx, input) => addKey(core, ctx, input),
    importPackage: (ctx, fields, content) => importPackage(core, ctx, fields, content),
    startCampaign: (ctx, body) => startCampaign(core, ctx, body),
    sweep: () => sweep.run(),
    routes: (http) => firmwareRoutes(http, core),
    async start() {
      sweep.start();
      orphans.start();
    },
    async stop() {
      await Promise.all([sweep.stop(), orphans.stop()]);
    },
  };
}
