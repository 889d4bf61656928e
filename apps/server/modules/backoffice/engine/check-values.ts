import { inputSchema, type Resource, type Values } from '@voltloop/resource-kit';
import type { Trx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { fieldErrors } from '../../../platform/http.ts';
import type { Registry } from './columns.ts';
import { rowsById } from './store.ts';

/**
 * The whole of a row as the declaration wants it, and what it refers to is there.
 * @throws validation with an error for each wrong field
 */
export async function checkedValues(
  trx: Trx,
  registry: Registry,
  resource: Resource,
  tenantId: string,
  values: Values,
): Promise<Values> {
  const parsed = inputSchema(resource).safeParse(values);
  if (!parsed.success) throw new AppError('validation', { fields: fieldErrors(parsed.error, 'body') });
  for (const [name, field] of Object.entries(resource.fields)) {
    const id = parsed.data[name];
    const to = field.kind === 'reference' ? registry.get(field.to) : undefined;
    if (!to || typeof id !== 'string') continue;
    if ((await rowsById(trx, registry, to, tenantId, [id])).length > 0) continue;
    const message = 'What this refers to does not exist';
    throw new AppError('validation', { fields: [{ path: name, key: 'resource.noReference', message }] });
  }
  return parsed.data;
}
