import type { Field } from './fields.ts';

/** Whether a field applies, given the other values of its row or line: see `when`. */
export function counts(field: Pick<Field, 'when'>, values: Readonly<Record<string, unknown>>): boolean {
  if (!field.when) return true;
  const other = values[field.when.field];
  return field.when.is.some((value) => String(value) === String(other ?? ''));
}
