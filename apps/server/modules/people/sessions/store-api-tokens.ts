import type { ApiTokenFamily, ApiTokenScope } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Rights } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import type { Reach } from './api-token-reach.ts';
import type { SessionFacts } from './session-cache.ts';
import { callerColumns, callerOf } from './store.ts';

/** The SQL of API tokens. */

const noRight: Rights = { has: () => false };

export interface TokenFacts extends SessionFacts, Reach {
  tokenId: string;
}

/** The password was not changed since: a changed one ends the account's tokens. */
const samePassword = sql<boolean>`(a.password_changed_at is null or a.password_changed_at <= t.created_at)`;

/** The caller behind a token, unless it was revoked or its account is disabled or deleted. */
export async function callerOfToken(db: Db, hash: Buffer): Promise<TokenFacts | null> {
  const row = await db
    .selectFrom('api_tokens as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .select(callerColumns)
    .select(['t.id as token_id', 't.name as token_name', 't.scope', 't.families', 't.expires_at'])
    .where('t.token_hash', '=', hash)
    .where('t.revoked_at', 'is', null)
    .where(samePassword)
    .where('a.disabled_at', 'is', null)
    .where(sql<boolean>`not tenant_disabled(a.tenant_id)`)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const caller = await callerOf(db, row, row.token_id);
  return {
    caller: {
      ...caller,
      apiToken: { id: row.token_id, name: row.token_name },
      // Calls of both families check rights for their back-office part.
      rights: row.families.includes('backoffice') ? caller.rights : noRight,
    },
    tokenId: row.token_id,
    scope: row.scope,
    families: row.families,
    endsAt: row.expires_at,
    mustChangePassword: row.must_change_password,
  };
}

/** Valid tokens of an account, newest first. */
export async function livingTokens(db: Db | Trx, accountId: string, now: Date) {
  return db
    .selectFrom('api_tokens as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .select(['t.id', 't.name', 't.scope', 't.families', 't.created_at', 't.expires_at'])
    .select(['t.last_used_at', 't.last_used_ip'])
    .where('t.account_id', '=', accountId)
    .where('t.revoked_at', 'is', null)
    .where('t.expires_at', '>', now)
    .where(samePassword)
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id')
    .execute();
}
export type TokenRow = Awaited<ReturnType<typeof livingTokens>>[number];

export async function insertToken(
  trx: Trx,
  v: {
    accountId: string;
    name: string;
    hash: Buffer;
    scope: ApiTokenScope;
    families: ApiTokenFamily[];
    now: Date;
    expiresAt: Date;
  },
): Promise<TokenRow> {
  const row = {
    name: v.name,
    scope: v.scope,
    families: v.families,
    created_at: v.now,
    expires_at: v.expiresAt,
    last_used_at: null,
    last_used_ip: null,
  };
  const { id } = await trx
    .insertInto('api_tokens')
    .values({ ...row, account_id: v.accountId, token_hash: v.hash, revoked_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...row, id };
}

/** Revokes a token of an account; returns its name, or null when the account has no such valid token. */
export async function revokeToken(
  trx: Trx,
  v: { accountId: string; tokenId: string; now: Date },
): Promise<string | null> {
  const row = await trx
    .updateTable('api_tokens')
    .set({ revoked_at: v.now })
    .where('id', '=', v.tokenId)
    .where('account_id', '=', v.accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', v.now)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Records a use of a token, unless another node has within `every_ms`. */
export async function noteTokenUse(
  db: Db,
  v: { tokenId: string; ip: string; now: Date; every_ms: number },
): Promise<void> {
  const before = new Date(v.now.getTime() - v.every_ms);
  await db
    .updateTable('api_tokens')
    .set({ last_used_at: v.now, last_used_ip: v.ip || null })
    .where('id', '=', v.tokenId)
    .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<=', before)]))
    .execute();
}

/** Deletes tokens that ended long ago. */
export async function sweepTokens(db: Db, now: Date): Promise<void> {
  const quarterAgo = new Date(now.getTime() - 90 * 24 * 3600_000);
  await db
    .deleteFrom('api_tokens')
    .where((e) => e.or([e('expires_at', '<', quarterAgo), e('revoked_at', '<', quarterAgo)]))
    .execute();
}
