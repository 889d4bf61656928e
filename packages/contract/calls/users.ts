import { z } from 'zod';
import { emailAddress, phoneNumber } from '../contact.ts';
import { commaList, page, paging, rowCount } from '../envelope.ts';
import { fileQuery, sortQuery } from '../lists/list-queries.ts';
import { usersList } from '../lists/users.list.ts';
import { type AccountKind, accountKinds, mayBeBelow } from '../roles.ts';
import { route } from '../route.ts';
import { shownText } from '../shown-text.ts';
import { loginData } from './accounts.ts';

/**
 * The kinds that the portal's user pages create: the seven of the tree except the main account, which already exists.
 */
export const portalKinds = ['factory', 'agent1', 'agent2', 'company', 'installer', 'enduser'] as const;
export type PortalKind = (typeof portalKinds)[number];

/** The portal kinds that may be below an account, topmost first. */
export function kindsBelow(parent: AccountKind): PortalKind[] {
  return portalKinds.filter((kind) => mayBeBelow(kind, parent));
}

export const userStates = ['active', 'disabled', 'never'] as const;
export type UserStateName = (typeof userStates)[number];

const kind = z.enum(accountKinds);

/** An account in a list: personal data (`email`, `mobile`, `address`) are masked (interpretation C23). */
export const user = z.object({
  id: z.string(),
  parent_id: z.string().nullable(),
  parent_name: z.string().nullable(),
  user_name: z.string(),
  name: z.string(),
  kind,
  level: z.number().int(),
  role_id: z.number().int(),
  role_ids: z.array(z.number().int()),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  company: z.string().nullable(),
  address: z.string().nullable(),
  country: z.string().nullable(),
  city: z.string().nullable(),
  description: z.string().nullable(),
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

/** An account's own page: personal data unmasked, and the accounts above it up to the caller, topmost first. */
export const userDetail = user.extend({
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
  name: shownText().trim().max(100).optional(),
  /** Part of any field: user name, name, e-mail, mobile number, company. */
  search: z.string().trim().max(100).optional(),
  /** Only the accounts directly below, instead of all below. */
  only_sub_user: flag.optional(),
  /** Below this account instead of below the caller. */
  parent_id: z.string().max(64).optional(),
  /**
   * Beyond the specification: kinds (comma separated), state, order, and the account itself as the first of its list.
   */
  kind: commaList.pipe(z.array(kind).max(accountKinds.length)).optional(),
  state: z.enum(userStates).optional(),
  ...sortQuery(usersList),
  with_self: flag.optional(),
};

export const userListQuery = z.object({
  ...paging,
  page_size: rowCount.default(9999),
  ...filters,
});

const managers = [0, 1, 2, 3, 4] as const;

export const listUsers = route({
  name: 'listUsers',
  summary: 'Accounts below the caller, or below one of them; personal data masked.',
  method: 'GET',
  path: '/v1/admin/tenant/tenants/:tenantId/users',
  access: managers,
  query: userListQuery,
  reply: page(user),
});

export const getUser = route({
  name: 'getUser',
  summary: 'One account at or below the caller with unmasked personal data; audited.',
  method: 'GET',
  path: '/v1/admin/tenant/tenants/:tenantId/users/:id',
  access: managers,
  reply: userDetail,
});

/** Maximum lengths of the profile fields that superiors may change. */
const profileFields = {
  /** Empty means none. */
  mobile: z.literal('').or(phoneNumber).optional(),
  company: shownText().trim().max(200).optional(),
  country: shownText().trim().max(100).optional(),
  city: shownText().trim().max(100).optional(),
  address: shownText().trim().max(200, 'account.address').optional(),
  description: shownText().trim().max(500).optional(),
  /** IANA name, e.g. `Europe/Berlin`. */
  time_zone: z.string().max(64).optional(),
};

const name = shownText().trim().min(1, 'account.name').max(50, 'account.name');
/** The server checks the policy (interpretations A12, C28) and reports it at the field. */
const password = z.string().min(1, 'account.password.missing').max(200);

/** `[3]`, `3` or `"3"`: the fixed role ids, of which the first counts. */
const roleIds = z
  .union([z.array(z.coerce.number().int()).max(5), z.coerce.number().int()])
  .transform((ids) => (Array.isArray(ids) ? ids : [ids]));

export const newUser = z.object({
  email: emailAddress,
  password,
  name,
  role_ids: roleIds.optional(),
  /** By default generated from the name or the e-mail address; both can be used to sign in. */
  user_name: z
    .string()
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9_]{5,15}$/, 'account.userName')
    .optional(),
  /** The parent account; the caller by default. */
  parent_id: z.string().max(64).optional(),
  /** Takes precedence over `role_ids`, which do not distinguish agent I from agent II. */
  kind: z.enum(portalKinds).optional(),
  ...profileFields,
});

export const createUser = route({
  name: 'createUser',
  apiToken: false,
  summary:
    'Create an account below the caller, or below one of its accounts. Without kind and role_ids, the default of interpretation A26 applies.',
  method: 'POST',
  path: '/v1/admin/tenant/tenants/:tenantId/users',
  access: managers,
  body: newUser,
  reply: userDetail,
});

/** Fields that {@link updateUser} can empty; name and e-mail address cannot be emptied. */
export const clearableUserFields = [
  'mobile',
  'company',
  'country',
  'city',
  'address',
  'description',
  'time_zone',
] as const;

export const userChange = z.object({
  name: name.optional(),
  email: emailAddress.optional(),
  ...profileFields,
  clearFields: z.array(z.enum(clearableUserFields)).max(20).optional(),
});

export const updateUser = route({
  name: 'updateUser',
  apiToken: false,
  summary: 'Change an account below the caller. Fields in clearFields are emptied (interpretation A39).',
  method: 'PUT',
  path: '/v1/admin/tenant/tenants/:tenantId/users/:id',
  access: managers,
  body: userChange,
  reply: userDetail,
});

export const deleteUser = route({
  name: 'deleteUser',
  summary:
    'Delete an account below the caller. Refused while accounts are below it or things are bound to it; the reply lists them.',
  method: 'DELETE',
  path: '/v1/admin/tenant/tenants/:tenantId/users/:id',
  access: managers,
  reply: z.null(),
});

export const resetUserPassword = route({
  name: 'resetUserPassword',
  apiToken: false,
  summary:
    'Set a new password for an account below the caller, to be changed at the next sign-in; its sessions end (interpretations A31, C05).',
  method: 'POST',
  path: '/v1/admin/tenant/tenants/:tenantId/users/:id/reset-password',
  access: managers,
  query: z.object({ password: z.literal('', 'The password belongs in the body').optional() }),
  body: z.object({ password }),
  reply: z.null(),
});

export const setUserState = route({
  name: 'setUserState',
  apiToken: false,
  summary: 'Disable an account below the caller, which ends its sessions immediately, or enable it again.',
  method: 'PUT',
  path: '/v1/admin/tenant/tenants/:tenantId/users/:id/state',
  access: managers,
  body: z.object({ disabled: z.boolean() }),
  reply: user,
});

export const moveUser = route({
  name: 'moveUser',
  summary: 'Move an account below the caller, with all below it, under another one.',
  method: 'PUT',
  path: '/v1/admin/tenant/tenants/:tenantId/users/:id/parent',
  access: managers,
  body: z.object({ parent_id: z.string().min(1, 'account.parentMissing').max(64) }),
  reply: user,
});

/** A node of the tree, with the data of its line. */
export const userNode = user.pick({
  id: true,
  parent_id: true,
  name: true,
  user_name: true,
  kind: true,
  state: true,
  children_total: true,
  things_total: true,
});
export type UserNode = z.infer<typeof userNode>;

export const userTree = route({
  name: 'userTree',
  summary: 'One level of the tree: the accounts directly below one, by kind and name, with counts.',
  method: 'GET',
  path: '/v1/admin/tenant/tenants/:tenantId/users/tree',
  access: managers,
  query: z.object({
    ...paging,
    page_size: rowCount.default(200),
    /** The parent account; the caller by default. */
    parent_id: z.string().max(64).optional(),
  }),
  reply: page(userNode).extend({
    parent: userNode,
    /** The accounts above `parent` up to the caller, topmost first. */
    ancestors: z.array(z.object({ id: z.string(), name: z.string(), kind })),
  }),
});

/** Columns of a file of users, in their default order. */
export const exportUsers = route({
  name: 'exportUsers',
  summary: 'The list of users as a file: personal data unmasked, times in the given zone. Audited.',
  method: 'GET',
  path: '/v1/admin/tenant/tenants/:tenantId/users/export',
  access: managers,
  query: z.object({ ...filters, ...fileQuery(usersList) }),
});

export const invitationStates = ['open', 'used', 'expired', 'revoked'] as const;

export const invitation = z.object({
  id: z.string(),
  kind: z.enum(portalKinds),
  note: z.string().nullable(),
  /** The address that its link was sent to; null if it was not sent. */
  email: z.string().nullable(),
  inviter_id: z.string(),
  inviter_name: z.string(),
  state: z.enum(invitationStates),
  uses: z.number().int(),
  max_uses: z.number().int(),
  /** Epoch ms. */
  created_at: z.number(),
  expires_at: z.number(),
});
export type Invitation = z.infer<typeof invitation>;

export const newInvitation = z.object({
  /** A kind below the caller's own. */
  kind: z.enum(portalKinds),
  /** Maximum accounts that can be created with it. */
  max_uses: z.number().int().min(1).max(1000).default(1),
  valid_hours: z.number().int().min(1).max(720).default(168),
  note: shownText().trim().max(200).optional(),
  /** The address to send the link to; by default it is only in the reply. */
  email: emailAddress.optional(),
  /** Of the e-mail. */
  language: z.enum(['en', 'zh']).default('en'),
});

export const createInvitation = route({
  name: 'createInvitation',
  apiToken: false,
  summary:
    'Invite a person to create an account below the caller, optionally by e-mail. Only this reply contains the code.',
  method: 'POST',
  path: '/v1/admin/tenant/tenants/:tenantId/invitations',
  access: managers,
  body: newInvitation,
  reply: z.object({
    invitation,
    code: z.string(),
    /** Whether the mail server has accepted the e-mail; otherwise it is retried. Null without an address. */
    sent: z.boolean().nullable(),
  }),
});

export const listInvitations = route({
  name: 'listInvitations',
  summary: 'Invitations of the caller and of the accounts below, newest first.',
  method: 'GET',
  path: '/v1/admin/tenant/tenants/:tenantId/invitations',
  access: managers,
  query: z.object({ ...paging, state: z.enum(invitationStates).optional() }),
  reply: page(invitation),
});

export const revokeInvitation = route({
  name: 'revokeInvitation',
  apiToken: false,
  summary: 'Withdraw an invitation: its link becomes invalid immediately. Accounts created with it are kept.',
  method: 'DELETE',
  path: '/v1/admin/tenant/tenants/:tenantId/invitations/:id',
  access: managers,
  reply: invitation,
});

const code = z.string().min(1).max(64);

export const lookInvitation = route({
  name: 'lookInvitation',
  summary:
    'The details of an invitation, for the holder of its code. 404 if it is used up, expired or withdrawn.',
  method: 'POST',
  path: '/v1/invitations/look',
  access: 'public',
  body: z.object({ code }),
  reply: z.object({
    kind: z.enum(portalKinds),
    inviter_name: z.string(),
    /** Address that it was sent to; null if it is for several people or was not sent by e-mail. */
    email: z.string().nullable(),
    expires_at: z.number(),
  }),
});

export const invitedUser = newUser.pick({ email: true, password: true, name: true, time_zone: true }).extend({
  user_name: z
    .string()
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9_]{5,15}$/, 'account.userName'),
});

export const acceptInvitation = route({
  name: 'acceptInvitation',
  summary: 'Create the account of an invitation, and sign in as it.',
  method: 'POST',
  path: '/v1/invitations/accept',
  access: 'public',
  body: invitedUser.extend({ code }),
  reply: loginData,
});
