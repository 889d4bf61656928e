import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { PublicCtx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import type { Outcome } from './deliver.ts';

/** A channel without a delivery for this long is stopped at the next message that fails for good. */
export const MAX_FAILING_MS = 3 * 86_400_000;

/** Locks a channel until the transaction ends; before its messages, in the same order as its removal. */
export async function lockChannel(trx: Trx, id: string): Promise<void> {
  await sql`select from notification_channels where id = ${id} for no key update`.execute(trx);
}

/**
 * Records the outcome of a message. A channel whose receiver is gone, or which has failed for days, is stopped: its
 * pending messages are dropped, and nothing is sent until its owner enables it again.
 * @param givenUp The message is not retried any more.
 */
export async function recordOutcome(
  trx: Trx,
  ctx: PublicCtx,
  channelId: string,
  { outcome, givenUp }: { outcome: Outcome; givenUp: boolean },
): Promise<void> {
  if (outcome.state === 'dropped') return;
  if (outcome.state === 'sent') {
    await sql`update notification_channels set failing_since = null
      where id = ${channelId} and failing_since is not null`.execute(trx);
    return;
  }
  const { rows } = await sql<{ since: Date }>`
    update notification_channels set failing_since = coalesce(failing_since, ${ctx.now}) where id = ${channelId}
    returning failing_since as since`.execute(trx);
  const since = rows[0]?.since ?? ctx.now;
  const fails = givenUp && ctx.now.getTime() - since.getTime() >= MAX_FAILING_MS;
  if (outcome.gone || fails) await stopChannel(trx, ctx, channelId, outcome.error);
}

async function stopChannel(trx: Trx, ctx: PublicCtx, id: string, reason: string): Promise<void> {
  const { rows } = await sql<{ name: string; kind: string; tenant_id: string }>`
    update notification_channels c set stopped_at = ${ctx.now}, stop_reason = ${reason} from accounts a
    where c.id = ${id} and c.stopped_at is null and c.deleted_at is null and a.id = c.account_id
    returning c.name, c.kind, a.tenant_id`.execute(trx);
  const [channel] = rows;
  if (!channel) return;
  await dropWaiting(trx, ctx, id, 'error.stopped');
  const { name, kind, tenant_id: tenantId } = channel;
  await audit(trx, ctx, {
    action: 'notification.channel.stop',
    objectType: 'notification',
    objectId: id,
    tenantId,
    details: { kind, name, reason },
  });
}

/** Drops pending messages of a channel. */
export async function dropWaiting(
  trx: Trx,
  ctx: Pick<PublicCtx, 'now'>,
  channelId: string,
  error: string | null,
): Promise<void> {
  await sql`delete from notification_items where channel_id = ${channelId} and message_id is null`.execute(
    trx,
  );
  await sql`update notification_messages set state = 'dropped', error = ${error}, done_at = ${ctx.now}
    where channel_id = ${channelId} and state = 'waiting'`.execute(trx);
}
