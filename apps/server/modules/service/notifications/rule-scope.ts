import type * as contract from '@voltloop/contract';
import type { BodyOf } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { checkSite, loadAccount, seesThing } from '../../people/accounts/index.ts';

type Scope = Pick<BodyOf<typeof contract.insertNotificationRule>, 'account_id' | 'site_id' | 'devid'>;

/** Devices of a rule: those of an account and below, of a site, or a single one; null when unrestricted. */
export interface StoredScope {
  scope_account_id: string | null;
  scope_thing_id: string | null;
  scope_site_id: string | null;
}

/**
 * The devices that a rule names, all visible to the caller. @throws validation beside the field that resolves to nothing
 */
export async function scopeOf(trx: Trx, ctx: Ctx, body: Scope): Promise<StoredScope> {
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
