import { columnOf, type Resource } from '@voltloop/resource-kit';
import { sql } from 'kysely';

/** SQL fragments over the table of a resource, which every statement aliases as `t`. */

export const table = (resource: Resource) => sql.table(resource.table);
export const column = (field: string) => sql.ref(`t.${columnOf(field)}`);
/** Rows of the tenant; part of every statement. */
export const own = (tenantId: string) => sql`t.tenant_id = ${tenantId}::uuid`;
/** Rows of the tenant that are not deleted. */
export const living = (tenantId: string) => sql`${own(tenantId)} and t.deleted_at is null`;
