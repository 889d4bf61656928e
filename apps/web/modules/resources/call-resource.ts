import type { ResourceCalls } from '@voltloop/resource-kit/calls.ts';
import { call } from '../../api/call.ts';
import type { Row } from './views.ts';

interface RowsPage {
  list: Row[];
  /** Null if the rows have not been counted yet. */
  total: number | null;
}

interface Answers {
  findPage: RowsPage;
  findById: Row;
  insert: Row;
  update: Row;
  lookup: { id: string; title: string; hint: string | null }[];
}

/**
 * Calls one of the calls that every resource has. The fields of a row follow from the declaration at run time,
 * which the compiler does not know: this is the only place that casts the types of such calls.
 * @param values The query of a GET call, the body of others.
 */
export async function callResource<Name extends keyof Answers>(
  calls: ResourceCalls,
  name: Name,
  values: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<Answers[Name]> {
  const entry = calls[name];
  const input = entry.method === 'GET' ? { query: values } : { body: values };
  return (await call(entry, { ...input, ...(signal ? { signal } : {}) } as never)) as Answers[Name];
}
