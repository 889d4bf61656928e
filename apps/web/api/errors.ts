import type { FieldError } from '@voltloop/contract/envelope.ts';

/** The error of a call. `message` is the server's own text; {@link describeError} returns the text to show. */
export class ApiError extends Error {
  /** HTTP status; 0 when the server could not be reached. */
  readonly status: number;
  /** Code of the envelope (interpretation B12); 0 without one. */
  readonly code: number;
  readonly fields: readonly FieldError[];
  /** The JSON reply as received; null without one. */
  readonly body: unknown;

  constructor(
    status: number,
    code: number,
    message: string,
    fields: readonly FieldError[] = [],
    body: unknown = null,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.body = body;
  }
}

/** Whether the server refused because of a missing permission: a page then shows that instead of a retry button. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}

/** Message of a change that was refused because the browser is offline. */
export const OFFLINE = 'No network: nothing was sent';

/** Either a key of the catalogue `errors`, or a literal text of the server. */
export type ErrorWords = { key: string } | { text: string };

const CODE_KEYS: Record<number, string> = {
  4000001: 'validation',
  4010003: 'secondFactor',
  4010004: 'secondFactorFailed',
  4010005: 'sessionRevoked',
  4010006: 'passwordChanged',
  4010007: 'loginCode',
  4010008: 'sessionDisplaced',
  4010009: 'ssoExpired',
  4010010: 'ssoFailed',
  4030001: 'noPermission',
  4030002: 'mustChangePassword',
  4030004: 'ssoRefused',
  4040001: 'notFound',
  4080001: 'timeout',
  4290001: 'tooMany',
  5000001: 'busy',
  5030001: 'unavailable',
  5030002: 'filesUnavailable',
  5030003: 'ssoUnavailable',
  5070001: 'diskFull',
  5040001: 'noAnswer',
};
/** The standard texts of those codes: any other text of the server is more specific than the catalogue. */
const STANDARD_TEXTS = new Set([
  'Bad Request',
  'A code of the authenticator is needed',
  'The code is wrong or was used before',
  'Choose a new password first',
  'This session was ended from another device',
  'The password was changed on another device',
  'This sign-in code is not valid any more',
  'This session was ended: the account signed in on too many devices',
  'This sign-in is too old, was used before or was started in another browser',
  'The sign-in service did not confirm who you are',
  'This sign-in is not allowed',
  'The sign-in service cannot be reached, try again shortly or sign in with your password',
  'The request took too long to arrive',
  'Not Found',
  'Too many attempts',
  'server busy',
  'The database is not reachable, try again shortly',
  'The device did not answer',
]);

/**
 * The text of an error, in the order of specification section 8 and interpretation A64: the exact 'UC :' texts, then
 * 'Bad Request' on the login page, then 'Unauthorized', then no permission, then the server's text.
 */
export function describeError(
  error: { status: number; code: number; message: string; fields?: readonly FieldError[] },
  where: { loginPage: boolean } = { loginPage: false },
): ErrorWords {
  const { status, code, message } = error;
  if (message === 'UC :password error' || message === 'UC :not exist user') return { key: 'loginFailed' };
  if (message === 'Bad Request' && where.loginPage) return { key: 'loginInvalid' };
  if (message === 'Unauthorized') return { key: 'unauthorized' };
  if (code === 4030001 || /没有权限|无权限/.test(message)) return { key: 'noPermission' };
  if (status === 0) return { key: message === OFFLINE ? 'offline' : 'unreachable' };
  if (error.fields?.length) return { text: error.fields.map((field) => field.message).join('; ') };
  const key = CODE_KEYS[code];
  if (key && (message === '' || STANDARD_TEXTS.has(message))) return { key };
  return message ? { text: message } : { key: 'busy' };
}
