import { addDays } from '@voltloop/domain/clock/days.ts';
import type { Condition } from '@voltloop/resource-kit';

/** Pure: the URL of the list with the rows of a warning. */

/** `before` is exclusive on the wire; a list has an inclusive last day. */
const lastDay = (before: string) => addDays(before, -1);

/** The list of a resource, filtered by these conditions. Conditions that a list does not support are omitted. */
export function warningPath(resource: string, filter: readonly Condition[]): string {
  const params = new URLSearchParams();
  for (const { field, op, value } of filter) {
    const key = `f.${field}`;
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
    if (op === 'equals' || op === 'in' || op === 'contains' || op === 'under') params.set(key, text);
    else if (op === 'from') params.set(`${key}.from`, text);
    else if (op === 'to') params.set(`${key}.to`, /^\d{4}-\d\d-\d\d$/.test(text) ? lastDay(text) : text);
    else params.set(`${key}.is`, op);
  }
  const query = params.toString();
  return `/backoffice/${resource}${query ? `?${query}` : ''}`;
}
