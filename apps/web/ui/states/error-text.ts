import type { TFunction } from 'i18next';
import { ApiError, describeError } from '../../api/errors.ts';

/** The text of an error in the user's language, without those of its fields. `t` has the catalogue `errors`. */
export function errorText(error: unknown, t: TFunction, where?: { loginPage: boolean }): string {
  const words = error instanceof ApiError ? describeError(error, where) : { key: 'unexpected' };
  return 'key' in words ? t(words.key, { ns: 'errors' }) : words.text;
}
