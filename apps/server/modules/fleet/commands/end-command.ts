import { type AuditEntry, audit } from '../../../platform/audit.ts';
import type { Trx } from '../../../platform/db.ts';
import type { Services } from '../../../platform/services.ts';
import { systemCtx } from '../../../platform/system-ctx.ts';
import { announce } from './announce.ts';
import { type EndedCommand, markEnded } from './store.ts';

/**
 * Ends a pending command that must not be sent any more: it expires after its deadline, and is cancelled when its device
 * was deleted or its sender no longer sees it. Ignores any other; safe to call concurrently on several nodes.
 */
export async function endCommand(services: Services, id: string, now: Date): Promise<void> {
  const ended = await services.db.transaction().execute(async (trx) => {
    const [found] = await markEnded(trx, { id }, now);
    if (found) await audit(trx, systemCtx(services, now), entryOf(found));
    return found;
  });
  if (ended) await announceEnd(services, ended);
}

/** Cancels the pending commands of deleted things, in the transaction that deletes them. */
export async function cancelOfDeleted(
  services: Services,
  trx: Trx,
  thingIds: readonly string[],
  now: Date,
): Promise<{ entries: AuditEntry[]; follow: () => Promise<void> }> {
  const ended = await markEnded(trx, { thingIds }, now);
  return {
    entries: ended.map(entryOf),
    async follow() {
      for (const command of ended) await announceEnd(services, command);
    },
  };
}

const announceEnd = (services: Services, { id, devid, state }: EndedCommand): Promise<void> =>
  announce(services, { id, devid, state });

const entryOf = ({ id, state, reason, ...command }: EndedCommand): AuditEntry => ({
  action: state === 'expired' ? 'command.expire' : 'command.cancel',
  objectType: 'thing',
  objectId: command.thing_id,
  tenantId: command.tenant_id,
  details: {
    command: id,
    devid: command.devid,
    cmd: command.cmd,
    attempts: command.attempts,
    ...(reason === null ? {} : { reason }),
  },
});
