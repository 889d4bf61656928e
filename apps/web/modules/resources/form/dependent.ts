import { cascadeTypesOf, type OptionListName, parseOption } from '@voltloop/domain/options/index.ts';
import type { Field, Resource, Values } from '@voltloop/resource-kit';

/** Pure: fields whose choices depend on another field (specification section 4). */

/** The fields that may depend on each other: those of a resource, or of the line that a field belongs to. */
export type Fields = Pick<Resource, 'fields'>;

/** The fields around a field, given its path in the form: `lines.0.categoryId`. */
export function fieldsAround(resource: Resource, path: string): Fields {
  const lines = resource.fields[path.split('.')[0] ?? ''];
  return lines?.kind === 'lines' && path.includes('.') ? { fields: lines.of } : resource;
}

/** Option lists that another list restricts. */
const limited: Partial<
  Record<OptionListName, { by: OptionListName; only: (value: unknown) => readonly (string | number)[] }>
> = {
  cascadeType: {
    by: 'productType',
    only: (value) => cascadeTypesOf(parseOption('productType', value)),
  },
};

const isOptionOf = (field: Field, list: OptionListName) => field.kind === 'option' && field.list === list;

/** The field that limits an option's choices. */
function limiterOf({ fields }: Fields, field: Field): string | undefined {
  const limit = field.kind === 'option' ? limited[field.list] : undefined;
  if (!limit) return undefined;
  return Object.entries(fields).find(([, each]) => isOptionOf(each, limit.by))?.[0];
}

/** The field that restricts an option's choices, and the remaining choices; undefined if unrestricted. */
export function allowedChoices(
  resource: Fields,
  field: Field,
  values: Values,
): { by: string; only: readonly (string | number)[] } | undefined {
  const limit = field.kind === 'option' ? limited[field.list] : undefined;
  const by = limiterOf(resource, field);
  return limit && by !== undefined ? { by, only: limit.only(values[by]) } : undefined;
}

/** The other fields that a field's input depends on; it watches only these. */
export function dependsOn(resource: Fields, field: Field): string[] {
  const limiter = limiterOf(resource, field);
  const among = (field.kind === 'reference' && field.among) || {};
  return [
    ...new Set([
      ...(field.when ? [field.when.field] : []),
      ...(limiter ? [limiter] : []),
      ...Object.values(among),
    ]),
  ];
}

/** The fields to clear when a field changes: those that depend on it, directly or indirectly. */
export function clearedBy(resource: Fields, changed: string): string[] {
  const cleared = new Set<string>();
  const follow = (name: string) => {
    for (const [other, field] of Object.entries(resource.fields)) {
      if (other === changed || cleared.has(other)) continue;
      if (!dependsDirectly(resource, field, name)) continue;
      cleared.add(other);
      follow(other);
    }
  };
  follow(changed);
  return [...cleared];
}

function dependsDirectly(resource: Fields, field: Field, name: string): boolean {
  if (field.kind === 'reference') return Object.values(field.among ?? {}).includes(name);
  return allowedChoices(resource, field, {})?.by === name;
}

/**
 * The filter for the rows of a reference; or the required field that must be chosen first, because the choices mean
 * nothing without it (specification section 4).
 * @param line Values of the line that the field belongs to, if any.
 */
export function amongOf(
  resource: Resource,
  field: Field,
  values: Values,
  line: Values = {},
  around: Fields = resource,
): { rows: Record<string, string> } | { waitsFor: string } {
  const rows: Record<string, string> = {};
  for (const [theirs, ours] of Object.entries((field.kind === 'reference' && field.among) || {})) {
    const value = String(line[ours] ?? values[ours] ?? '');
    if (value !== '') rows[theirs] = value;
    else if (isNeeded(around.fields[ours] ?? resource.fields[ours])) return { waitsFor: ours };
  }
  return { rows };
}

/** Whether a required reference waits for this field, so that the form requires it too. */
export const isChosenFirst = ({ fields }: Fields, name: string): boolean =>
  isNeeded(fields[name]) &&
  Object.values(fields).some(
    (each) =>
      each.kind === 'reference' && each.required === true && Object.values(each.among ?? {}).includes(name),
  );

/** Lists that need a value before their dependent fields can be chosen (specification). */
const first: readonly OptionListName[] = ['customerType', 'productType'];
const isNeeded = (field: Field | undefined) =>
  field?.required === true || (field?.kind === 'option' && first.includes(field.list));
