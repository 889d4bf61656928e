import { parseOption } from '@voltloop/domain/options/index.ts';
import type { Resource, Values } from '@voltloop/resource-kit';

/** Pure: fields that follow from others while a form is written. */

const isNothing = (value: unknown) => value === null || value === undefined || value === '';

/**
 * What is to be written into a form after something else was: values that follow, for fields that are empty or hold
 * what followed before. What a person has chosen otherwise stays, and so does what nothing follows for.
 * @param before What followed when the form was last looked at.
 */
export function toFill(resource: Resource, values: Values, before: Values, follows: Values): Values {
  const fill: Values = {};
  for (const [name, value] of Object.entries(follows)) {
    if (isNothing(value) || same(resource, name, value, values[name])) continue;
    const followed = !isNothing(before[name]) && same(resource, name, before[name], values[name]);
    if (isNothing(values[name]) || followed) fill[name] = value;
  }
  return fill;
}

/** Values of an option are one when they mean the same of its list: a form holds some as texts. */
function same(resource: Resource, name: string, a: unknown, b: unknown): boolean {
  const field = resource.fields[name];
  if (field?.kind !== 'option') return String(a ?? '') === String(b ?? '');
  return parseOption(field.list, a) === parseOption(field.list, b);
}
