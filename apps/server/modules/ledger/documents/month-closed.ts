import { type AppError, fieldError } from '../../../platform/errors.ts';

/** The refusal of a business day in a closed month. */
export const monthClosed = (): AppError =>
  fieldError('day', 'rule.document.monthClosed', 'This month is closed: choose a day of an open one');
