import { z } from 'zod';
import { commaList, page, paging } from '../envelope.ts';
import { accountKinds } from '../roles.ts';
import { route } from '../route.ts';

/** The kinds that the portal's user pages make: the seven of the tree but the main account, which is there already. */
export const portalKinds = ['factory', 'agent1', 'agent2', 'company', 'installer', 'enduser'] as const;
export type PortalKind = (typeof portalKinds)[number];

export const userStates = ['active', 'disabled', 'never'] as const;
export const userSorts = ['user_name', 'name', 'kind', 'created_at', 'last_login_time'] as const;

const kind = z.enum(accountKinds);

/** An account of a list: personal data (`email`, `mobile`, `address`) are masked (decisions C23). */
export const user = z.object({
  id: z.string(),
  parent_id: z.string().nullable(),
  parent_name: z.string().nullable(),
  user_name: z.string(),
  name: z.string(),
  kind,
  level: z.number().int(),
  role_id: z.number().int(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  company: z.string().nullable(),
  address: z.string().nullable(),
  /** `never`: active, but has not signed in yet. */
  state: z.enum(userStates),
  /** Epoch ms. */
  created_at: z.number(),
  /** Epoch ms of the newest sign-in. */
  last_login_time: z.number().nullable(),
  /** Accounts directly below. */
  children_total: z.number().int(),
  /** Things bound to the account or below it, each counted once. */
  things_total: z.number().int(),
});
export type User = z.infer<typeof user>;

/** An account's own page: personal data in full, and the accounts above it up to the caller, topmost first. */
export const userDetail = user.extend({
  country: z.string().nullable(),
  city: z.string().nullable(),
  description: z.string().nullable(),
  time_zone: z.string().nullable(),
  must_change_password: z.boolean(),
  last_login_ip: z.string().nullable(),
  ancestors: z.array(z.object({ id: z.string(), name: z.string(), kind })),
});
export type UserDetail = z.infer<typeof userDetail>;

const flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((v) => v === 'true' || v === '1')
  .or(z.boolean());

const filters = {
  /** Part of the name field. */
  name: z.string().trim().max(100).optional(),
  /** Part of any field: user name, name, e-mail, mobile number, company. */
  search: z.string().trim().max(100).optional(),
  /** Only the accounts directly below, instead of all below. */
  only_sub_user: flag.optional(),
  /** Below this account instead of below the caller. */
  parent_id: z.string().max(64).optional(),
  /** Beyond the specification: kinds (comma separated), state, order, and the account itself as the first of its list. */
  kind: commaList.pipe(z.array(kind).max(accountKinds.length)).optional(),
  state: z.enum(userStates).optional(),
  sort: z.enum(userSorts).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  with_self: flag.optional(),
};

export const userListQuery = z.object({
  ...paging,
  page_size: z.coerce.number().int().min(0).max(99_999).default(9999),
  ...filters,
});

const tenant = z.object({ tenantId: z.string().max(64) });
const tenantUser = tenant.extend({ id: z.string().max(64) });
const managers = [0, 1, 2, 3, 4] as const;

export const listUsers = route({
  name: 'listUsers',
  summary: 'Accounts below the caller, or below one of them; personal data masked.',
  method: 'GET',
  path: '/v1/admin/tenant/tenants/:tenantId/users',
  access: managers,
  params: tenant,
  query: userListQuery,
  reply: page(user),
});

export const getUser = route({
  name: 'getUser',
  summary: 'One account at or below the caller, personal data in full; reading it is noted in the audit.',
  method: 'GET',
  path: '/v1/admin/tenant/tenants/:tenantId/users/:id',
  access: managers,
  params: tenantUser,
  reply: userDetail,
});
