import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';

/** Parts of the copy of an account's data, one JSON file each. Never a password, a secret or a hash. */

type Sql = RawBuilder<unknown>;

interface Part {
  name: string;
  /** Rows of the account `$id`; with a column `id` they are read in batches. */
  rows: (id: string) => Sql;
  paged?: boolean;
}

const own =
  (table: string, columns: string, column = 'account_id') =>
  (id: string) =>
    sql`select ${sql.raw(columns)} from ${sql.table(table)} where ${sql.ref(column)} = ${id}::uuid`;
const ordered = (name: string, table: string, columns: string, column?: string): Part => ({
  name,
  rows: own(table, `id, ${columns}`, column),
  paged: true,
});

export const parts: readonly Part[] = [
  {
    name: 'profile',
    rows: (id) => sql`
      select a.id, a.user_name, a.name, a.kind, a.level, p.name as above, r.name as role, a.email, a.mobile, a.company,
        a.country, a.city, a.address, a.description, a.language, a.time_zone, a.created_at, a.updated_at, a.last_login_at,
        host(a.last_login_ip) as last_login_ip, a.password_changed_at, a.disabled_at, a.deleted_at
      from accounts a left join accounts p on p.id = a.parent_id
        left join roles r on r.id = a.role_id and r.tenant_id = a.tenant_id
      where a.id = ${id}::uuid`,
  },
  ordered(
    'sessions',
    'sessions',
    'way, host(ip) as ip, user_agent, created_at, refreshed_at, ends_at, revoked_at, end_reason',
  ),
  ordered(
    'api-tokens',
    'api_tokens',
    'name, scope, families, created_at, expires_at, revoked_at, last_used_at, host(last_used_ip) as last_used_ip',
  ),
  {
    name: 'single-sign-on',
    rows: own('account_identities', 'issuer, subject, label, origin, linked_at, last_used_at'),
  },
  { name: 'known-addresses', rows: own('known_addresses', 'network, last_sign_in_at') },
  { name: 'second-factor', rows: own('second_factors', 'created_at, confirmed_at') },
  { name: 'preferences', rows: own('preferences', 'key, value, updated_at') },
  ordered('saved-views', 'saved_views', 'screen, name, state, is_default, created_at, updated_at'),
  { name: 'brand', rows: own('brands', 'name, color, host, updated_at') },
  ordered(
    'notification-channels',
    'notification_channels',
    'kind, name, target, created_at, verified_at, deleted_at, stopped_at, stop_reason',
  ),
  ordered(
    'notification-rules',
    'notification_rules',
    'name, enabled, least_level, codes, digest, on_end, remind_min, escalate_min, created_at, deleted_at',
  ),
  { name: 'notification-settings', rows: own('notification_settings', 'quiet_from, quiet_to, time_zone') },
  ordered('notification-messages', 'notification_messages', 'what, title, state, created_at, done_at'),
  ordered('report-schedules', 'report_schedules', 'site_id, language, next_month, created_at, deleted_at'),
  ordered(
    'export-schedules',
    'export_schedules',
    'name, scope, content, format, every, time_zone, hour, created_at, deleted_at, stopped_at, stop_reason',
  ),
  ordered(
    'invitations-made',
    'invitations',
    'kind, note, email, max_uses, uses, created_at, expires_at, revoked_at',
    'inviter_id',
  ),
  {
    name: 'invitation-used',
    rows: (
      id,
    ) => sql`select u.used_at, a.name as invited_by from invitation_uses u join invitations i on i.id = u.invitation_id
      join accounts a on a.id = i.inviter_id where u.account_id = ${id}::uuid`,
  },
  {
    name: 'emails',
    rows: (id) => sql`
      select split_part(m.about, ' ', 1) as about, m.state, m.created_at, m.expires_at, m.done_at from account_emails m
      where ${emailsOf(id)}`,
  },
  {
    // A description belongs to the device's current owner.
    name: 'devices',
    rows: (id) => sql`
      select b.id, t.devid, t.devname, t.devtype, b.since, b.until,
        case when b.until is null then t.description end as description,
        case when b.until is null then t.time_zone end as time_zone,
        case when b.until is null then t.longitude end as longitude,
        case when b.until is null then t.latitude end as latitude
      from bindings b join things t on t.id = b.thing_id where b.account_id = ${id}::uuid`,
    paged: true,
  },
  ordered(
    'sites',
    'sites',
    'name, region, address, longitude, latitude, time_zone, tags, created_at, updated_at, deleted_at',
  ),
  {
    name: 'site-devices',
    rows: (
      id,
    ) => sql`select d.id, d.site_id, t.devid, d.since, d.until from site_devices d join sites s on s.id = d.site_id
      join things t on t.id = d.thing_id where s.account_id = ${id}::uuid`,
    paged: true,
  },
  {
    name: 'site-notes',
    rows: (
      id,
    ) => sql`select n.id, n.site_id, n.author_id = ${id}::uuid as own, n.text, n.photos, n.created_at, n.deleted_at
      from site_notes n join sites s on s.id = n.site_id where s.account_id = ${id}::uuid or n.author_id = ${id}::uuid`,
    paged: true,
  },
  {
    name: 'site-tariffs',
    rows: (
      id,
    ) => sql`select to_jsonb(f) - 'created_by' as tariff from site_tariffs f join sites s on s.id = f.site_id
      where s.account_id = ${id}::uuid`,
  },
  {
    name: 'transfers',
    rows: (
      id,
    ) => sql`select x.id, x.site_id, x.thing_id, x.giver_id = ${id}::uuid as given, x.receiver_id = ${id}::uuid as received,
        x.message, x.state, x.created_at, x.ended_at
      from site_transfers x where ${id}::uuid in (x.giver_id, x.receiver_id, x.requested_by)`,
    paged: true,
  },
  { name: 'owner-limits', rows: own('owner_limits', 'content, version, updated_at') },
  {
    name: 'commands',
    rows: (
      id,
    ) => sql`select c.id, t.devid, c.cmd, c.params, c.state, c.created_at, c.answered_at from commands c
      join things t on t.id = c.thing_id where c.requested_by = ${id}::uuid`,
    paged: true,
  },
  ordered(
    'events-acknowledged',
    'events',
    'code, name_en, name_zh, level, begin_time, end_time, ack_time',
    'ack_user',
  ),
  ordered('imports', 'imports', 'kind, file_name, state, created_at, confirmed_at'),
  ordered('files', 'files', 'name, type, size_bytes, created_at, used_at'),
  ordered('parameter-templates', 'param_templates', 'name, note, values, created_at, updated_at, deleted_at'),
];

/** E-mails about an account, or about its invitations. */
export const emailsOf = (id: string): RawBuilder<boolean> => sql<boolean>`(
  split_part(m.about, ' ', 1) in ('reset', 'address') and split_part(m.about, ' ', 2) = ${id}
  or m.about = ${`password of ${id}`}
  or m.about in (select 'invitation ' || i.id from invitations i where i.inviter_id = ${id}::uuid))`;

const AT_ONCE = 500;

/** The rows of a part as JSON list text. */
export async function* textOf(db: Db, { rows, paged }: Part, id: string): AsyncGenerator<string> {
  yield '[';
  let first = true;
  const piece = (found: readonly unknown[]) => {
    const text = found.map((row) => JSON.stringify(row)).join(',\n');
    const before = first ? '\n' : ',\n';
    first &&= found.length === 0;
    return found.length > 0 ? before + text : '';
  };
  for (let after: string | null = null; ; ) {
    const question: RawBuilder<{ id: string }> = paged
      ? sql`select * from (${rows(id)}) p where ${after}::uuid is null or p.id > ${after}::uuid order by p.id limit ${AT_ONCE}`
      : sql`${rows(id)}`;
    const { rows: found } = await question.execute(db);
    yield piece(found);
    after = found.at(-1)?.id ?? null;
    if (!paged || found.length < AT_ONCE) break;
  }
  yield '\n]\n';
}

/** The account's actions, and actions on it; without the actor and address of other people. */
export async function* activityText(db: Db, tenantId: string, id: string): AsyncGenerator<string> {
  yield '[';
  let before = '\n';
  for (let after = '0'; ; ) {
    const { rows } = await sql<{ seq: string }>`
      select a.seq, a.at, a.actor_id = ${id}::uuid as own, a.action, a.object_type, a.object_id, a.result,
        case when a.actor_id = ${id}::uuid then host(a.ip) end as ip, a.details
      from audit a where a.tenant_id = ${tenantId}::uuid and a.seq > ${after}::bigint
        and (a.actor_id = ${id}::uuid or (a.object_type = 'account' and a.object_id = ${id}))
      order by a.seq limit ${AT_ONCE}`.execute(db);
    for (const row of rows) {
      yield before + JSON.stringify(row);
      before = ',\n';
    }
    if (rows.length < AT_ONCE) break;
    after = rows.at(-1)?.seq ?? after;
  }
  yield '\n]\n';
}
