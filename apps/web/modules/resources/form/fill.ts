import { parseOption } from '@voltloop/domain/options/index.ts';
import type { Resource, Values } from '@voltloop/resource-kit';

/** Pure: fields filled in from other fields while a form is edited. */

const isNothing = (value: unknown) => value === null || value === undefined || value === '';

/**
 * The values to write into a form: derived values for fields that are empty or still equal the former derived
 * value. A different choice of the user stays, and so does a field without a derived value.
 * @param before The former derived values.
 */
export function toFill(resource: Resource, values: Values, before: Values, derived: Values): Values {
  const fill: Values = {};
  for (const [name, value] of Object.entries(derived)) {
    if (isNothing(value) || same(resource, name, value, values[name])) continue;
    const wasDerived = !isNothing(before[name]) && same(resource, name, before[name], values[name]);
    if (isNothing(values[name]) || wasDerived) fill[name] = value;
  }
  return fill;
}

/** Compares values; for options by their parsed meaning, because forms hold some as texts. */
function same(resource: Resource, name: string, a: unknown, b: unknown): boolean {
  const field = resource.fields[name];
  if (field?.kind !== 'option') return String(a ?? '') === String(b ?? '');
  return parseOption(field.list, a) === parseOption(field.list, b);
}
