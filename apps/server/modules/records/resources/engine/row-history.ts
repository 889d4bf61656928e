import type { Resource } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Changes } from './changes.ts';
import type { Core } from './core.ts';

/** The history of one row from the audit trail, newest first: at most 500 entries. */
export async function rowHistory(core: Core, ctx: Ctx, resource: Resource, id: string) {
  const { rows } = await sql<{
    at: Date;
    actor_name: string | null;
    action: string;
    details: Record<string, unknown>;
  }>`
    select at, actor_name, action, details from audit
    where object_type = ${resource.name} and object_id = ${id} and tenant_id = ${ctx.caller.tenantId}
      and action <> ${`${resource.name}.read`} order by seq desc limit 500`.execute(core.services.db);
  return rows.map((row) => ({
    time: row.at.getTime(),
    user: row.actor_name,
    action: row.action.slice(resource.name.length + 1),
    step: (row.details as { step?: string }).step ?? null,
    cause: (row.details as { cause?: string }).cause ?? null,
    reason: (row.details as { reason?: string }).reason ?? null,
    changes: ((row.details as { changes?: Changes }).changes ?? {}) as Changes,
  }));
}
