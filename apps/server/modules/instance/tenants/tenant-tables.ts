import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';

/**
 * Selects a tenant's rows in PostgreSQL by the references between tables, so that new tables are included
 * automatically.
 */

export interface TenantTable {
  name: string;
  /** Columns that are not generated. */
  columns: readonly string[];
  /** SQL condition: the row belongs to the tenant. */
  where: RawBuilder<unknown>;
}

/** Tables of the instance; none of their rows belongs to a tenant. */
const OF_THE_INSTANCE: ReadonlySet<string> = new Set([
  'audit_redactions',
  'backup_runs',
  'instance_facts',
  'migrations',
  'outbox',
  'retention_runs',
  'used_oidc_states',
  'work_days',
]);

interface Reference {
  from: string;
  column: string;
  to: string;
  to_column: string;
  required: boolean;
}

/** Accounts and invitations of a tenant, for tables that name them without a reference. */
export interface Named {
  accounts: readonly string[];
  invitations: readonly string[];
}

export async function namedIn(db: Db | Trx, tenantId: string): Promise<Named> {
  const ids = async (table: 'accounts' | 'invitations') => {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where tenant_id = ${tenantId}::uuid`.execute(db);
    return rows.map(({ id }) => id);
  };
  return { accounts: await ids('accounts'), invitations: await ids('invitations') };
}

const UUID_IN_KEY = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Tables that contain account ids in a text. */
function special(tenantId: string, { accounts, invitations }: Named): Record<string, RawBuilder<unknown>> {
  const owners = [...accounts, tenantId];
  const about = [...accounts, ...invitations];
  return {
    account_emails: sql`substring(about from ${UUID_IN_KEY}) = any(${about}::text[])`,
    file_usage: sql`owner_id = any(${owners}::uuid[])`,
    login_limits: sql`substring(key from ${UUID_IN_KEY}) = any(${accounts as string[]}::text[])`,
  };
}

/** All tables with rows of a tenant. @throws Error naming a table without a path of references to a tenant */
export async function tenantTables(db: Db | Trx, tenantId: string, named: Named): Promise<TenantTable[]> {
  const { rows: tables } = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`.execute(db);
  const { rows: references } = await sql<Reference>`
    select c.conrelid::regclass::text as from, a.attname as column, c.confrelid::regclass::text as to, t.attname as to_column,
      a.attnotnull as required
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute t on t.attrelid = c.confrelid and t.attnum = c.confkey[1]
    where c.contype = 'f' and cardinality(c.conkey) = 1 and c.conrelid <> c.confrelid
    order by 1, 2`.execute(db);
  const known = new Map<string, RawBuilder<unknown>>(Object.entries(special(tenantId, named)));
  known.set('tenants', sql`id = ${tenantId}::uuid`);
  for (const { name, columns } of tables)
    if (columns.includes('tenant_id')) known.set(name, sql`tenant_id = ${tenantId}::uuid`);
  const left = new Set(
    tables.map(({ name }) => name).filter((name) => !known.has(name) && !OF_THE_INSTANCE.has(name)),
  );
  for (let found = true; found; ) {
    found = false;
    for (const name of left) {
      const where = reached(
        references.filter((each) => each.from === name),
        known,
      );
      if (!where) continue;
      known.set(name, where);
      left.delete(name);
      found = true;
    }
  }
  if (left.size > 0) throw new Error(`no reference leads from ${[...left].join(', ')} to a tenant`);
  return tables.flatMap(({ name, columns }) => {
    const where = known.get(name);
    return where ? [{ name, columns, where }] : [];
  });
}

/** By a required reference, else by any optional one once all referenced tables are known. */
function reached(
  references: readonly Reference[],
  known: ReadonlyMap<string, RawBuilder<unknown>>,
): RawBuilder<unknown> | null {
  const within = ({ column, to, to_column }: Reference) =>
    sql`${sql.ref(column)} in (select ${sql.ref(to_column)} from ${sql.table(to)} where ${known.get(to)})`;
  const sure = references.find(({ required, to }) => required && known.has(to));
  if (sure) return within(sure);
  if (references.length === 0 || !references.every(({ to }) => known.has(to))) return null;
  return sql`(${sql.join(references.map(within), sql` or `)})`;
}

export async function countRows(db: Db | Trx, { name, where }: TenantTable): Promise<number> {
  const { rows } = await sql<{
    n: string;
  }>`select count(*) as n from ${sql.table(name)} where ${where}`.execute(db);
  return Number(rows[0]?.n);
}
