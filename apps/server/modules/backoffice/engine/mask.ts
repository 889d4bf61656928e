import type { Mask, Resource } from '@voltloop/resource-kit';
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

/** A row as those see it who may not read personal data: enough to tell one from another (decisions C23). */
export function masked(resource: Resource, row: Row): Row {
  const hidden = Object.entries(resource.fields).flatMap(([name, field]) => {
    const value = row[name];
    return field.personal && typeof value === 'string' ? [[name, masks[field.personal](value)]] : [];
  });
  return { ...row, ...Object.fromEntries(hidden) };
}

/** Whether a resource has personal data at all. */
export const hasPersonal = (resource: Resource) => Object.values(resource.fields).some((f) => f.personal);
