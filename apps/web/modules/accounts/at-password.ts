import { ApiError } from '../../api/errors.ts';

/** The error of a form: that the password is wrong belongs to its field, with this message. */
export function atPassword(error: unknown, message: string): unknown {
  if (!(error instanceof ApiError) || !error.fields.some(({ key }) => key === 'account.password.wrong'))
    return error;
  return Object.assign(new Error(message), { fields: [{ path: 'password', key: '', message }] });
}
