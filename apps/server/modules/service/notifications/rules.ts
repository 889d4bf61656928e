import type * as contract from '@voltloop/contract';
import { type BodyOf, MAX_NOTIFICATION_RULES, PREVIEW_DAYS } from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError, fieldError, notFound } from '../../../platform/errors.ts';
import { lockName } from '../../../platform/lock-name.ts';
import { isUuid } from '../../../platform/uuid.ts';
import {
  accountSeesThing,
  checkSite,
  loadAccount,
  seesMoment,
  seesThing,
} from '../../people/accounts/index.ts';
import { ownChannels } from './channels.ts';
import type { Core } from './core.ts';
import { ruleCovers } from './match-changes.ts';
import { escalationOf } from './people.ts';

type Rule = BodyOf<typeof contract.insertNotificationRule>;

type Scope = Pick<BodyOf<typeof contract.insertNotificationRule>, 'account_id' | 'site_id' | 'devid'>;

/** Devices of a rule: those of an account and below, of a site, or a single one; null when unrestricted. */
interface StoredScope {
  scope_account_id: string | null;
  scope_thing_id: string | null;
  scope_site_id: string | null;
}

/**
 * The devices that a rule names, all visible to the caller. @throws validation beside the field that resolves to nothing
 */
async function scopeOf(trx: Trx, ctx: Ctx, body: Scope): Promise<StoredScope> {
  return {
    scope_account_id: body.account_id ? await accountOf(trx, ctx, body.account_id) : null,
    scope_thing_id: body.devid ? await thingOf(trx, ctx, body.devid) : null,
    scope_site_id: body.site_id ? await siteOf(trx, ctx, body.site_id) : null,
  };
}

async function accountOf(trx: Trx, ctx: Ctx, id: string): Promise<string> {
  const unknown = fieldError('account_id', 'rule.account', 'Choose an account at or below yours');
  if (!isUuid(id)) throw unknown;
  const account = await loadAccount(trx, ctx.caller, id).catch((error: unknown) => {
    throw isNotFound(error) ? unknown : error;
  });
  return account.id;
}

async function siteOf(trx: Trx, ctx: Ctx, id: string): Promise<string> {
  await checkSite(trx, ctx.caller, id).catch((error: unknown) => {
    throw isNotFound(error)
      ? fieldError('site_id', 'notification.site', 'Choose a site that you can see')
      : error;
  });
  return id;
}

async function thingOf(trx: Trx, ctx: Ctx, devid: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select t.id from things t
    where t.devid = ${devid} and t.deleted_at is null and ${seesThing(ctx.caller, 't.id')}`.execute(trx);
  if (!rows[0]) throw fieldError('devid', 'notification.device', 'Choose a device that you can see');
  return rows[0].id;
}

const isNotFound = (error: unknown) => error instanceof AppError && error.codeName === 'notFound';

/** Adds a rule, or replaces the one with the id. @throws validation, notFound, conflict with too many */
export async function saveRule(core: Core, ctx: Ctx, body: Rule, id: string | null): Promise<string> {
  const { accountId, tenantId } = ctx.caller;
  if (id !== null && !isUuid(id)) throw notFound();
  return core.services.db.transaction().execute(async (trx) => {
    // Counting of concurrently saved rules is serialised.
    await lockName(trx, `rules ${accountId}`);
    const own = new Set((await ownChannels(trx, accountId)).map((channel) => channel.id));
    const used = [...body.channel_ids, ...(body.remind_channel_id ? [body.remind_channel_id] : [])];
    if (!used.every((channel) => own.has(channel)))
      throw fieldError('channel_ids', 'notification.channel', 'Choose channels of your own');
    const reminds = body.remind_min !== null && body.remind_channel_id !== null;
    const scope = await scopeOf(trx, ctx, body);
    const c = {
      name: body.name,
      enabled: body.enabled,
      least_level: body.least_level,
      codes: [...new Set(body.codes)],
      ...scope,
      channel_ids: [...new Set(body.channel_ids)],
      digest: body.digest,
      on_end: body.on_end,
      faults_pass: body.faults_pass,
      remind_min: reminds ? body.remind_min : null,
      remind_channel_id: reminds ? body.remind_channel_id : null,
      ...(await escalationOf(trx, ctx, body, scope.scope_thing_id)),
    };
    const { rows } = await (id === null
      ? sql<{
          id: string;
        }>`insert into notification_rules (tenant_id, account_id, created_at, name, enabled, least_level, codes,
            scope_account_id, scope_thing_id, scope_site_id, channel_ids, digest, on_end, faults_pass, remind_min,
            remind_channel_id, escalate_min, escalate_account_id)
          select ${tenantId}, ${accountId}, ${ctx.now}, ${c.name}, ${c.enabled}, ${c.least_level}, ${c.codes}::text[],
            ${c.scope_account_id}::uuid, ${c.scope_thing_id}::uuid, ${c.scope_site_id}::uuid, ${c.channel_ids}::uuid[],
            ${c.digest}, ${c.on_end}, ${c.faults_pass}, ${c.remind_min}::int, ${c.remind_channel_id}::uuid,
            ${c.escalate_min}::int, ${c.escalate_account_id}::uuid
          where (select count(*) from notification_rules where account_id = ${accountId} and deleted_at is null)
            < ${MAX_NOTIFICATION_RULES} returning id`.execute(trx)
      : sql<{
          id: string;
        }>`update notification_rules set name = ${c.name}, enabled = ${c.enabled}, least_level = ${c.least_level},
            codes = ${c.codes}::text[], scope_account_id = ${c.scope_account_id}::uuid, scope_thing_id = ${c.scope_thing_id}::uuid,
            scope_site_id = ${c.scope_site_id}::uuid, channel_ids = ${c.channel_ids}::uuid[], digest = ${c.digest}, on_end = ${c.on_end}, faults_pass = ${c.faults_pass},
            remind_min = ${c.remind_min}::int, remind_channel_id = ${c.remind_channel_id}::uuid,
            escalate_min = ${c.escalate_min}::int, escalate_account_id = ${c.escalate_account_id}::uuid
          where id = ${id} and account_id = ${accountId} and deleted_at is null returning id`.execute(trx));
    const [row] = rows;
    if (!row && id !== null) throw notFound();
    if (!row)
      throw new AppError('conflict', { message: `There are ${MAX_NOTIFICATION_RULES} rules already` });
    const action = id === null ? 'notification.rule.insert' : 'notification.rule.update';
    await audit(trx, ctx, { action, objectType: 'notification', objectId: row.id, details: { ...c } });
    return row.id;
  });
}

/** @throws notFound */
export async function deleteRule(core: Core, ctx: Ctx, id: string): Promise<void> {
  if (!isUuid(id)) throw notFound();
  await core.services.db.transaction().execute(async (trx) => {
    const { rows } = await sql`update notification_rules set deleted_at = ${ctx.now}
      where id = ${id} and account_id = ${ctx.caller.accountId} and deleted_at is null returning 1`.execute(
      trx,
    );
    if (rows.length === 0) throw notFound();
    await audit(trx, ctx, { action: 'notification.rule.delete', objectType: 'notification', objectId: id });
  });
}

/**
 * The number of recent events for which a rule would have notified the caller, with the conditions for matching changes
 * and the caller's current visibility. @throws validation beside the field that resolves to nothing
 */
export async function previewRule(
  { services: { db } }: Core,
  ctx: Ctx,
  body: BodyOf<typeof contract.previewNotificationRule>,
): Promise<{ events: number }> {
  const since = new Date(ctx.now.getTime() - PREVIEW_DAYS * 86_400_000);
  return db.transaction().execute(async (trx) => {
    const scope = await scopeOf(trx, ctx, body);
    const { rows } = await sql<{ events: number }>`
      select count(*)::int as events
      from (select ${body.codes}::text[] as codes, ${scope.scope_account_id}::uuid as scope_account_id,
          ${scope.scope_thing_id}::uuid as scope_thing_id, ${scope.scope_site_id}::uuid as scope_site_id) r
        cross join events e
      where e.tenant_id = ${ctx.caller.tenantId} and e.begin_time >= ${since} and e.begin_time <= ${ctx.now}
        and e.level >= ${body.least_level} and ${ruleCovers('r', 'e')}
        and ${seesThing(ctx.caller, 'e.thing_id')}
        and ${seesMoment(ctx.caller, 'e.thing_id', sql`coalesce(e.end_time, 'infinity')`)}
        and (r.scope_account_id is null or ${accountSeesThing('r.scope_account_id', 'e.thing_id')})`.execute(
      trx,
    );
    return { events: rows[0]?.events ?? 0 };
  });
}
