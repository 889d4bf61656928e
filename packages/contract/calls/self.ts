import { z } from 'zod';
import { emailAddress, phoneNumber } from '../contact.ts';
import { route } from '../route.ts';
import { loginData, self } from './accounts.ts';

/** A password in a body: any length a person may once have chosen; the policy is the server's answer beside the field. */
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
  /** The specification always sends 3: by the old password. There is no other way here. */
  query: z.object({ update_pwd_way: z.literal('3').optional() }),
  body: z
    .object({
      password: secret,
      origin_password: secret.optional(),
      /** The name that the dialog's service uses for the same (interpretation A14). */
      oldpassword: secret.optional(),
    })
    .refine((b) => b.origin_password !== undefined || b.oldpassword !== undefined, {
      path: ['origin_password'],
      message: 'Please input old password',
    }),
});

/** Fields of the own profile that may be emptied again (interpretation A39); name and e-mail may only be replaced. */
export const clearableSelfFields = [
  'mobile',
  'company',
  'country',
  'city',
  'address',
  'description',
] as const;

const text = (max: number) => z.string().trim().max(max);

export const updateSelf = route({
  name: 'updateSelf',
  apiToken: false,
  summary:
    'Change the own profile. Fields that are not given stay; those named in clearFields are emptied (interpretations A30, A39). Another e-mail address needs the password.',
  method: 'PUT',
  path: '/v1/admin/tenant/users/self',
  aliases: ['/admin/tenant/users/self'],
  access: 'session',
  body: z.object({
    name: text(50).min(1).optional(),
    /** Another address than before needs `origin_password`: links for a new password go there. */
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
  summary: 'Remove the own picture; the same where there is none.',
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
  params: z.object({ id: z.string().max(64) }),
  /** Another one with each picture, so that a kept one is not taken for a new one. */
  query: z.object({ v: z.string().max(64).optional() }),
});

/** Where the picture of an account is read. */
export const avatarAddress = (accountId: string, version: string): string =>
  `/avatars/${accountId}?v=${version}`;

export const ownSession = z.object({
  id: z.string(),
  current: z.boolean(),
  /** How it began: with the password, with a one-time code made by another session, or at the OpenID Connect provider. */
  way: z.enum(['password', 'code', 'oidc']),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  begin_time: z.number(),
  /** When it last renewed its token: every half hour while it is used. */
  last_time: z.number(),
  end_time: z.number(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const listOwnSessions = route({
  name: 'listOwnSessions',
  apiToken: false,
  summary: 'Where the own account is signed in, newest first, at most 100.',
  method: 'GET',
  path: '/v1/admin/control/sessions',
  access: 'session',
  reply: z.array(ownSession),
});

export const endOwnSession = route({
  name: 'endOwnSession',
  apiToken: false,
  summary: 'End one session of the own account. It works no longer from the next call on.',
  method: 'DELETE',
  path: '/v1/admin/control/sessions/:id',
  access: 'session',
  params: z.object({ id: z.string() }),
  reply: z.null(),
});

export const endOtherSessions = route({
  name: 'endOtherSessions',
  apiToken: false,
  summary: 'End every session of the own account but this one.',
  method: 'POST',
  path: '/v1/admin/control/sessions/end-others',
  access: 'session',
  reply: z.object({ ended: z.number().int() }),
});

export const createLoginCode = route({
  name: 'createLoginCode',
  apiToken: false,
  summary:
    'A one-time code that signs another device in to the own account: good once, for 60 seconds (interpretations B05, C04).',
  method: 'POST',
  path: '/v1/admin/control/sessions/login-codes',
  access: 'session',
  reply: z.object({ code: z.string(), expires_in: z.number().int() }),
});

export const redeemLoginCode = route({
  name: 'redeemLoginCode',
  summary: 'Sign in with a one-time code. Who that is comes from the server, never from the caller.',
  method: 'POST',
  path: '/v1/admin/control/sessions/login-code',
  access: 'public',
  body: z.object({ code: z.string().trim().min(1).max(200) }),
  reply: loginData,
});

export const forgotPassword = route({
  name: 'forgotPassword',
  summary:
    'Send a link that sets a new password to the address of an account. The answer is the same whether there is such an account.',
  method: 'POST',
  path: '/v1/admin/control/password-links',
  access: 'public',
  body: z.object({
    /** User name or e-mail address. */
    name: z.string().trim().min(1).max(200),
    /** For accounts that have chosen none. */
    language: z.enum(['en', 'zh']).default('en'),
  }),
  reply: z.null(),
});

export const resetPasswordByLink = route({
  name: 'resetPasswordByLink',
  summary:
    'Set a new password by the code of a link, good once within 30 minutes. Every session of the account ends.',
  method: 'POST',
  path: '/v1/admin/control/password-links/use',
  access: 'public',
  body: z.object({ code: z.string().trim().min(1).max(200), password: z.string().min(1).max(200) }),
  reply: z.null(),
});

export const getSecurity = route({
  name: 'getSecurity',
  apiToken: false,
  summary: 'How the own account is protected.',
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
    /** Single sign-on, and the person there that the account is linked with; null where no provider is set up. */
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
    'Begin with an authenticator (TOTP, RFC 6238): its key, as text and as otpauth address. Asked for only once a code of it has been confirmed.',
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
    'Switch the second factor on with a code of the new authenticator. The recovery codes are shown this once.',
  method: 'POST',
  path: '/v1/admin/tenant/users/self/two-factor/confirm',
  access: 'session',
  body: z.object({ code: oneTimeCode }),
  reply: recoveryCodes,
});

export const renewRecoveryCodes = route({
  name: 'renewRecoveryCodes',
  apiToken: false,
  summary: 'Ten new recovery codes; the former ones are worth nothing from now on.',
  method: 'POST',
  path: '/v1/admin/tenant/users/self/two-factor/recovery-codes',
  access: 'session',
  body: z.object({ password: secret, code: oneTimeCode }),
  reply: recoveryCodes,
});

export const disableTwoFactor = route({
  name: 'disableTwoFactor',
  apiToken: false,
  summary: 'Switch the second factor off, with the password and a code (or a recovery code).',
  method: 'POST',
  path: '/v1/admin/tenant/users/self/two-factor/disable',
  access: 'session',
  body: z.object({ password: secret, code: oneTimeCode }),
  reply: z.null(),
});

export const resetTwoFactor = route({
  name: 'resetTwoFactor',
  apiToken: false,
  summary: 'Take the second factor from an account below the own, whose owner has lost it. Its sessions end.',
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
  /** Who did it, when it was somebody else. */
  by: z.string().nullable(),
});
export type OwnActivity = z.infer<typeof ownActivity>;

export const listOwnActivity = route({
  name: 'listOwnActivity',
  apiToken: false,
  summary: 'What last happened around the own account: sign-ins, refused ones, changes of its protection.',
  method: 'GET',
  path: '/v1/admin/tenant/users/self/activity',
  access: 'session',
  reply: z.array(ownActivity),
});
