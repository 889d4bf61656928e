import { tracedKinds } from '@voltloop/contract/calls/traceability.ts';
import { rowPath } from '../resources/index.ts';

export const QUERY_PATH = '/backoffice/query';

/** The page of a record itself. */
export function recordPath(kind: string, id: string): string {
  if (kind === 'lot') return `/backoffice/stock/item/${id}`;
  if (kind === 'report') return `/backoffice/reporting/${id}`;
  return rowPath(kind, id);
}

export const isTraced = (kind: string) => tracedKinds.has(kind);
