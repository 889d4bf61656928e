import type { LogDetail, LogRow } from '@voltloop/contract/calls/log.ts';
import { registry } from '@voltloop/resources/registry.ts';

/** The page of a row's object, or a list that contains it; null if there is none. */
export function linkOf(row: LogRow & Partial<Pick<LogDetail, 'details'>>): string | null {
  const { objectType, objectId } = row;
  if (objectType === null) return null;
  // Rows of a list or an export have no single object.
  if (registry[objectType])
    return objectId === null ? `/backoffice/${objectType}` : `/backoffice/${objectType}/${objectId}`;
  if (objectType === 'role') return '/backoffice/roles';
  const devid = row.details?.devid;
  if (objectType === 'thing' && typeof devid === 'string')
    return `/operationStatuss/thing/${encodeURIComponent(devid)}`;
  return null;
}
