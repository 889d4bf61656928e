import type * as contract from '@voltloop/contract';
import type { BodyOf, PushSubscriptionKeys } from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { fieldError } from '../../../platform/errors.ts';
import { lockName } from '../../../platform/lock-name.ts';
import { endpointProblem } from '../../../platform/outbound/endpoint.ts';
import { dropWaiting } from './channel-health.ts';
import { checkMayAdd } from './channels.ts';
import type { Core } from './core.ts';

type Body = BodyOf<typeof contract.insertPushChannel>;

/**
 * Creates a push channel for the caller's browser. Knowing the address of its subscription proves control of the
 * browser: a channel of the caller at that address is updated with the new keys and enabled, one of another account
 * ends, so that nobody receives messages of others who used the same browser.
 * @throws validation, conflict with too many
 */
export async function insertPushChannel(core: Core, ctx: Ctx, body: Body): Promise<{ id: string }> {
  const { accountId } = ctx.caller;
  await checkSubscription(core, body);
  const box = await core.box();
  return core.services.db.transaction().execute(async (trx) => {
    await lockName(trx, `push ${body.endpoint}`);
    const { rows } = await sql<{
      id: string;
      account_id: string;
    }>`select id, account_id from notification_channels
      where kind = 'push' and target = ${body.endpoint} and deleted_at is null order by id for update`.execute(
      trx,
    );
    for (const { id } of rows.filter((row) => row.account_id !== accountId)) await endOf(trx, ctx, id);
    const former = rows.find((row) => row.account_id === accountId);
    const id = former?.id ?? crypto.randomUUID();
    const keys = box.seal(Buffer.from(JSON.stringify(body.keys)), id);
    if (former) {
      await sql`update notification_channels set secret = ${keys}, name = ${body.name}, stopped_at = null,
        stop_reason = null, failing_since = null where id = ${id}`.execute(trx);
    } else {
      await checkMayAdd(trx, accountId, ctx.now);
      await sql`insert into notification_channels (id, account_id, kind, name, target, secret, created_at, verified_at)
        values (${id}, ${accountId}, 'push', ${body.name}, ${body.endpoint}, ${keys}, ${ctx.now}, ${ctx.now})`.execute(
        trx,
      );
    }
    await audit(trx, ctx, {
      action: former ? 'notification.channel.resume' : 'notification.channel.insert',
      objectType: 'notification',
      objectId: id,
      details: { kind: 'push', name: body.name },
    });
    return { id };
  });
}

/**
 * Ends a channel of another account whose browser the caller uses now. Its address is deleted: enabling it again must
 * not restore it.
 */
async function endOf(trx: Trx, ctx: Ctx, id: string): Promise<void> {
  const { rows } = await sql<{ tenant_id: string }>`update notification_channels c
    set stopped_at = ${ctx.now}, stop_reason = 'error.taken', secret = null, target = 'https://push.invalid/' from accounts a
    where c.id = ${id} and a.id = c.account_id returning a.tenant_id`.execute(trx);
  await dropWaiting(trx, ctx, id, 'error.stopped');
  await audit(
    trx,
    { ...ctx, caller: null },
    {
      action: 'notification.channel.stop',
      objectType: 'notification',
      objectId: id,
      ...(rows[0] ? { tenantId: rows[0].tenant_id } : {}),
      details: { kind: 'push', reason: 'error.taken' },
    },
  );
}

/** The address must belong to a public push service, and the keys must allow encryption. @throws validation */
async function checkSubscription(core: Core, { endpoint, keys }: Body): Promise<void> {
  if (endpointProblem(endpoint, core.services.config.webhookHosts, { query: true }) !== null)
    throw fieldError('endpoint', 'notification.address', 'Must be an https address of a public host');
  if (!(await areKeys(keys)))
    throw fieldError('keys', 'notification.pushKeys', 'The browser returned keys that cannot be used');
}

async function areKeys({ p256dh, auth }: PushSubscriptionKeys): Promise<boolean> {
  if (Buffer.from(auth, 'base64url').length !== 16) return false;
  const point = Buffer.from(p256dh, 'base64url');
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  return crypto.subtle.importKey('raw', point, curve, false, []).then(
    () => true,
    () => false,
  );
}
