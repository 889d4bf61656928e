import type { ThingEvent } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { isUuid } from '../../../platform/uuid.ts';
import type { Telemetry } from '../telemetry/index.ts';
import { publishEventChanges } from './publish-changes.ts';
import { markSeen } from './store.ts';
import { eventsById } from './store-list.ts';

type Deps = Pick<Services, 'db' | 'bus' | 'log'> & { telemetry: Pick<Telemetry, 'refreshStatus'> };

/** Maximum number of devids in an audit row; more are only counted. */
const MAX_AUDITED = 50;

/**
 * Acknowledges events for the caller, all or none. They stay active: acknowledging clears nothing. Every node is
 * notified, so that counters of unseen events refresh.
 * @throws notFound when any is of a thing outside the subtree
 */
export async function acknowledgeEvents(
  deps: Deps,
  ctx: Ctx,
  input: { ids: readonly string[]; remark?: string | undefined },
): Promise<ThingEvent[]> {
  const ids = [...new Set(input.ids)];
  if (!ids.every(isUuid)) throw notFound();
  const { seen: events, things } = await deps.db.transaction().execute(async (trx) => {
    if ((await eventsById(trx, ctx.caller, ids)).length !== ids.length) throw notFound();
    const things = await markSeen(trx, ids, {
      accountId: ctx.caller.accountId,
      at: ctx.now,
      remark: input.remark || undefined,
    });
    const seen = await eventsById(trx, ctx.caller, ids);
    const [first] = seen;
    await audit(trx, ctx, {
      action: 'event.acknowledge',
      objectType: 'event',
      ...(first && seen.length === 1
        ? { objectId: first.id, details: { devid: first.devid, code: first.code, remark: first.remark } }
        : {
            details: {
              count: seen.length,
              ids: ids.slice(0, MAX_AUDITED),
              devids: [...new Set(seen.map((e) => e.devid))].slice(0, MAX_AUDITED),
              remark: input.remark ?? null,
            },
          }),
    });
    return { seen, things };
  });
  await publishEventChanges(
    deps,
    deps.telemetry,
    events.map((event) => ({ ...event, thing_id: things.get(event.id) ?? '' })),
  );
  return events;
}

export async function acknowledgeEvent(
  deps: Deps,
  ctx: Ctx,
  input: { id: string; remark?: string | undefined },
): Promise<ThingEvent> {
  const [event] = await acknowledgeEvents(deps, ctx, { ...input, ids: [input.id] });
  if (!event) throw notFound();
  return event;
}
