import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import type { Accounts } from '../../platform/schema.ts';

/** An account as verbs see it; never with its password hash. */
export interface AccountRow {
  id: string;
  tenantId: string;
  parentId: string | null;
  path: string;
  kind: string;
  level: number;
  roleId: number;
  userName: string;
  name: string;
  email: string | null;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text of a client can be an id at all; PostgreSQL would refuse anything else with an error. */
export const isUuid = (text: string): boolean => uuid.test(text);

const accountColumns = [
  'id',
  'tenant_id',
  'parent_id',
  'path',
  'kind',
  'level',
  'role_id',
  'user_name',
  'name',
  'email',
] as const;

export function toAccountRow(row: Pick<Selectable<Accounts>, (typeof accountColumns)[number]>): AccountRow {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    parentId: row.parent_id,
    path: row.path,
    kind: row.kind,
    level: row.level,
    roleId: row.role_id,
    userName: row.user_name,
    name: row.name,
    email: row.email,
  };
}

/** A living account by id; null for anything else, also for a text that is no id. */
export async function accountById(db: Db | Trx, id: string): Promise<AccountRow | null> {
  if (!isUuid(id)) return null;
  const row = await db
    .selectFrom('accounts')
    .select(accountColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? toAccountRow(row) : null;
}
