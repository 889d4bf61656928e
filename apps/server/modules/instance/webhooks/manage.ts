import { randomBytes, randomUUID } from 'node:crypto';
import {
  type BodyOf,
  type createWebhook,
  type listWebhooks,
  MAX_WEBHOOKS,
  type ReplyOf,
  type testWebhook,
} from '@voltloop/contract';
import { auditedObjects } from '@voltloop/resources/action-words.ts';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { conflictError, fieldError, notFound } from '../../../platform/errors.ts';
import { lockName } from '../../../platform/lock-name.ts';
import { endpointProblem } from '../../../platform/outbound/endpoint.ts';
import { isUuid } from '../../../platform/uuid.ts';
import type { Core } from './core.ts';
import { post } from './post.ts';
import { newestSeq, webhooksOf } from './store.ts';

export async function readWebhooks(
  { services: { db } }: Core,
  { caller }: Ctx,
): Promise<ReplyOf<typeof listWebhooks>> {
  return { list: await webhooksOf(db, caller.tenantId), object_types: auditedObjects() };
}

/** @throws validation for an address or object type that cannot be; conflict for too many */
export async function addWebhook(
  { services, box }: Core,
  ctx: Ctx,
  { name, url, object_types }: BodyOf<typeof createWebhook>,
): Promise<ReplyOf<typeof createWebhook>> {
  if (endpointProblem(url, services.config.webhookHosts, { query: true }) !== null)
    throw fieldError('url', 'notification.address', 'Must be an https address of a public host');
  const known = new Set(auditedObjects().map((each) => each.name));
  const types = [...new Set(object_types)];
  if (types.some((type) => !known.has(type)))
    throw fieldError('object_types', 'resource.filterValue', 'There is no such object type');
  const { tenantId } = ctx.caller;
  const id = randomUUID();
  const secret = randomBytes(32).toString('base64url');
  const sealed = (await box()).seal(Buffer.from(secret), id);
  return services.db.transaction().execute(async (trx) => {
    await lockName(trx, `webhooks ${tenantId}`);
    if ((await webhooksOf(trx, tenantId)).length >= MAX_WEBHOOKS)
      throw conflictError('', 'webhooks.tooMany', `There are ${MAX_WEBHOOKS} webhooks already`);
    // Before its own audit row, which is the first change that it may report.
    const seq = await newestSeq(trx, tenantId);
    await sql`insert into webhooks (id, tenant_id, name, url, secret, object_types, seq, created_at, next_at)
      values (${id}::uuid, ${tenantId}::uuid, ${name}, ${url}, ${sealed}, ${types}, ${seq}, ${ctx.now}, ${ctx.now})`.execute(
      trx,
    );
    // The host only: addresses may hold keys.
    const details = { name, host: new URL(url).host, object_types: types };
    await record(trx, ctx, 'webhook.create', id, details);
    const [webhook] = await webhooksOf(trx, tenantId, id);
    if (!webhook) throw notFound();
    return { secret, webhook };
  });
}

/** @throws notFound */
export async function pingWebhook(core: Core, ctx: Ctx, id: string): Promise<ReplyOf<typeof testWebhook>> {
  if (!isUuid(id)) throw notFound();
  const { rows } = await sql<{ url: string; secret: Buffer }>`
    select url, secret from webhooks where id = ${id}::uuid and tenant_id = ${ctx.caller.tenantId}::uuid
      and deleted_at is null`.execute(core.services.db);
  const [row] = rows;
  if (!row) throw notFound();
  const { error } = await post(core, { id, ...row }, `${id}:test:${ctx.now.getTime()}`, []);
  return { error };
}

/** @throws notFound */
export async function resume(core: Core, ctx: Ctx, id: string): Promise<void> {
  await change(core, ctx, id, async (trx, { name, stopped }) => {
    if (!stopped) return;
    await sql`update webhooks set stopped_at = null, failing_since = null, error = null, tries = 0, next_at = ${ctx.now}
      where id = ${id}::uuid`.execute(trx);
    await record(trx, ctx, 'webhook.resume', id, { name });
  });
  core.wake();
}

/** @throws notFound */
export async function remove(core: Core, ctx: Ctx, id: string): Promise<void> {
  await change(core, ctx, id, async (trx, { name }) => {
    await sql`update webhooks set deleted_at = ${ctx.now}, secret = '' where id = ${id}::uuid`.execute(trx);
    await record(trx, ctx, 'webhook.delete', id, { name });
  });
}

async function change(
  { services: { db } }: Core,
  ctx: Ctx,
  id: string,
  work: (trx: Trx, webhook: { name: string; stopped: boolean }) => Promise<void>,
): Promise<void> {
  if (!isUuid(id)) throw notFound();
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ name: string; stopped: boolean }>`
      select name, stopped_at is not null as stopped from webhooks
      where id = ${id}::uuid and tenant_id = ${ctx.caller.tenantId}::uuid and deleted_at is null for update`.execute(
      trx,
    );
    const [row] = rows;
    if (!row) throw notFound();
    await work(trx, row);
  });
}

const record = (trx: Trx, ctx: Ctx, action: string, id: string, details: Record<string, unknown>) =>
  audit(trx, ctx, { action, objectType: 'webhook', objectId: id, details });
