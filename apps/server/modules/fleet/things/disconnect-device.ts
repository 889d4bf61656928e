import type { Trx } from '../../../platform/db.ts';
import { notify } from '../../../platform/notices.ts';
import type { Core } from './core.ts';

/** Notice to disconnect a device; a device id has no blanks. */
const PREFIX = 'disconnect ';

/** Revokes the credentials of a device on every node; on commit. Call {@link disconnectDevice} after it. */
export async function revokeDevice(trx: Trx, devid: string): Promise<void> {
  await notify(trx, 'voltloop_things', devid);
  await notify(trx, 'voltloop_things', `${PREFIX}${devid}`);
}

/** Ends the connection of a device with revoked credentials, and discards what the broker stores for it. */
export async function disconnectDevice(core: Core, devid: string): Promise<void> {
  core.registry.invalidate(devid);
  await core.services.bus.disconnect(devid);
}

/** Handles a notice of things: cached devices are read again, and revoked ones are disconnected from this node. */
export function onThingNotice({ registry, services }: Core, notice: string): void {
  if (!notice.startsWith(PREFIX)) {
    // Without a devid: a change of many things.
    if (notice === '') registry.invalidateAll();
    else registry.invalidate(notice);
    return;
  }
  const devid = notice.slice(PREFIX.length);
  registry.invalidate(devid);
  services.bus.disconnectHere(devid).catch((err: unknown) => {
    services.log.warn({ err, devid }, 'a device with revoked credentials was not disconnected');
  });
}
