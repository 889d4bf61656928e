import { sql } from 'kysely';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Db } from '../../../../platform/db.ts';

/** How long counts are cached: they are the same for the whole tenant, and slow for a million batteries. */
const CACHE_MS = 30_000;

type Counts = ReadonlyMap<string, { count: number; graded: number }>;
const cache = new WeakMap<Db, Map<string, { at: number; counts: Promise<Counts> }>>();

/** The number of a tenant's batteries in each state, and of those with a grade; parts count with their whole. */
export function batteriesByState(db: Db, { caller: { tenantId }, now }: Ctx): Promise<Counts> {
  const ofTenants = cache.get(db) ?? new Map();
  cache.set(db, ofTenants);
  const at = now.getTime();
  for (const [tenant, each] of ofTenants) if (at - each.at >= CACHE_MS) ofTenants.delete(tenant);
  const found = ofTenants.get(tenantId) ?? { at, counts: count(db, tenantId) };
  ofTenants.set(tenantId, found);
  // A failed query is not cached.
  found.counts.catch(() => ofTenants.delete(tenantId));
  return found.counts;
}

async function count(db: Db, tenantId: string): Promise<Counts> {
  const { rows } = await sql<{ state: string; count: number; graded: number }>`
    select state, count(*)::int as count, count(grade)::int as graded
      from batteries where tenant_id = ${tenantId} and parent_id is null and deleted_at is null group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ state, ...counts }) => [state, counts]));
}
