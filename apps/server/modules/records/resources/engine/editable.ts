import type { Resource, Values } from '@voltloop/resource-kit';
import { AppError } from '../../../../platform/errors.ts';
import type { Row } from './columns.ts';

/** Whether the state of a row allows changes. */
export function isEditable({ life }: Resource, row: Values): boolean {
  return !life?.editable || life.editable.includes(row[life.field] as string | number);
}

export const notEditable = {
  key: 'resource.notEditable',
  message: 'In the current state this cannot be changed',
};

/** @throws conflict when the row has changed since it was read as `version` */
export function refuseOthersChange(row: Pick<Row, 'version'>, version: number | undefined): void {
  if (version === undefined || row.version === version) return;
  throw new AppError('conflict', { message: 'Changed by another user in the meantime' });
}
