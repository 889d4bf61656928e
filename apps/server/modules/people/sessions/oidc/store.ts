import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/db.ts';

/** The SQL of single sign-on. */

export type Origin = 'self' | 'email' | 'groups';

export interface Identity {
  accountId: string;
  origin: Origin;
}

export async function identityOf(trx: Trx, issuer: string, subject: string): Promise<Identity | null> {
  const { rows } = await sql<{ account_id: string; origin: Origin }>`
    select account_id, origin from account_identities
    where issuer = ${issuer} and subject = ${subject}`.execute(trx);
  const [row] = rows;
  return row ? { accountId: row.account_id, origin: row.origin } : null;
}

export async function identityOfAccount(db: Db | Trx, issuer: string, accountId: string) {
  const { rows } = await sql<{ label: string | null; linked_at: Date; last_used_at: Date | null }>`
    select label, linked_at, last_used_at from account_identities
    where issuer = ${issuer} and account_id = ${accountId}`.execute(db);
  return rows[0];
}

/** Links a person to an account; false where either is linked already. */
export async function insertIdentity(
  trx: Trx,
  v: {
    issuer: string;
    subject: string;
    accountId: string;
    origin: Origin;
    label: string | null;
    now: Date;
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into account_identities (issuer, subject, account_id, origin, label, linked_at)
    values (${v.issuer}, ${v.subject}, ${v.accountId}, ${v.origin}, ${v.label}, ${v.now})
    on conflict do nothing returning account_id`.execute(trx);
  return rows.length > 0;
}

export async function noteUse(
  trx: Trx,
  v: { issuer: string; subject: string; label: string | null; now: Date },
): Promise<void> {
  await sql`
    update account_identities set last_used_at = ${v.now}, label = ${v.label}
    where issuer = ${v.issuer} and subject = ${v.subject}`.execute(trx);
}

/** Removes the link of an account; false where there is none. */
export async function deleteIdentity(trx: Trx, issuer: string, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from account_identities where issuer = ${issuer} and account_id = ${accountId}
    returning account_id`.execute(trx);
  return rows.length > 0;
}

/** Records that an answer was used; false where it was before. */
export async function consumeState(db: Db, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into used_oidc_states (state_hash, expires_at) values (${hash}, ${expiresAt})
    on conflict do nothing returning expires_at`.execute(db);
  return rows.length > 0;
}

export async function sweepStates(db: Db, now: Date): Promise<void> {
  await sql`delete from used_oidc_states where expires_at < ${now}`.execute(db);
}

/** The id of a tenant's role by its name, locked until the transaction ends; null where there is none. */
export async function lockRole(trx: Trx, tenantId: string, name: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from roles
    where tenant_id = ${tenantId}::uuid and lower(name) = lower(${name}) for share`.execute(trx);
  return rows[0]?.id ?? null;
}

export async function assignRole(trx: Trx, accountId: string, roleId: number, now: Date): Promise<void> {
  await sql`update accounts set role_id = ${roleId}, updated_at = ${now} where id = ${accountId}`.execute(
    trx,
  );
}

/** Whether an account is that of the brand with this host name, or below it. */
export async function isBelowBrand(trx: Trx, host: string, accountId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from brands b join accounts o on o.id = b.account_id and o.deleted_at is null
    join accounts a on a.tenant_id = o.tenant_id and a.path <@ o.path
    where b.host = ${host} and a.id = ${accountId}::uuid`.execute(trx);
  return rows.length > 0;
}

export async function isHostOfBrand(db: Db, host: string): Promise<boolean> {
  const { rows } = await sql`select 1 from brands where host = ${host}`.execute(db);
  return rows.length > 0;
}
