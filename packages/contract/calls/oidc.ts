import { z } from 'zod';
import { route } from '../route.ts';
import { loginData } from './accounts.ts';
import { entry } from './entry.ts';

/** Reasons to refuse a person authenticated by the provider; the key of the console's text is `sso.<reason>`. */
export const ssoReasons = [
  'unmapped',
  'noAccount',
  'disabled',
  'mainAccount',
  'emailTaken',
  'secondFactor',
  'ownFactor',
  'alreadyLinked',
  'linkedElsewhere',
  'otherHost',
  'misconfigured',
] as const;
export type SsoReason = (typeof ssoReasons)[number];

export const startOidc = route({
  name: 'startOidc',
  summary:
    'Start a sign-in at the OpenID Connect provider; returns the address to open. Its state is in an HttpOnly cookie for ten minutes.',
  ...entry.startOidc,
  access: 'public',
  body: z.object({
    /** Page of the console to return to. */
    redirect: z.string().max(500).optional(),
  }),
  reply: z.object({ url: z.string() }),
});

export const finishOidc = route({
  name: 'finishOidc',
  summary:
    'Complete a sign-in, or link the own account, with the parameters of the provider’s redirect. Valid once, in the same browser.',
  method: 'POST',
  path: '/v1/auth/oidc/finish',
  access: 'public',
  body: z.object({
    /** The query of the address. */
    answer: z.string().max(8000),
  }),
  reply: z.object({
    /** The new session; null if the account was linked, or the sign-in continues elsewhere. */
    login: loginData.nullable(),
    linked: z.boolean(),
    /** The page given to `startOidc`. */
    redirect: z.string().nullable(),
    /** The address of this page under the host name where the sign-in was started. */
    elsewhere: z.string().nullable(),
  }),
});

const secret = z.string().min(1).max(200);

export const linkOidc = route({
  name: 'linkOidc',
  apiToken: false,
  summary:
    'Start linking the own account with a person of the OpenID Connect provider; needs the password and, with a second factor, a code. Returns the address to open.',
  method: 'POST',
  path: '/v1/admin/tenant/users/self/oidc/link',
  access: 'session',
  body: z.object({
    password: secret,
    code: z.string().trim().max(40).optional(),
    redirect: z.string().max(500).optional(),
  }),
  reply: z.object({ url: z.string() }),
});

export const unlinkOidc = route({
  name: 'unlinkOidc',
  apiToken: false,
  summary: 'Remove the link to the OpenID Connect provider, with the password. All other sessions end.',
  method: 'POST',
  path: '/v1/admin/tenant/users/self/oidc/unlink',
  access: 'session',
  body: z.object({ password: secret }),
  reply: z.null(),
});
