import type { FieldError } from '@voltloop/contract';
import type { Resource, Values } from '@voltloop/resource-kit';
import type { Db, Trx } from '../../../../platform/db.ts';
import { mapYielding } from '../../../../platform/map-yielding.ts';
import type { Registry } from './columns.ts';
import { lockReferenced } from './store.ts';

/** One reference of a row: its path, its target, and the required values of the target. */
interface Reference {
  row: number;
  /** As in field errors: `clientId`, `lines.0.categoryId`. */
  path: string;
  to: Resource;
  id: string;
  /** Required values of fields of the referenced row. */
  among: [field: string, value: unknown][];
}

/**
 * Checks that referenced rows exist and may be chosen, with one query for each referenced resource, and locks them
 * against deletion until the transaction ends.
 * @returns the errors of each row, in their order
 */
export async function checkReferences(
  trx: Db | Trx,
  registry: Registry,
  resource: Resource,
  tenantId: string,
  rows: readonly Values[],
): Promise<FieldError[][]> {
  const errors: FieldError[][] = rows.map(() => []);
  const references = (
    await mapYielding(rows, (values, row) => referencesOf(registry, resource, values, row))
  ).flat();
  for (const to of new Set(references.map((each) => each.to))) {
    const sameTarget = references.filter((each) => each.to === to);
    const neededFields = [...new Set(sameTarget.flatMap(({ among }) => among.map(([field]) => field)))];
    const found = await lockReferenced(
      trx,
      to,
      tenantId,
      sameTarget.map(({ id }) => id),
      neededFields,
    );
    for (const { row, path, id, among } of sameTarget) {
      const referred = found.get(id);
      if (!referred) errors[row]?.push(error(path, 'noReference', 'What this refers to does not exist'));
      else if (among.some(([field, value]) => String(referred[field] ?? '') !== String(value)))
        errors[row]?.push(error(path, 'notAmong', 'This does not match the other fields'));
    }
  }
  return errors;
}

const error = (path: string, key: string, message: string): FieldError => ({
  path,
  key: `resource.${key}`,
  message,
});

function referencesOf(registry: Registry, resource: Resource, values: Values, row: number): Reference[] {
  const found: Reference[] = [];
  const look = (fields: Resource['fields'], inner: Values, before: string) => {
    for (const [name, field] of Object.entries(fields)) {
      const value = inner[name];
      if (field.kind === 'lines' && Array.isArray(value)) {
        for (const [n, line] of value.entries()) look(field.of, line, `${name}.${n}.`);
      }
      const to = field.kind === 'reference' ? registry.get(field.to) : undefined;
      if (field.kind !== 'reference' || !to || typeof value !== 'string') continue;
      const among = Object.entries(field.among ?? {}).flatMap(
        ([targetField, ownField]): Reference['among'] => {
          const chosen = inner[ownField] ?? values[ownField] ?? null;
          return chosen === null || !to.fields[targetField] ? [] : [[targetField, chosen]];
        },
      );
      found.push({ row, path: before + name, to, id: value, among });
    }
  };
  look(resource.fields, values, '');
  return found;
}
