import { z } from 'zod';
import { emailAddress } from '../contact.ts';
import { route } from '../route.ts';
import { shownText } from '../shown-text.ts';
import { offlineAfter_s } from './things.ts';

/** Calls of the instance's operator about tenants; available if OPERATOR_TOKEN is set (docs/decisions/0083). */

const limit = (least: number, most: number) => z.number().int().min(least).max(most).nullable();

/** Null: no limit of its own. */
export const tenantLimits = z.object({
  devices: limit(0, 10_000_000),
  accounts: limit(1, 10_000_000),
  frames_per_second: z.number().min(0.1).max(1_000_000).nullable(),
  /** Megabytes of uploaded files; null: the setting TENANT_FILES_MB. */
  files_mb: limit(0, 100_000_000),
});

const kept = (least: number) => z.literal(0).or(z.number().int().min(least).max(36_500)).nullable();

/** Retention in days, by kind; 0: for ever, null: the setting RETENTION_…. */
export const tenantRetention = z.object({
  raw: kept(35),
  quarter_hours: kept(95),
  frames: kept(35),
  events: kept(95),
  commands: kept(35),
});
export type TenantRetentionBody = z.infer<typeof tenantRetention>;
export type TenantLimitsBody = z.infer<typeof tenantLimits>;

export const tenantOfflineAfter = z.object({ offline_after_s: offlineAfter_s.default(null) });

export const tenantSummary = z.object({
  id: z.string(),
  name: z.string(),
  time_zone: z.string(),
  /** Epoch ms. */
  created_at: z.number(),
  disabled_at: z.number().nullable(),
  /** User name of its main account. */
  main_account: z.string().nullable(),
  limits: tenantLimits,
  retention: tenantRetention,
  /** Its devices are offline after this silence, s, unless they have a time of their own; null: the time of their model. */
  offline_after_s: offlineAfter_s,
  usage: z.object({ devices: z.number(), accounts: z.number(), files_mb: z.number() }),
});
export type TenantSummary = z.infer<typeof tenantSummary>;

export const tenantDetail = tenantSummary.extend({
  frames: z.object({ last_hour: z.number(), last_day: z.number(), busiest_second: z.number() }),
});
export type TenantDetail = z.infer<typeof tenantDetail>;

/** Sets the main account's first password; valid once and until then. */
export const setUpLink = z.object({
  code: z.string(),
  /** Null if the server has no PUBLIC_URL: the page /reset of the console, with the code after #. */
  link: z.string().nullable(),
  expires_at: z.number(),
});
export type SetUpLink = z.infer<typeof setUpLink>;

export const newTenant = z.object({
  name: shownText().trim().min(1).max(50),
  /** IANA name of the zone of its days. */
  time_zone: z.string().max(64).default('UTC'),
  /** Of its main account; user names are unique over all tenants. */
  user_name: z
    .string()
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9_]{5,15}$/, 'account.userName'),
  email: emailAddress,
  limits: tenantLimits.partial().default({}),
});

export const listTenants = route({
  name: 'listTenants',
  summary: 'All tenants of the instance with their limits and usage.',
  method: 'GET',
  path: '/v1/operator/tenants',
  access: 'operator',
  apiToken: false,
  reply: z.array(tenantSummary),
});

export const getTenant = route({
  name: 'getTenant',
  summary: 'One tenant, with the number of its frames.',
  method: 'GET',
  path: '/v1/operator/tenants/:id',
  access: 'operator',
  apiToken: false,
  reply: tenantDetail,
});

export const createTenant = route({
  name: 'createTenant',
  summary: 'Create a tenant with its main account, whose password is set by the link in the reply.',
  method: 'POST',
  path: '/v1/operator/tenants',
  access: 'operator',
  apiToken: false,
  body: newTenant,
  reply: z.object({ tenant: tenantSummary, set_up: setUpLink }),
});

export const renewTenantSetUp = route({
  name: 'renewTenantSetUp',
  summary: 'Issue another link for the first password, while the main account has never signed in.',
  method: 'POST',
  path: '/v1/operator/tenants/:id/set-up-link',
  access: 'operator',
  apiToken: false,
  reply: setUpLink,
});

export const setTenantLimits = route({
  name: 'setTenantLimits',
  summary: 'Set the limits of a tenant; absent ones are unchanged.',
  method: 'PUT',
  path: '/v1/operator/tenants/:id/limits',
  access: 'operator',
  apiToken: false,
  body: tenantLimits.partial(),
  reply: tenantSummary,
});

export const setTenantRetention = route({
  name: 'setTenantRetention',
  summary: 'Set the retention of a tenant’s data in days, by kind; absent ones are unchanged.',
  method: 'PUT',
  path: '/v1/operator/tenants/:id/retention',
  access: 'operator',
  apiToken: false,
  body: tenantRetention.partial(),
  reply: tenantSummary,
});

export const setTenantOfflineAfter = route({
  name: 'setTenantOfflineAfter',
  summary: 'Set after which silence the devices of a tenant are offline; null: the time of their model.',
  method: 'PUT',
  path: '/v1/operator/tenants/:id/offline-after',
  access: 'operator',
  apiToken: false,
  body: tenantOfflineAfter,
  reply: tenantSummary,
});

export const setTenantState = route({
  name: 'setTenantState',
  summary: 'Disable a tenant, which ends its sessions and disconnects its devices, or enable it again.',
  method: 'PUT',
  path: '/v1/operator/tenants/:id/state',
  access: 'operator',
  apiToken: false,
  body: z.object({ disabled: z.boolean() }),
  reply: tenantSummary,
});
