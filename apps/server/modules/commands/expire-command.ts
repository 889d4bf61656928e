import { audit } from '../../platform/audit.ts';
import type { Services } from '../../platform/services.ts';
import { systemCtx } from '../../platform/system-ctx.ts';
import { announce } from './announce.ts';
import { commandById, markExpired } from './store.ts';

/** Expires a pending command after its deadline. Ignores any other; safe to call concurrently on several nodes. */
export async function expireCommand(services: Services, id: string, now: Date): Promise<void> {
  const devid = await services.db.transaction().execute(async (trx) => {
    if (!(await markExpired(trx, id, now))) return null;
    const command = await commandById(trx, id);
    if (!command) return null;
    await audit(trx, systemCtx(services, now), {
      action: 'command.expire',
      objectType: 'thing',
      objectId: command.thing_id,
      tenantId: command.tenant_id,
      details: { command: id, devid: command.devid, cmd: command.cmd, attempts: command.attempts },
    });
    return command.devid;
  });
  if (devid) await announce(services, { id, devid, state: 'expired' });
}
