import { type Field, type Mask, type Resource, rightOf } from '@voltloop/resource-kit';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Row } from './columns.ts';

const keep = (text: string, first: number, last: number) => {
  const letters = [...text];
  if (letters.length <= first + last) return '*'.repeat(letters.length);
  const middle = '*'.repeat(Math.min(letters.length - first - last, 8));
  return letters.slice(0, first).join('') + middle + (last > 0 ? letters.slice(-last).join('') : '');
};

const masks: Record<Mask, (text: string) => string> = {
  name: (text) => keep(text, 1, 0),
  phone: (text) => keep(text, 3, 4),
  id: (text) => keep(text, 3, 4),
  address: (text) => keep(text, 6, 0),
  email: (text) => {
    const at = text.lastIndexOf('@');
    return at < 1 ? keep(text, 1, 0) : keep(text.slice(0, at), 1, 0) + text.slice(at);
  },
};

/** The masked text of a field, for callers without the right to personal data. */
export const maskedText = (field: Field | undefined, text: string): string =>
  field?.personal ? masks[field.personal](text) : text;

/** A masked row, for callers without the right to personal data: still distinguishable (interpretation C23). */
export function masked(resource: Resource, row: Row): Row {
  const hidden = Object.entries(resource.fields).flatMap(([name, field]) => {
    const value = row[name];
    return field.personal && typeof value === 'string' ? [[name, maskedText(field, value)]] : [];
  });
  return { ...row, ...Object.fromEntries(hidden) };
}

/** Whether a resource has personal data. */
export const hasPersonal = (resource: Resource) => Object.values(resource.fields).some((f) => f.personal);

/** Whether the caller always sees the personal data of a resource masked. */
export const isMasked = (ctx: Ctx, resource: Resource) =>
  !ctx.caller.rights.has(rightOf(resource, 'personal'));

/** A row as the caller may see it after a write: unmasked only with the right to personal data. */
export function seenBy(ctx: Ctx, resource: Resource, row: Row): Row {
  return isMasked(ctx, resource) ? masked(resource, row) : row;
}
