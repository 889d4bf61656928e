import type { SiteTransfer } from '@voltloop/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { readPage } from '../../../platform/paging.ts';
import { covers, seesTenant, subtree, type Viewer } from '../../people/accounts/index.ts';
import { sideOf, stepsOf, type TransferRole } from './rules.ts';

export interface TransferRow {
  id: string;
  site_id: string | null;
  site_name: string | null;
  thing_id: string | null;
  devid: string | null;
  devname: string | null;
  giver_id: string;
  giver_user: string;
  giver_name: string;
  giver_kind: string;
  giver_path: string;
  receiver_id: string;
  receiver_user: string;
  receiver_name: string;
  receiver_path: string;
  share_history: boolean;
  message: string;
  state: SiteTransfer['state'];
  requested_by: string;
  requested_name: string;
  created_at: Date;
  expires_at: Date;
  giver_consent_at: Date | null;
  receiver_consent_at: Date | null;
  ended_at: Date | null;
}

const columns = sql`x.id, x.site_id, s.name as site_name, x.thing_id, t.devid, t.devname,
  x.giver_id, g.user_name::text as giver_user, g.name as giver_name, g.kind as giver_kind, g.path::text as giver_path,
  x.receiver_id, r.user_name::text as receiver_user, r.name as receiver_name, r.path::text as receiver_path,
  x.share_history, x.message, x.state, x.requested_by, q.name as requested_name, x.created_at, x.expires_at,
  x.giver_consent_at, x.receiver_consent_at, x.ended_at`;
const joined = sql`site_transfers x join accounts g on g.id = x.giver_id join accounts r on r.id = x.receiver_id
  join accounts q on q.id = x.requested_by left join sites s on s.id = x.site_id left join things t on t.id = x.thing_id`;

/** Both sides and the accounts above them see a transfer. */
const seesTransfer = (viewer: Viewer): RawBuilder<boolean> =>
  sql<boolean>`(${subtree(viewer, 'g', { deletedToo: true })} or ${subtree(viewer, 'r', { deletedToo: true })})`;

export async function transferById(trx: Trx, viewer: Viewer, id: string): Promise<TransferRow | undefined> {
  const { rows } = await sql<TransferRow>`select ${columns} from ${joined}
    where x.id = ${id}::uuid and ${seesTransfer(viewer)} for update of x`.execute(trx);
  return rows[0];
}

export async function transferPage(
  db: Db,
  viewer: Viewer,
  filter: { state?: string | undefined; site?: string | undefined; devid?: string | undefined; now: Date },
  window: { offset: number; limit: number },
): Promise<{ rows: TransferRow[]; total: number }> {
  const all: RawBuilder<unknown>[] = [seesTransfer(viewer)];
  // Due requests count as expired, even before the sweep.
  const state = sql`case when x.state = 'pending' and x.expires_at <= ${filter.now} then 'expired' else x.state end`;
  if (filter.state) all.push(sql`${state} = ${filter.state}`);
  if (filter.site) all.push(sql`x.site_id::text = lower(${filter.site})`);
  if (filter.devid) all.push(sql`t.devid = ${filter.devid}`);
  const from = sql`from ${joined} where ${sql.join(all, sql` and `)}`;
  return readPage(db, window, { columns, from, order: sql`x.created_at desc, x.id` });
}

/** The caller's relation to a transfer. For a site without an end user, accounts at or above its account decide. */
export function transferRoleOf(
  caller: Caller,
  row: Pick<TransferRow, 'giver_id' | 'giver_kind' | 'giver_path' | 'receiver_path' | 'requested_by'>,
): TransferRole {
  const whole = seesTenant(caller);
  const aboveGiver = whole || covers(caller.path, row.giver_path);
  return {
    aboveGiver,
    owner: whole || caller.accountId === row.giver_id || (aboveGiver && row.giver_kind !== 'enduser'),
    aboveReceiver: whole || covers(caller.path, row.receiver_path),
    requested: caller.accountId === row.requested_by,
  };
}

export function shownTransfer(caller: Caller, row: TransferRow, now: Date): SiteTransfer {
  const role = transferRoleOf(caller, row);
  const state = row.state === 'pending' && row.expires_at <= now ? 'expired' : row.state;
  // After a transfer the receiver may rename what it got; the former owner does not see that.
  const isHidden = state === 'done' && !role.aboveReceiver;
  const given = { giver: row.giver_consent_at !== null, receiver: row.receiver_consent_at !== null };
  return {
    id: row.id,
    site: row.site_id === null ? null : { id: row.site_id, name: isHidden ? '' : (row.site_name ?? '') },
    device:
      row.thing_id === null ? null : { devid: row.devid ?? '', devname: isHidden ? '' : (row.devname ?? '') },
    giver: { user_name: row.giver_user, name: row.giver_name },
    receiver: { user_name: row.receiver_user, name: row.receiver_name },
    share_history: row.share_history,
    message: row.message,
    state,
    requested_by: row.requested_name,
    created_at: row.created_at.getTime(),
    expires_at: row.expires_at.getTime(),
    giver_consent_at: row.giver_consent_at?.getTime() ?? null,
    receiver_consent_at: row.receiver_consent_at?.getTime() ?? null,
    ended_at: row.ended_at?.getTime() ?? null,
    side: sideOf(role),
    may: state === 'pending' ? stepsOf(role, given) : [],
  };
}

/** The account at or below the viewer that a device without a site is bound to; of several, the lowest. */
export async function holderOf(trx: Trx, viewer: Viewer, thingId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select a.id from bindings b join accounts a on a.id = b.account_id
    where b.thing_id = ${thingId}::uuid and b.until is null and ${subtree(viewer, 'a')}
    order by a.level desc, a.node limit 1`.execute(trx);
  return rows[0]?.id;
}

/** The current site of a device, if the viewer sees it. */
export async function siteOfThing(trx: Trx, thingId: string): Promise<{ account_id: string } | undefined> {
  const { rows } = await sql<{ account_id: string }>`
    select s.account_id from site_devices d join sites s on s.id = d.site_id
    where d.thing_id = ${thingId}::uuid and d.until is null`.execute(trx);
  return rows[0];
}

/** Whether an account is neither disabled nor deleted, with a lock that keeps it so until the transaction ends. */
export async function lockIfInUse(trx: Trx, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from accounts
    where id = ${accountId}::uuid and deleted_at is null and disabled_at is null
      and not tenant_disabled(tenant_id) for share`.execute(trx);
  return rows.length > 0;
}

/** Current devices of a site, locked. Excludes those that leave it while another transaction has the lock. */
export async function presentThings(trx: Trx, siteId: string): Promise<{ id: string; devid: string }[]> {
  const present = sql`select t.id, t.devid from site_devices d join things t on t.id = d.thing_id
    where d.site_id = ${siteId}::uuid and d.until is null order by t.devid`;
  // Memberships are read as of before the lock wait; only a new query sees what was committed meanwhile.
  const { rows: held } = await sql<{ id: string }>`${present} for update of t`.execute(trx);
  const ids = new Set(held.map(({ id }) => id));
  const { rows } = await sql<{ id: string; devid: string }>`${present}`.execute(trx);
  return rows.filter(({ id }) => ids.has(id));
}
