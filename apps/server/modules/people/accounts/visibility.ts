import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { type AccountRow, accountById, accountByUserName } from './store.ts';

/**
 * Visibility, decided only here. A caller sees the accounts at and below its own, and the things bound to any of
 * them; the main account sees its whole tenant. Everything else answers 404.
 */

/** Whether `path` is `callerPath` or below it. Paths are ltree texts: labels joined by dots. */
export function covers(callerPath: string, path: string): boolean {
  return path === callerPath || path.startsWith(`${callerPath}.`);
}

/** The part of a caller that visibility depends on; an account row has it too. */
export type Viewer = Pick<Caller, 'tenantId' | 'path' | 'kind'>;

/** Whether the caller sees its whole tenant: only the main account does. Staff share its level, not its visibility. */
export function seesTenant(caller: Pick<Viewer, 'kind'>): boolean {
  return caller.kind === 'main';
}

/**
 * SQL condition: the account of table alias `ref` is the caller's own or below it, and not deleted.
 * @param ref Alias of `accounts` in the query; never external input.
 * @param options.deletedToo For histories, which still name deleted accounts.
 */
export function subtree(
  caller: Viewer,
  ref: string,
  options: { deletedToo?: boolean } = {},
): RawBuilder<boolean> {
  const a = sql.ref(ref);
  const whole = seesTenant(caller) ? sql`` : sql` and ${a}.path <@ ${caller.path}::ltree`;
  const living = options.deletedToo ? sql`` : sql` and ${a}.deleted_at is null`;
  return sql<boolean>`(${a}.tenant_id = ${caller.tenantId}::uuid${living}${whole})`;
}

/**
 * SQL: the ids of the things bound at or below the viewer's account, with repetitions. A deleted thing has no
 * binding, so this alone decides which things a viewer other than a main account sees.
 */
export function boundThingIds(viewer: Viewer): RawBuilder<unknown> {
  return sql`select vb.thing_id from bindings vb
    where vb.until is null and vb.account_path >= ${`${viewer.path}.`} and vb.account_path < ${`${viewer.path}/`}`;
}

/**
 * SQL condition: the caller sees the thing whose id is in `thingIdRef` (for example `e.thing_id`). The planner turns
 * it into a semi-join, so it serves one row and a hundred thousand.
 * @param thingIdRef Column with a thing's id; never external input.
 */
export function seesThing(caller: Viewer, thingIdRef: string): RawBuilder<boolean> {
  const id = sql.ref(thingIdRef);
  if (seesTenant(caller)) {
    return sql<boolean>`${id} in (select vt.id from things vt where vt.tenant_id = ${caller.tenantId}::uuid and vt.deleted_at is null)`;
  }
  return sql<boolean>`${id} in (${boundThingIds(caller)})`;
}

/**
 * SQL condition: the account of one row sees the thing of another, by the rule of {@link seesThing}. For background
 * work on an account's settings, such as rules over its things.
 * @param accountIdRef Column with the account's id; never external input, as is `thingIdRef`.
 */
export function accountSeesThing(accountIdRef: string, thingIdRef: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from accounts va join things vt on vt.id = ${sql.ref(thingIdRef)} and vt.tenant_id = va.tenant_id
    where va.id = ${sql.ref(accountIdRef)} and va.deleted_at is null and vt.deleted_at is null and (va.kind = 'main' or exists (
      select 1 from bindings vb where vb.thing_id = vt.id and vb.until is null
        and vb.account_path >= va.path::text || '.' collate "C" and vb.account_path < va.path::text || '/' collate "C")))`;
}

/**
 * SQL condition: work that the account of one row requested may still reach the thing of another: the account may sign
 * in and sees the thing, which is registered. Every query that sends to a device checks it, because a device id may
 * belong to another thing by then (docs/decisions/0107).
 * @param accountIdRef Column with the account's id; never external input, as is `thingIdRef`.
 */
export function mayReachThing(accountIdRef: string, thingIdRef: string): RawBuilder<boolean> {
  return sql<boolean>`(${accountSeesThing(accountIdRef, thingIdRef)} and exists (select from accounts wa
    where wa.id = ${sql.ref(accountIdRef)} and wa.disabled_at is null and not tenant_disabled(wa.tenant_id)))`;
}

/**
 * SQL condition: the account of alias `ref` may be named by that of alias `owner` as a contact: its parent, or an
 * account below it, active and of the portal. {@link accountSeesThing} decides what that contact sees.
 * @param ref Alias of `accounts`; never external input, as is `owner`.
 */
export function isAboveOrBelow(ref: string, owner: string): RawBuilder<boolean> {
  const [p, o] = [sql.ref(ref), sql.ref(owner)];
  return sql<boolean>`(${p}.tenant_id = ${o}.tenant_id and ${p}.id <> ${o}.id and ${p}.kind <> 'staff'
    and ${p}.deleted_at is null and ${p}.disabled_at is null and not tenant_disabled(${p}.tenant_id)
    and (${p}.id = ${o}.parent_id or ${o}.kind = 'main' or ${p}.path <@ ${o}.path))`;
}

/**
 * SQL condition: the caller sees the site of alias `ref`: it belongs to an account at or below the caller's own,
 * including deleted ones.
 * @param ref Alias of `sites` in the query; never external input.
 */
export function seesSite(caller: Viewer, ref: string): RawBuilder<boolean> {
  const s = sql.ref(ref);
  const whole = sql`${s}.tenant_id = ${caller.tenantId}::uuid and ${s}.deleted_at is null`;
  if (seesTenant(caller)) return sql<boolean>`(${whole})`;
  return sql<boolean>`(${whole} and ${s}.account_id in (
    select va.id from accounts va where ${subtree(caller, 'va', { deletedToo: true })}))`;
}

/** Checks that the caller sees a site used as a filter. @throws notFound */
export async function checkSite(db: Db | Trx, caller: Viewer, id: string): Promise<void> {
  if (!isUuid(id)) throw notFound();
  const { rows } = await sql`select from sites s where s.id = ${id} and ${seesSite(caller, 's')}`.execute(db);
  if (rows.length === 0) throw notFound();
}

/**
 * SQL: the history cutoff of a thing or a site for the caller, null where it sees all of its history. A giver that
 * withholds the history shares it only with the accounts above it.
 * @param column `thing_id` or `site_id` of the cutoffs; `idRef` the column it equals, never external input.
 * @param which Condition on the cutoffs `w`; all by default.
 */
export function historyFloor(
  caller: Pick<Viewer, 'path' | 'kind'>,
  column: 'thing_id' | 'site_id',
  idRef: string,
  which: RawBuilder<unknown> = sql`true`,
): RawBuilder<Date | null> {
  if (seesTenant(caller)) return sql<Date | null>`null::timestamptz`;
  return sql<Date | null>`(select max(w.before) from history_walls w join accounts k on k.id = w.keeper_id
    where w.${sql.raw(column)} = ${sql.ref(idRef)} and ${which} and not k.path <@ ${caller.path}::ltree)`;
}

/** SQL condition: what ended at `moment` is not before the {@link historyFloor} of its thing. */
export function seesMoment(
  caller: Pick<Viewer, 'path' | 'kind'>,
  thingIdRef: string,
  moment: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (seesTenant(caller)) return sql<boolean>`true`;
  return sql<boolean>`not exists (select from history_walls w join accounts k on k.id = w.keeper_id
    where w.thing_id = ${sql.ref(thingIdRef)} and w.before > ${moment} and not k.path <@ ${caller.path}::ltree)`;
}

/**
 * An account at or below the caller, by its id or `self`.
 * @throws notFound outside the subtree, deleted or unknown alike.
 */
export async function loadAccount(db: Db | Trx, caller: Caller, idOrSelf: string): Promise<AccountRow> {
  const account = await accountById(db, idOrSelf === 'self' ? caller.accountId : idOrSelf);
  if (!account || account.tenantId !== caller.tenantId) throw notFound();
  if (!seesTenant(caller) && !covers(caller.path, account.path)) throw notFound();
  return account;
}

/** The same by its id, its user name or `self`. @throws notFound */
export async function loadNamedAccount(db: Db | Trx, caller: Caller, name: string): Promise<AccountRow> {
  if (name === 'self' || isUuid(name)) return loadAccount(db, caller, name);
  const account = await accountByUserName(db, name);
  if (!account) throw notFound();
  return loadAccount(db, caller, account.id);
}
