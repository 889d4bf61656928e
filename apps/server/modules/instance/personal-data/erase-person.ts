import type { Erasure, KeptReason } from '@voltloop/contract';
import { type RawBuilder, sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { AuditContent } from '../../../platform/audit-hash.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { oneRow, type Trx } from '../../../platform/db.ts';
import { AppError, fieldError, forbidden } from '../../../platform/errors.ts';
import { notify } from '../../../platform/notices.ts';
import { redactAudit } from '../../../platform/redact-audit.ts';
import type { Services } from '../../../platform/services.ts';
import { type AccountRow, type Accounts, deleteIn, lockAccountTree } from '../../people/accounts/index.ts';
import { fileKey } from '../../people/files/index.ts';
import type { Sessions } from '../../people/sessions/index.ts';
import { countNamed } from './export-person.ts';
import { findPerson } from './find-person.ts';
import { accountColumns } from './person-tables.ts';
import { emailsOf } from './records.ts';

export interface Core {
  services: Services;
  accounts: Pick<Accounts, 'changed'>;
  sessions: Pick<Sessions, 'confirmPassword'>;
}

/**
 * Erases the personal data of an account permanently. Records that others need stay anonymised: the reply contains
 * their counts and the reasons. An account with accounts or devices below it cannot be erased, as it cannot be
 * deleted.
 * @throws forbidden, notFound, validation (password or user name), conflict
 */
export async function erasePerson(
  { services, accounts, sessions }: Core,
  ctx: Ctx,
  accountId: string,
  given: { password: string; user_name: string },
): Promise<Erasure> {
  const { db, files, log } = services;
  const named = await findErasable(db, ctx, accountId);
  if (named.userName.toLowerCase() !== given.user_name.trim().toLowerCase())
    throw fieldError('user_name', 'personal.otherName', 'This is not the user name of the account');
  await sessions.confirmPassword(ctx, given.password, 'password');
  const { reply, fileIds } = await db.transaction().execute(async (trx) => {
    await lockAccountTree(trx, ctx.caller.tenantId, 'exclusive');
    const account = await findErasable(trx, ctx, accountId);
    const person = oneRow(
      await sql<{
        node: string;
        email: string | null;
        mobile: string | null;
        deleted_at: Date | null;
        erased_at: Date | null;
      }>`
        select node, email, mobile, deleted_at, erased_at from accounts where id = ${accountId}`.execute(trx),
    );
    if (person.erased_at) throw new AppError('conflict', { message: 'This account is erased already' });
    if (!person.deleted_at) await deleteIn(trx, ctx, account);
    const pseudonym = `erased_${person.node}`;
    const { erased, fileIds } = await eraseRows(trx, ctx, account);
    await anonymize(trx, account.id, pseudonym, ctx.now);
    const words = [account.userName, person.email, person.mobile].filter((word) => word !== null);
    const redacted = await redactTrail(trx, ctx, account, { pseudonym, words });
    const kept = await keptRows(trx, account.id, redacted);
    await notify(trx, 'voltloop_accounts', `account:${account.id}`);
    const reply = { name: pseudonym, erased, kept };
    await audit(trx, ctx, {
      action: 'account.erase',
      objectType: 'account',
      objectId: account.id,
      details: { user_name: pseudonym, erased, kept },
    });
    return { reply, fileIds };
  });
  accounts.changed(accountId);
  // The sweep of files without a row removes the rest.
  for (const id of fileIds)
    await files
      .remove(fileKey(id))
      .catch((err: unknown) => log.warn({ err, file: id }, 'a file was not removed'));
  return reply;
}

async function findErasable(db: Services['db'] | Trx, ctx: Ctx, id: string): Promise<AccountRow> {
  const account = await findPerson(db, ctx, id);
  if (account.id === ctx.caller.accountId || account.parentId === null) throw forbidden();
  return account;
}

/** Deletes or empties data of this person only. */
async function eraseRows(trx: Trx, ctx: Ctx, { id }: AccountRow) {
  const erased: Erasure['erased'] = [];
  const change = async (what: string, statement: RawBuilder<unknown>) => {
    const { numAffectedRows } = await statement.execute(trx);
    const rows = Number(numAffectedRows ?? 0);
    const known = erased.find((each) => each.what === what);
    if (known) known.rows += rows;
    else if (rows > 0) erased.push({ what, rows });
  };
  const remove = (what: string, table: string, column = 'account_id') =>
    change(what, sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}::uuid`);

  await change('emails', sql`delete from account_emails m where ${emailsOf(id)}`);
  await remove('sessions', 'login_codes');
  await remove('sessions', 'sessions');
  await remove('sessions', 'known_addresses');
  await remove('sessions', 'second_factors');
  await remove('sessions', 'password_resets');
  await change('sessions', sql`delete from login_limits where key like ${`%${id}%`}`);
  await remove('sessions', 'account_identities');
  await remove('tokens', 'api_tokens');
  await remove('settings', 'preferences');
  await remove('settings', 'saved_views');
  await remove('settings', 'avatars');
  await remove('settings', 'brands');
  await remove('settings', 'owner_limits');
  await remove('reports', 'report_schedules');
  // The sweep of exports removes the files of deleted schedules.
  await change(
    'exports',
    sql`update export_schedules set name = '', deleted_at = coalesce(deleted_at, ${ctx.now}), updated_at = ${ctx.now}
      where account_id = ${id}::uuid`,
  );
  await change(
    'exports',
    sql`update export_runs set file_name = '' where schedule_id in (
      select s.id from export_schedules s where s.account_id = ${id}::uuid)`,
  );
  await remove('imports', 'imports');
  await remove('notifications', 'notification_items');
  await remove('notifications', 'notification_messages');
  await change(
    'notifications',
    sql`delete from notification_escalations where account_id = ${id}::uuid
      or rule_id in (select r.id from notification_rules r where r.account_id = ${id}::uuid)`,
  );
  await remove('notifications', 'notification_rules');
  // Rules of others that notified this person, or were about its devices.
  await change(
    'notifications',
    sql`update notification_rules set escalate_account_id = null, escalate_min = null where escalate_account_id = ${id}::uuid`,
  );
  await change(
    'notifications',
    sql`update notification_rules set enabled = false, deleted_at = coalesce(deleted_at, ${ctx.now}), scope_account_id = null
      where scope_account_id = ${id}::uuid`,
  );
  await remove('notifications', 'notification_channels');
  await remove('notifications', 'notification_settings');
  await change(
    'invitations',
    sql`update invitations set email = null, note = null, revoked_at = coalesce(revoked_at, ${ctx.now}) where inviter_id = ${id}::uuid`,
  );
  await change(
    'invitations',
    sql`update invitations set email = null, note = null where email is not null and id in (
      select u.invitation_id from invitation_uses u where u.account_id = ${id}::uuid)`,
  );
  const fileIds = await eraseSites(trx, change, id, ctx.now);
  await change(
    'devices',
    sql`update things t set description = t.description - '{name,mobile,email,company,address}'::text[], longitude = null, latitude = null
      where t.id in (select b.thing_id from bindings b where b.account_id = ${id}::uuid)
        and not exists (select from bindings n join accounts a on a.id = n.account_id
          where n.thing_id = t.id and n.account_id <> ${id}::uuid and a.kind = 'enduser'
            and n.since >= (select max(o.since) from bindings o where o.thing_id = t.id and o.account_id = ${id}::uuid))
        and (select a.kind from accounts a where a.id = ${id}::uuid) = 'enduser'`,
  );
  // Uploads without a use; those attached to records stay with them.
  const { rows: unused } = await sql<{ id: string }>`delete from files f where f.account_id = ${id}::uuid
      and (f.used_at is null or f.id = any(${fileIds}::uuid[])) returning f.id`.execute(trx);
  if (unused.length > 0) erased.push({ what: 'files', rows: unused.length });
  return { erased, fileIds: unused.map((file) => file.id) };
}

/** Empties the person's sites. @returns ids of the pictures in their notes */
async function eraseSites(
  trx: Trx,
  change: (what: string, statement: RawBuilder<unknown>) => Promise<void>,
  id: string,
  now: Date,
): Promise<string[]> {
  const ownSites = sql`select s.id from sites s where s.account_id = ${id}::uuid`;
  const { rows } = await sql<{ id: string }>`
    select distinct substring(p.photo from '[0-9a-f-]{36}$') as id from site_notes n, unnest(n.photos) as p (photo)
    where n.site_id in (${ownSites})`.execute(trx);
  await change('sites', sql`delete from site_notes where site_id in (${ownSites})`);
  await change(
    'sites',
    sql`update site_transfers set message = '', state = case when state = 'pending' then 'cancelled' else state end,
        ended_at = case when state = 'pending' then ${now}::timestamptz else ended_at end
      where ${id}::uuid in (giver_id, receiver_id, requested_by)`,
  );
  await change(
    'sites',
    sql`update sites set name = 'erased', region = null, address = '', longitude = null, latitude = null, tags = '{}',
      deleted_at = coalesce(deleted_at, ${now}), updated_at = ${now} where account_id = ${id}::uuid`,
  );
  return rows.flatMap((row) => row.id ?? []);
}

/** The row of the account stays, for the history that refers to it. */
async function anonymize(trx: Trx, id: string, pseudonym: string, now: Date): Promise<void> {
  await sql`
    update accounts set user_name = ${pseudonym}, name = ${pseudonym}, email = null, mobile = null,
      company = null, country = null, city = null, address = null, description = null, language = null,
      time_zone = null, last_login_ip = null, password_hash = '', erased_at = ${now}, updated_at = ${now}
    where id = ${id}`.execute(trx);
}

/** The trail keeps the actions, without the person and the address. */
function redactTrail(
  trx: Trx,
  ctx: Ctx,
  account: AccountRow,
  { pseudonym, words }: { pseudonym: string; words: readonly string[] },
): Promise<number> {
  const mentions = words.map((word) => sql`a.details::text ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`);
  return redactAudit(trx, ctx, {
    which: sql`a.tenant_id = ${account.tenantId}::uuid and (a.actor_id = ${account.id}::uuid
      or (a.object_type = 'account' and a.object_id = ${account.id}) or ${sql.join(mentions, sql` or `)})`,
    reduce: (row) => reduced(row, account.id, pseudonym, words),
    entry: { action: 'log.redact', details: { account_id: account.id } },
  });
}

function reduced(
  row: AuditContent,
  id: string,
  pseudonym: string,
  words: readonly string[],
): Partial<AuditContent> {
  const details =
    row.object_type === 'account' && row.object_id === id ? {} : replaced(row.details, pseudonym, words);
  return row.actor_id === id ? { details, actor_name: pseudonym, ip: null } : { details };
}

/** The value with all texts that equal one of these words replaced. */
export function replaced(value: unknown, by: string, words: readonly string[]): unknown {
  if (typeof value === 'string')
    return words.some((word) => word.toLowerCase() === value.toLowerCase()) ? by : value;
  if (Array.isArray(value)) return value.map((each) => replaced(each, by, words));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(each, by, words)]));
}

async function keptRows(trx: Trx, id: string, redacted: number): Promise<Erasure['kept']> {
  const columns = Object.entries(accountColumns).filter(([, what]) => what !== 'erased');
  const counts = await countNamed(
    trx,
    id,
    columns.map(([column]) => column),
  );
  const sums = new Map<KeptReason, number>([['audit', redacted]]);
  for (const [column, why] of columns as [string, KeptReason][])
    sums.set(why, (sums.get(why) ?? 0) + (counts.get(column) ?? 0));
  return [...sums].filter(([, rows]) => rows > 0).map(([why, rows]) => ({ why, rows }));
}
