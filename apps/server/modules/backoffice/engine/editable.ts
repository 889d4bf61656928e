import type { Resource, Values } from '@voltloop/resource-kit';

/** Whether the state of a row leaves it open to change. */
export function isEditable({ life }: Resource, row: Values): boolean {
  return !life?.editable || life.editable.includes(row[life.field] as string | number);
}

export const notEditable = {
  key: 'resource.notEditable',
  message: 'In its present state this cannot be changed any more',
};
