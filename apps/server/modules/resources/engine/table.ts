import { columnOf, type Resource } from '@voltloop/resource-kit';
import { sql } from 'kysely';

/** Words of SQL over the table of a resource, which every statement names `t`. */

export const table = (resource: Resource) => sql.table(resource.table);
/** The column that holds a field. */
export const column = (field: string) => sql.ref(`t.${columnOf(field)}`);
/** Rows of the tenant; no statement goes without it. */
export const own = (tenantId: string) => sql`t.tenant_id = ${tenantId}::uuid`;
/** Rows of the tenant that are not deleted. */
export const living = (tenantId: string) => sql`${own(tenantId)} and t.deleted_at is null`;
