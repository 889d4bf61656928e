import type { Resource } from '@voltloop/resource-kit';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Changes } from './changes.ts';
import type { Core } from './core.ts';

/** The history of one row from the audit trail, newest first: at most 500 entries. */
export async function rowHistory(core: Core, ctx: Ctx, resource: Resource, id: string) {
  const rows = await core.services.db
    .selectFrom('audit')
    .select(['at', 'actor_name', 'action', 'details'])
    .where('object_type', '=', resource.name)
    .where('object_id', '=', id)
    .where('tenant_id', '=', ctx.caller.tenantId)
    .where('action', '<>', `${resource.name}.read`)
    .orderBy('seq', 'desc')
    .limit(500)
    .execute();
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
