/**
 * Reply codes (interpretation B12). Every reply is one envelope; the HTTP status gives the class, the code the exact
 * result.
 */
export const codes = {
  ok: { code: 0, status: 200, message: 'ok' },
  validation: { code: 4000001, status: 400, message: 'Bad Request' },
  unauthorized: { code: 4010001, status: 401, message: 'Unauthorized' },
  loginFailed: { code: 4010002, status: 401, message: 'UC :password error' },
  secondFactor: { code: 4010003, status: 401, message: 'A code of the authenticator is needed' },
  secondFactorFailed: { code: 4010004, status: 401, message: 'The code is wrong or was used before' },
  sessionEnded: { code: 4010005, status: 401, message: 'This session was ended from another device' },
  passwordChanged: { code: 4010006, status: 401, message: 'The password was changed on another device' },
  loginCode: { code: 4010007, status: 401, message: 'This sign-in code is not valid any more' },
  displaced: {
    code: 4010008,
    status: 401,
    message: 'This session was ended: the account signed in on too many devices',
  },
  ssoExpired: {
    code: 4010009,
    status: 401,
    message: 'This sign-in is too old, was used before or was started in another browser',
  },
  ssoFailed: { code: 4010010, status: 401, message: 'The sign-in service did not confirm who you are' },
  forbidden: { code: 4030001, status: 403, message: '当前用户没有权限' },
  mustChangePassword: { code: 4030002, status: 403, message: 'Choose a new password first' },
  tokenScope: { code: 4030003, status: 403, message: 'This API token may not make this call' },
  ssoRefused: { code: 4030004, status: 403, message: 'This sign-in is not allowed' },
  notFound: { code: 4040001, status: 404, message: 'Not Found' },
  timeout: { code: 4080001, status: 408, message: 'The request took too long to arrive' },
  conflict: { code: 4090001, status: 409, message: 'Conflict' },
  transition: { code: 4090002, status: 409, message: 'This step is not allowed in the present state' },
  tenantLimit: {
    code: 4090004,
    status: 409,
    message: 'The limit of the organization is reached',
  },
  unconfirmed: { code: 4090003, status: 409, message: 'There are warnings to confirm' },
  tooLarge: { code: 4130001, status: 413, message: 'Too large' },
  quota: { code: 4130002, status: 413, message: 'The quota for files is used up' },
  wrongType: { code: 4150001, status: 415, message: 'Wrong type' },
  tooMany: { code: 4290001, status: 429, message: 'Too many attempts' },
  busy: { code: 5000001, status: 500, message: 'server busy' },
  unavailable: { code: 5030001, status: 503, message: 'The database is not reachable, try again shortly' },
  filesUnavailable: {
    code: 5030002,
    status: 503,
    message: 'The file store is not reachable, try again shortly',
  },
  ssoUnavailable: {
    code: 5030003,
    status: 503,
    message: 'The sign-in service cannot be reached, try again shortly or sign in with your password',
  },
  diskFull: { code: 5070001, status: 507, message: 'The disk of the server is full' },
  noAnswer: { code: 5040001, status: 504, message: 'The device did not answer' },
} as const;

export type CodeName = keyof typeof codes;
