import type { OwnerLimitsBody } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/db.ts';
import { accountSeesThing } from '../../../people/accounts/index.ts';

export interface LimitsRow {
  limits: OwnerLimitsBody;
  version: number;
}

export type LimitsOf = { account: string } | { thing: string };

const columnOf = (of: LimitsOf) =>
  'account' in of
    ? { name: sql.ref('account_id'), id: of.account }
    : { name: sql.ref('thing_id'), id: of.thing };

/** The own limits of an account or a device. Those of a device apply while the account that set them sees it. */
export async function limitsOf(db: Db | Trx, of: LimitsOf): Promise<LimitsRow | null> {
  const { name, id } = columnOf(of);
  const holds = 'thing' in of ? accountSeesThing('l.updated_by', 'l.thing_id') : sql`true`;
  const { rows } = await sql<LimitsRow>`select l.content as limits, l.version from owner_limits l
    where l.${name} = ${id}::uuid and ${holds}`.execute(db);
  return rows[0] ?? null;
}

/** Limits of the nearest account with limits: among the accounts that a device is bound to, and all above them. */
export async function accountLimitsOfThing(db: Db | Trx, thingId: string): Promise<LimitsRow | null> {
  const { rows } = await sql<LimitsRow>`select l.content as limits, l.version
    from bindings b join accounts bound on bound.id = b.account_id
    join accounts a on a.tenant_id = bound.tenant_id and bound.path <@ a.path and a.deleted_at is null
    join owner_limits l on l.account_id = a.id
    where b.thing_id = ${thingId} and b.until is null
    order by nlevel(a.path) desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Limits of the nearest account above one. */
export async function limitsAbove(db: Db | Trx, accountId: string): Promise<LimitsRow | null> {
  const { rows } = await sql<LimitsRow>`select l.content as limits, l.version
    from accounts own join accounts a on a.tenant_id = own.tenant_id and own.path <@ a.path and a.id <> own.id
    join owner_limits l on l.account_id = a.id
    where own.id = ${accountId} order by nlevel(a.path) desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Writes or removes limits. @returns false when their version is no longer `version`; 0 for none */
export async function writeLimits(
  trx: Trx,
  of: LimitsOf,
  change: { limits: OwnerLimitsBody | null; version: number; by: string; now: Date },
): Promise<boolean> {
  const { name, id } = columnOf(of);
  // Limits of a device that no longer apply are replaced by new ones.
  if ('thing' in of)
    await sql`delete from owner_limits l where l.thing_id = ${id}::uuid
      and not ${accountSeesThing('l.updated_by', 'l.thing_id')}`.execute(trx);
  const content = JSON.stringify(change.limits);
  const written =
    change.limits === null
      ? await sql`delete from owner_limits where ${name} = ${id}::uuid and version = ${change.version}`.execute(
          trx,
        )
      : change.version === 0
        ? await sql`insert into owner_limits (${name}, content, updated_by, updated_at)
            values (${id}, ${content}::jsonb, ${change.by}, ${change.now}) on conflict do nothing`.execute(
            trx,
          )
        : await sql`update owner_limits set content = ${content}::jsonb, version = version + 1,
              updated_by = ${change.by}, updated_at = ${change.now}
            where ${name} = ${id}::uuid and version = ${change.version}`.execute(trx);
  return (written.numAffectedRows ?? 0n) > 0n || (change.limits === null && change.version === 0);
}
