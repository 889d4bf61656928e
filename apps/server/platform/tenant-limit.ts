import { sql } from 'kysely';
import type { Trx } from './db.ts';
import { AppError } from './errors.ts';

const columns = {
  devices: {
    limit: sql<number | null>`max_devices`,
    count: (id: string) =>
      sql<number>`(select count(*)::int from things where tenant_id = ${id}::uuid and deleted_at is null)`,
  },
  accounts: {
    limit: sql<number | null>`max_accounts`,
    count: (id: string) =>
      sql<number>`(select count(*)::int from accounts where tenant_id = ${id}::uuid and deleted_at is null)`,
  },
};

/**
 * Checks that a tenant may add some more of a kind (docs/decisions/0083). Concurrent transactions cannot exceed the
 * limit together; those of tenants without a limit do not wait.
 * @param path Field of the form for the error.
 * @throws tenantLimit
 */
export async function checkTenantLimit(
  trx: Trx,
  tenantId: string,
  kind: keyof typeof columns,
  { more, path }: { more: number; path: string },
): Promise<void> {
  const { limit, count } = columns[kind];
  const read = (held: boolean) =>
    sql<{ most: number | null }>`select ${limit} as most from tenants where id = ${tenantId}::uuid
      ${held ? sql`for no key update` : sql``}`.execute(trx);
  if ((await read(false)).rows[0]?.most == null) return;
  const most = (await read(true)).rows[0]?.most;
  if (most == null) return;
  // A separate statement: it sees the commits of others during the wait for the lock.
  const { rows } = await sql<{ n: number }>`select ${count(tenantId)} as n`.execute(trx);
  if ((rows[0]?.n ?? 0) + more <= most) return;
  const message =
    kind === 'devices'
      ? `Your organization may have at most ${most} devices`
      : `Your organization may have at most ${most} accounts`;
  throw new AppError('tenantLimit', {
    message,
    fields: [{ path, key: `tenant.limit.${kind}?max=${most}`, message }],
  });
}
