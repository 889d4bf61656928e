import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { forbidden } from '../../../platform/errors.ts';
import { type Core, mayRegister } from './core.ts';
import { disconnectDevice, revokeDevice } from './disconnect-device.ts';
import { findThing } from './find-thing.ts';
import { newSecret } from './register-thing.ts';
import { updateSecret } from './store.ts';

/**
 * A new MQTT secret for a thing. The old one is revoked immediately on every node, and a device connected with it is
 * disconnected.
 * @throws forbidden, notFound
 */
export async function rotateSecret(core: Core, ctx: Ctx, idOrDevid: string): Promise<{ secret: string }> {
  if (!mayRegister(ctx.caller.roleId)) throw forbidden();
  const { secret, hash } = newSecret();
  const { devid } = await core.services.db.transaction().execute(async (trx) => {
    const thing = await findThing(trx, ctx.caller, idOrDevid);
    await updateSecret(trx, thing.id, hash, ctx.now);
    await revokeDevice(trx, thing.devid);
    await audit(trx, ctx, {
      action: 'thing.secret',
      objectType: 'thing',
      objectId: thing.id,
      details: { devid: thing.devid },
    });
    return thing;
  });
  await disconnectDevice(core, devid);
  return { secret };
}
