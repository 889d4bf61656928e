import { z } from 'zod';
import { emailAddress, phoneNumber } from '../contact.ts';
import { route } from '../route.ts';
import { shownText } from '../shown-text.ts';
import { loginData, self } from './accounts.ts';

/** A password in a body: any length that was ever allowed; the server checks the policy and reports it at the field. */
const secret = z.string().min(1).max(200);

export const changePassword = route({
  name: 'changePassword',
  apiToken: false,
  summary:
    'Change the own password. 204 without a body on success; every other session of the account ends (interpretations A14, C27).',
  method: 'PUT',
  path: '/v1/admin/tenant/users/self/password',
  aliases: ['/admin/tenant/users/self/password'],
  access: 'session',
  /** The specification always sends 3: by the old password. No other way is supported. */
  query: z.object({ update_pwd_way: z.literal('3').optional() }),
  body: z
    .object({
      password: secret,
      origin_password: secret.optional(),
      /** The same under the name of the dialog's service (interpretation A14). */
      oldpassword: secret.optional(),
    })
    .refine((b) => b.origin_password !== undefined || b.oldpassword !== undefined, {
      path: ['origin_password'],
      message: 'Please input old password',
    }),
});

/** Fields of the own profile that may be emptied (interpretation A39); name and e-mail can only be replaced. */
export const clearableSelfFields = [
  'mobile',
  'company',
  'country',
  'city',
  'address',
  'description',
] as const;

const text = (max: number) => shownText().trim().max(max);

export const updateSelf = route({
  name: 'updateSelf',
  apiToken: false,
  summary:
    'Change the own profile. Absent fields are unchanged; those in clearFields are emptied (interpretations A30, A39). Changing the e-mail address needs the password.',
  method: 'PUT',
  path: '/v1/admin/tenant/users/self',
  aliases: ['/admin/tenant/users/self'],
  access: 'session',
  body: z.object({
    name: text(50).min(1).optional(),
    /** A changed address needs `origin_password`: links for a new password are sent there. */
    email: emailAddress.optional(),
    origin_password: secret.optional(),
    mobile: phoneNumber.optional(),
    company: text(100).optional(),
    country: text(60).optional(),
    city: text(60).optional(),
    address: text(200).optional(),
    description: text(500).optional(),
    clearFields: z.array(z.enum(clearableSelfFields)).max(clearableSelfFields.length).optional(),
  }),
  reply: self,
});

export const setAvatar = route({
  name: 'setAvatar',
  apiToken: false,
  summary:
    'Set the own picture as multipart/form-data, field `file`: a PNG or JPEG image below 2 MiB. It is re-encoded as a small square.',
  method: 'POST',
  path: '/v1/admin/tenant/users/self/avatar',
  access: 'session',
  reply: z.object({ avatar: z.string() }),
});

export const removeAvatar = route({
  name: 'removeAvatar',
  apiToken: false,
  summary: 'Remove the own picture. Idempotent.',
  method: 'DELETE',
  path: '/v1/admin/tenant/users/self/avatar',
  access: 'session',
  reply: z.null(),
});

export const readAvatar = route({
  name: 'readAvatar',
  summary: 'The picture of an account that the caller sees, as a JPEG image of 128 by 128 pixels.',
  method: 'GET',
  path: '/avatars/:id',
  access: 'session',
  /** Changes with each picture, so that cached ones are not reused. */
  query: z.object({ v: z.string().max(64).optional() }),
});

/** The address of an account's picture. */
export const avatarAddress = (accountId: string, version: string): string =>
  `/avatars/${accountId}?v=${version}`;

export const ownSession = z.object({
  id: z.string(),
  current: z.boolean(),
  /** How it began: by password, by a one-time code of another session, or at the OpenID Connect provider. */
  way: z.enum(['password', 'code', 'oidc']),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  begin_time: z.number(),
  /** When it last renewed its token: every half hour while it is in use. */
  last_time: z.number(),
  end_time: z.number(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const listOwnSessions = route({
  name: 'listOwnSessions',
  apiToken: false,
  summary: 'Sessions of the own account, newest first, at most 100.',
  method: 'GET',
  path: '/v1/admin/control/sessions',
  access: 'session',
  reply: z.array(ownSession),
});

export const endOwnSession = route({
  name: 'endOwnSession',
  apiToken: false,
  summary: 'End one session of the own account, effective from the next call on.',
  method: 'DELETE',
  path: '/v1/admin/control/sessions/:id',
  access: 'session',
  params: z.object({ id: z.string() }),
  reply: z.null(),
});

export const endOtherSessions = route({
  name: 'endOtherSessions',
  apiToken: false,
  summary: 'End every other session of the own account.',
  method: 'POST',
  path: '/v1/admin/control/sessions/end-others',
  access: 'session',
  reply: z.object({ ended: z.number().int() }),
});

export const createLoginCode = route({
  name: 'createLoginCode',
  apiToken: false,
  summary:
    'A one-time code that signs another device in to the own account; valid once, for 60 seconds (interpretations B05, C04).',
  method: 'POST',
  path: '/v1/admin/control/sessions/login-codes',
  access: 'session',
  reply: z.object({ code: z.string(), expires_in: z.number().int() }),
});

export const redeemLoginCode = route({
  name: 'redeemLoginCode',
  summary: 'Sign in with a one-time code. The server determines the account, never the caller.',
  method: 'POST',
  path: '/v1/admin/control/sessions/login-code',
  access: 'public',
  body: z.object({ code: z.string().trim().min(1).max(200) }),
  reply: loginData,
});

export const forgotPassword = route({
  name: 'forgotPassword',
  summary:
    'Send a link for a new password to the address of an account. The reply does not reveal whether the account exists.',
  method: 'POST',
  path: '/v1/admin/control/password-links',
  access: 'public',
  body: z.object({
    /** User name or e-mail address. */
    name: shownText().trim().min(1).max(200),
    /** For accounts without a language of their own. */
    language: z.enum(['en', 'zh']).default('en'),
  }),
  reply: z.null(),
});

export const resetPasswordByLink = route({
  name: 'resetPasswordByLink',
  summary:
    'Set a new password by the code of a link, valid once within 30 minutes. All sessions of the account end.',
  method: 'POST',
  path: '/v1/admin/control/password-links/use',
  access: 'public',
  body: z.object({ code: z.string().trim().min(1).max(200), password: z.string().min(1).max(200) }),
  reply: z.null(),
});

export const getSecurity = route({
  name: 'getSecurity',
  apiToken: false,
  summary: 'Security settings of the own account.',
  method: 'GET',
  path: '/v1/admin/tenant/users/self/security',
  access: 'session',
  reply: z.object({
    /** False for accounts that were created by single sign-on. */
    has_password: z.boolean(),
    password_time: z.number().nullable(),
    two_factor: z.object({
      enabled: z.boolean(),
      since: z.number().nullable(),
      recovery_codes_left: z.number().int(),
    }),
    /** Single sign-on, and the identity that the account is linked to; null without a provider. */
    sso: z
      .object({
        name: z.string(),
        identity: z
          .object({
            label: z.string().nullable(),
            since: z.number(),
            last_time: z.number().nullable(),
          })
          .nullable(),
      })
      .nullable(),
  }),
});
export type Security = NonNullable<typeof getSecurity.reply>['_output'];

const oneTimeCode = z.string().trim().min(6).max(40);
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const enrolTwoFactor = route({
  name: 'enrolTwoFactor',
  apiToken: false,
  summary:
    'Start setting up an authenticator (TOTP, RFC 6238): its key, as text and as otpauth address. Codes are required only after one has been confirmed.',
  method: 'POST',
  path: '/v1/admin/tenant/users/self/two-factor',
  access: 'session',
  body: z.object({ password: secret }),
  reply: z.object({ secret: z.string(), uri: z.string() }),
});

export const confirmTwoFactor = route({
  name: 'confirmTwoFactor',
  apiToken: false,
  summary:
    'Enable the second factor with a code of the new authenticator. Only this reply contains the recovery codes.',
  method: 'POST',
  path: '/v1/admin/tenant/users/self/two-factor/confirm',
  access: 'session',
  body: z.object({ code: oneTimeCode }),
  reply: recoveryCodes,
});

export const renewRecoveryCodes = route({
  name: 'renewRecoveryCodes',
  apiToken: false,
  summary: 'Generate ten new recovery codes; the former ones become invalid.',
  method: 'POST',
  path: '/v1/admin/tenant/users/self/two-factor/recovery-codes',
  access: 'session',
  body: z.object({ password: secret, code: oneTimeCode }),
  reply: recoveryCodes,
});

export const disableTwoFactor = route({
  name: 'disableTwoFactor',
  apiToken: false,
  summary: 'Disable the second factor, with the password and a code (or a recovery code).',
  method: 'POST',
  path: '/v1/admin/tenant/users/self/two-factor/disable',
  access: 'session',
  body: z.object({ password: secret, code: oneTimeCode }),
  reply: z.null(),
});

export const resetTwoFactor = route({
  name: 'resetTwoFactor',
  apiToken: false,
  summary:
    'Remove the second factor of an account below the caller, whose owner has lost it. Its sessions end.',
  method: 'POST',
  path: '/v1/admin/tenant/tenants/:tenantId/users/:id/reset-two-factor',
  access: [0, 1, 2, 3, 4],
  params: z.object({ tenantId: z.string(), id: z.string() }),
  reply: z.null(),
});

export const ownActivity = z.object({
  time: z.number(),
  /** Action of the audit: `session.create`, `account.password`, … */
  action: z.string(),
  result: z.enum(['ok', 'refused']),
  ip: z.string().nullable(),
  /** The actor, if it was somebody else. */
  by: z.string().nullable(),
});
export type OwnActivity = z.infer<typeof ownActivity>;

export const listOwnActivity = route({
  name: 'listOwnActivity',
  apiToken: false,
  summary: 'Recent security events of the own account: sign-ins, failed ones, changes of its protection.',
  method: 'GET',
  path: '/v1/admin/tenant/users/self/activity',
  access: 'session',
  reply: z.array(ownActivity),
});
