import type { ThingEvent } from '@voltloop/contract';
import { audit } from '../../platform/audit.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { notFound } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { isUuid } from '../../platform/uuid.ts';
import { checkTenant } from '../accounts/index.ts';
import { eventById, markSeen } from './store.ts';

/**
 * Notes that the caller has seen an event. It goes on as it is: acknowledging clears nothing.
 * @throws notFound for events of things outside the subtree
 */
export async function acknowledgeEvent(
  services: Pick<Services, 'db'>,
  ctx: Ctx,
  input: { tenantId: string; id: string; remark?: string | undefined },
): Promise<ThingEvent> {
  checkTenant(ctx.caller, input.tenantId);
  if (!isUuid(input.id)) throw notFound();
  return services.db.transaction().execute(async (trx) => {
    if (!(await eventById(trx, ctx.caller, input.id))) throw notFound();
    await markSeen(trx, input.id, {
      accountId: ctx.caller.accountId,
      at: ctx.now,
      remark: input.remark?.replaceAll('\0', ''),
    });
    const event = await eventById(trx, ctx.caller, input.id);
    if (!event) throw notFound();
    await audit(trx, ctx, {
      action: 'event.acknowledge',
      objectType: 'event',
      objectId: event.id,
      details: { devid: event.devid, code: event.code, remark: event.remark },
    });
    return event;
  });
}
