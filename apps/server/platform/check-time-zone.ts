import { isTimeZone } from '@voltloop/domain/clock/time-zone.ts';
import { fieldError } from './errors.ts';

/** @throws validation at `path` for an unknown time zone */
export function checkTimeZone(name: string, path: string): void {
  if (!isTimeZone(name)) throw fieldError(path, 'validation.timeZone', 'Not a known time zone');
}
