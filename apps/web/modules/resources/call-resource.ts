import type { ResourceCalls } from '@voltloop/resource-kit/calls.ts';
import { call } from '../../api/call.ts';
import type { Row } from './views.ts';

interface RowsPage {
  list: Row[];
  /** Null where the rows have not been counted yet. */
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
 * Calls one of the calls that every entity has. The description of an entity decides at run time which fields its rows
 * have; the compiler does not know them, so that this is the only place where the types of such calls are set aside.
 * @param values The query of a call that reads, the body of one that writes.
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
