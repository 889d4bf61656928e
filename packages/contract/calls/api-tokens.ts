import { z } from 'zod';
import { route } from '../route.ts';
import { shownText } from '../shown-text.ts';

/** Scope of an API token: calls that read (GET), or also those that change. */
export const apiTokenScopes = ['read', 'write'] as const;
export type ApiTokenScope = (typeof apiTokenScopes)[number];

/** Groups of calls that an API token can be limited to. */
export const apiTokenFamilies = ['portal', 'backoffice'] as const;
export type ApiTokenFamily = (typeof apiTokenFamilies)[number];

/** Lifetimes offered by the console, in days; the last is the maximum. */
export const apiTokenDays = [30, 90, 365] as const;

/** Maximum API tokens of an account. */
export const API_TOKENS_MAX = 20;

export const newApiToken = z.object({
  name: shownText().trim().min(1).max(60),
  scope: z.enum(apiTokenScopes),
  /** All groups by default. */
  families: z.array(z.enum(apiTokenFamilies)).min(1).max(apiTokenFamilies.length).optional(),
  days: z.number().int().min(1).max(365),
  /** The password of the account. */
  password: z.string().min(1).max(200),
});

export const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(apiTokenScopes),
  families: z.array(z.enum(apiTokenFamilies)),
  created_time: z.number(),
  end_time: z.number(),
  /** Time of its last use, to the minute. */
  last_time: z.number().nullable(),
  last_ip: z.string().nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

const path = '/v1/admin/tenant/users/self/tokens';

export const listApiTokens = route({
  name: 'listApiTokens',
  apiToken: false,
  summary: 'Valid API tokens of the own account, newest first.',
  method: 'GET',
  path,
  access: 'session',
  reply: z.array(apiToken),
});

export const createApiToken = route({
  name: 'createApiToken',
  apiToken: false,
  summary:
    'Create an API token of the own account, for 365 days at most; needs the password. Only this reply contains the token.',
  method: 'POST',
  path,
  access: 'session',
  body: newApiToken,
  reply: z.object({ token: z.string(), api_token: apiToken }),
});

export const revokeApiToken = route({
  name: 'revokeApiToken',
  apiToken: false,
  summary: 'Revoke an API token of the own account, effective from the next call on.',
  method: 'DELETE',
  path: `${path}/:id`,
  access: 'session',
  params: z.object({ id: z.string() }),
  reply: z.null(),
});
