import type { ApiTokenFamily, ApiTokenScope } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Rights } from '../../../platform/ctx.ts';
import { type Db, oneRow, type Trx } from '../../../platform/db.ts';
import type { Reach } from './api-token-reach.ts';
import type { SessionFacts } from './session-cache.ts';
import { callerColumns, callerOf, type StoredCaller } from './store.ts';

/** The SQL of API tokens. */

const noRight: Rights = { has: () => false };

export interface TokenFacts extends SessionFacts, Reach {
  tokenId: string;
}

/** The password was not changed since: a changed one ends the account's tokens. */
const samePassword = sql`(a.password_changed_at is null or a.password_changed_at <= t.created_at)`;

/** The caller behind a token, unless it was revoked or its account is disabled or deleted. */
export async function callerOfToken(db: Db, hash: Buffer): Promise<TokenFacts | null> {
  const { rows } = await sql<
    StoredCaller & {
      must_change_password: boolean;
      token_id: string;
      token_name: string;
      scope: ApiTokenScope;
      families: ApiTokenFamily[];
      expires_at: Date;
    }
  >`
    select ${callerColumns}, t.id as token_id, t.name as token_name, t.scope, t.families, t.expires_at
    from api_tokens t join accounts a on a.id = t.account_id
    where t.token_hash = ${hash} and t.revoked_at is null and ${samePassword} and a.disabled_at is null
      and not tenant_disabled(a.tenant_id) and a.deleted_at is null`.execute(db);
  const [row] = rows;
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

export interface TokenRow {
  id: string;
  name: string;
  scope: ApiTokenScope;
  families: ApiTokenFamily[];
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  last_used_ip: string | null;
}

/** Valid tokens of an account, newest first. */
export async function livingTokens(db: Db | Trx, accountId: string, now: Date): Promise<TokenRow[]> {
  const { rows } = await sql<TokenRow>`
    select t.id, t.name, t.scope, t.families, t.created_at, t.expires_at, t.last_used_at, t.last_used_ip
    from api_tokens t join accounts a on a.id = t.account_id
    where t.account_id = ${accountId} and t.revoked_at is null and t.expires_at > ${now} and ${samePassword}
    order by t.created_at desc, t.id`.execute(db);
  return rows;
}

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
  return oneRow(
    await sql<TokenRow>`
      insert into api_tokens (account_id, token_hash, name, scope, families, created_at, expires_at)
      values (${v.accountId}, ${v.hash}, ${v.name}, ${v.scope}, ${v.families}, ${v.now}, ${v.expiresAt})
      returning id, name, scope, families, created_at, expires_at, last_used_at, last_used_ip`.execute(trx),
  );
}

/** Revokes a token of an account; returns its name, or null when the account has no such valid token. */
export async function revokeToken(
  trx: Trx,
  v: { accountId: string; tokenId: string; now: Date },
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    update api_tokens set revoked_at = ${v.now}
    where id = ${v.tokenId} and account_id = ${v.accountId} and revoked_at is null and expires_at > ${v.now}
    returning name`.execute(trx);
  return rows[0]?.name ?? null;
}

/** Records a use of a token, unless another node has within `every_ms`. */
export async function noteTokenUse(
  db: Db,
  v: { tokenId: string; ip: string; now: Date; every_ms: number },
): Promise<void> {
  const before = new Date(v.now.getTime() - v.every_ms);
  await sql`
    update api_tokens set last_used_at = ${v.now}, last_used_ip = ${v.ip || null}
    where id = ${v.tokenId} and (last_used_at is null or last_used_at <= ${before})`.execute(db);
}

/** Deletes tokens that ended long ago. */
export async function sweepTokens(db: Db, now: Date): Promise<void> {
  const quarterAgo = new Date(now.getTime() - 90 * 24 * 3600_000);
  await sql`delete from api_tokens where expires_at < ${quarterAgo} or revoked_at < ${quarterAgo}`.execute(
    db,
  );
}
