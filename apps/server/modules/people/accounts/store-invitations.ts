import type { Invitation, PortalKind } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import { type Db, oneRow, type Trx } from '../../../platform/db.ts';
import { lockName } from '../../../platform/lock-name.ts';
import { type PageWindow, readPage } from '../../../platform/paging.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { invitationState } from './rules-users.ts';
import { subtree } from './visibility.ts';

interface StoredInvitation {
  id: string;
  kind: PortalKind;
  note: string | null;
  email: string | null;
  inviter_id: string;
  inviter_name: string;
  uses: number;
  max_uses: number;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
}

const columns = sql`i.id, i.kind, i.note, i.email, i.inviter_id, a.name as inviter_name, i.uses, i.max_uses, i.created_at,
  i.expires_at, i.revoked_at`;

const toInvitation = (r: StoredInvitation, now: Date): Invitation => ({
  id: r.id,
  kind: r.kind,
  note: r.note,
  email: r.email,
  inviter_id: r.inviter_id,
  inviter_name: r.inviter_name,
  state: invitationState(
    { uses: r.uses, maxUses: r.max_uses, expiresAt: r.expires_at, revokedAt: r.revoked_at },
    now,
  ),
  uses: r.uses,
  max_uses: r.max_uses,
  created_at: r.created_at.getTime(),
  expires_at: r.expires_at.getTime(),
});

export async function insertInvitation(
  trx: Trx,
  v: {
    tenantId: string;
    inviterId: string;
    codeHash: Buffer;
    kind: PortalKind;
    note: string | null;
    email: string | null;
    maxUses: number;
    now: Date;
    expiresAt: Date;
  },
): Promise<string> {
  const { id } = oneRow(
    await sql<{ id: string }>`
      insert into invitations (tenant_id, inviter_id, code_hash, kind, note, email, max_uses, created_at,
        expires_at)
      values (${v.tenantId}, ${v.inviterId}, ${v.codeHash}, ${v.kind}, ${v.note}, ${v.email}, ${v.maxUses},
        ${v.now}, ${v.expiresAt})
      returning id`.execute(trx),
  );
  return id;
}

/** An invitation created at or below the caller; null for any other. */
export async function invitationById(
  db: Db | Trx,
  caller: Caller,
  id: string,
  now: Date,
  options: { lock?: boolean } = {},
): Promise<Invitation | null> {
  if (!isUuid(id)) return null;
  const { rows } = await sql<StoredInvitation>`
    select ${columns} from invitations i join accounts a on a.id = i.inviter_id
    where i.id = ${id}::uuid and ${subtree(caller, 'a')} ${options.lock ? sql`for update of i` : sql``}`.execute(
    db,
  );
  return rows[0] ? toInvitation(rows[0], now) : null;
}

/** One page of the invitations created at or below the caller, newest first, and their count. */
export async function findInvitations(
  db: Db,
  caller: Caller,
  state: Invitation['state'] | undefined,
  window: Pick<PageWindow, 'offset' | 'limit'>,
  now: Date,
): Promise<{ list: Invitation[]; total: number }> {
  const at = sql`${now}::timestamptz`;
  // The same order of reasons as `invitationState`.
  const states = {
    revoked: sql`i.revoked_at is not null`,
    used: sql`i.revoked_at is null and i.uses >= i.max_uses`,
    expired: sql`i.revoked_at is null and i.uses < i.max_uses and i.expires_at <= ${at}`,
    open: sql`i.revoked_at is null and i.uses < i.max_uses and i.expires_at > ${at}`,
  };
  const from = sql`from invitations i join accounts a on a.id = i.inviter_id
    where ${subtree(caller, 'a')}${state ? sql` and ${states[state]}` : sql``}`;
  const order = sql`i.created_at desc, i.id`;
  const { rows, total } = await readPage<StoredInvitation>(db, window, { columns, from, order });
  return { list: rows.map((r) => toInvitation(r, now)), total };
}

/** The invitation behind a code; `lock` locks it until the transaction ends. */
export async function invitationByHash(
  db: Db | Trx,
  codeHash: Buffer,
  options: { lock?: boolean } = {},
): Promise<{
  id: string;
  kind: PortalKind;
  email: string | null;
  inviterId: string;
  uses: number;
  maxUses: number;
  expiresAt: Date;
  revokedAt: Date | null;
} | null> {
  const { rows } = await sql<Omit<StoredInvitation, 'note' | 'inviter_name' | 'created_at'>>`
    select id, kind, email, inviter_id, uses, max_uses, expires_at, revoked_at from invitations
    where code_hash = ${codeHash} ${options.lock ? sql`for update` : sql``}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  return {
    id: row.id,
    kind: row.kind,
    email: row.email,
    inviterId: row.inviter_id,
    uses: row.uses,
    maxUses: row.max_uses,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}

export async function countUse(trx: Trx, invitationId: string, accountId: string, now: Date): Promise<void> {
  await sql`update invitations set uses = uses + 1 where id = ${invitationId}::uuid`.execute(trx);
  await sql`
    insert into invitation_uses (invitation_id, account_id, used_at)
    values (${invitationId}, ${accountId}, ${now})`.execute(trx);
}

export async function revokeInvitation(trx: Trx, id: string, now: Date): Promise<void> {
  await sql`update invitations set revoked_at = ${now} where id = ${id}`.execute(trx);
}

/**
 * Invitation e-mails in the last day: by an account, and by all accounts to an address. Further ones of the same
 * account and to the same address wait until the transaction ends, so that concurrent calls cannot exceed a limit.
 */
export async function countEmails(
  trx: Trx,
  inviterId: string,
  email: string,
  now: Date,
): Promise<{ byAccount: number; toAddress: number }> {
  await lockName(trx, `invitations of ${inviterId}`);
  await lockName(trx, `invitations to ${email.toLowerCase()}`);
  const day = new Date(now.getTime() - 24 * 3600_000);
  const { rows } = await sql<{ by_account: number; to_address: number }>`select
    (select count(*)::int from invitations where inviter_id = ${inviterId} and email is not null
      and created_at > ${day}) as by_account,
    (select count(*)::int from invitations where lower(email) = lower(${email}) and email is not null
      and created_at > ${day}) as to_address`.execute(trx);
  return { byAccount: rows[0]?.by_account ?? 0, toAddress: rows[0]?.to_address ?? 0 };
}
