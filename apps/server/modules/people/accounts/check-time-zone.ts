import { fieldError } from '../../../platform/errors.ts';
import { isTimeZone } from './rules.ts';

/** @throws validation at `path` for an unknown time zone */
export function checkTimeZone(name: string, path: string): void {
  if (!isTimeZone(name)) throw fieldError(path, 'validation.timeZone', 'Not a known time zone');
}
