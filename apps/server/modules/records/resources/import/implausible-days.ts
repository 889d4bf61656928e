import { isImplausibleDay } from '@voltloop/domain/checks/index.ts';
import { type Resource, settable, type Values } from '@voltloop/resource-kit';
import type { RowError } from '../../imports/index.ts';

/** Warnings about days that are probably errors. @param today yyyy-MM-dd */
export const implausibleDays = (resource: Resource, values: Values, today: string): RowError[] =>
  settable(resource, 'insert').flatMap(([column, field]) => {
    const day = field.kind === 'date' ? values[column] : undefined;
    return typeof day === 'string' && isImplausibleDay(day, today)
      ? [{ column, key: 'implausibleDay', value: day }]
      : [];
  });
