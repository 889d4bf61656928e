import { z } from 'zod';
import { emailAddress, phoneNumber } from '../contact.ts';
import { page, paging } from '../envelope.ts';
import { fileQuery, sortQuery } from '../lists/list-queries.ts';
import { staffList } from '../lists/staff.list.ts';
import { rights } from '../rights.ts';
import { route } from '../route.ts';
import { shownText } from '../shown-text.ts';
import { userStates } from './users.ts';

/** Back-office accounts: directly below the main account, with a custom role (interpretation B37). */

/** A staff account in a list: `email` and `mobile` are masked (interpretation C23). */
export const staffMember = z.object({
  id: z.string(),
  user_name: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  /** Null: no role yet, and so no rights. */
  role_id: z.number().int().nullable(),
  role_name: z.string().nullable(),
  /** `never`: active, but has not signed in yet. */
  state: z.enum(userStates),
  must_change_password: z.boolean(),
  two_factor: z.boolean(),
  /** Epoch ms. */
  created_at: z.number(),
  last_login_time: z.number().nullable(),
  /** Why the caller may not change it, or null: it is the own account, or its role has rights that the caller lacks. */
  untouchable: z.enum(['own', 'beyond']).nullable(),
});
export type StaffMember = z.infer<typeof staffMember>;

/** A staff account with unmasked personal data. */
export const staffDetail = staffMember.extend({
  description: z.string().nullable(),
  last_login_ip: z.string().nullable(),
});
export type StaffDetail = z.infer<typeof staffDetail>;

const tenant = z.object({ tenantId: z.string().max(64) });
const path = '/v1/admin/tenant/tenants/:tenantId/staff';

const name = shownText().trim().min(1, 'account.name').max(50, 'account.name');
const roleId = z.number().int().min(101).max(2_147_483_647);
/** The server checks the policy (interpretations A12, C28) and reports it at the field. */
const password = z.string().min(1, 'account.password.missing').max(200);
const fields = {
  /** Empty means none: staff sign in with their user name. */
  email: z.literal('').or(emailAddress).optional(),
  mobile: z.literal('').or(phoneNumber).optional(),
  description: shownText().trim().max(200).optional(),
};

const filters = {
  /** Part of any field: user name, name, e-mail, mobile number. */
  search: z.string().trim().max(100).optional(),
  /** 100 means accounts without a role. */
  role_id: z.coerce.number().int().min(100).max(2_147_483_647).optional(),
  state: z.enum(userStates).optional(),
  ...sortQuery(staffList),
};

export const listStaff = route({
  name: 'listStaff',
  summary: 'Accounts of the back office; personal data masked.',
  method: 'GET',
  path,
  access: { right: rights.staff.see },
  params: tenant,
  query: z.object({ ...paging, ...filters }),
  reply: page(staffMember),
});

export const exportStaff = route({
  name: 'exportStaff',
  summary: 'The list of staff as a file: personal data unmasked, times in the given zone. Audited.',
  method: 'GET',
  path: `${path}/export`,
  access: { right: rights.staff.export },
  query: z.object({ ...filters, ...fileQuery(staffList) }),
});

export const listStaffRoles = route({
  name: 'listStaffRoles',
  summary:
    'Roles for staff, and whether the caller may assign each: rights that the caller lacks cannot be assigned.',
  method: 'GET',
  path: `${path}/roles`,
  access: { right: rights.staff.see },
  reply: z.array(z.object({ id: z.number().int(), name: z.string(), grantable: z.boolean() })),
});

export const getStaff = route({
  name: 'getStaff',
  summary: 'One staff account with unmasked personal data; audited.',
  method: 'GET',
  path: `${path}/:id`,
  access: { right: rights.staff.see },
  reply: staffDetail,
});

export const newStaff = z.object({
  user_name: z
    .string()
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9_]{5,15}$/, 'account.userName'),
  name,
  role_id: roleId,
  password,
  /** Whether the first sign-in requires a new password, as the superior knows this one. */
  must_change_password: z.boolean().default(true),
  ...fields,
});

export const createStaff = route({
  name: 'createStaff',
  apiToken: false,
  summary: 'Create a back-office account with a role whose rights the caller has.',
  method: 'POST',
  path,
  access: { right: rights.staff.insert },
  params: tenant,
  body: newStaff,
  reply: staffDetail,
});

export const staffChange = z.object({
  name: name.optional(),
  role_id: roleId.optional(),
  ...fields,
  clearFields: z
    .array(z.enum(['email', 'mobile', 'description']))
    .max(10)
    .optional(),
});

export const updateStaff = route({
  name: 'updateStaff',
  apiToken: false,
  summary:
    'Change a staff account; a new role is effective immediately. Fields in clearFields are emptied (interpretation A39).',
  method: 'PUT',
  path: `${path}/:id`,
  access: { right: rights.staff.update },
  body: staffChange,
  reply: staffDetail,
});

export const setStaffState = route({
  name: 'setStaffState',
  apiToken: false,
  summary: 'Lock a staff account, which ends its sessions immediately, or unlock it.',
  method: 'PUT',
  path: `${path}/:id/state`,
  access: { right: rights.staff.update },
  body: z.object({ disabled: z.boolean() }),
  reply: staffMember,
});

export const deleteStaff = route({
  name: 'deleteStaff',
  summary: 'Delete a staff account: its sessions end, its user name becomes free.',
  method: 'DELETE',
  path: `${path}/:id`,
  access: { right: rights.staff.delete },
  reply: z.null(),
});

export const newStaffPassword = z.object({ password });

export const resetStaffPassword = route({
  name: 'resetStaffPassword',
  apiToken: false,
  summary: 'Set a new password for a staff account, to be changed at the next sign-in; its sessions end.',
  method: 'POST',
  path: `${path}/:id/reset-password`,
  access: { right: rights.staff.password },
  body: newStaffPassword,
  reply: z.null(),
});

export const resetStaffTwoFactor = route({
  name: 'resetStaffTwoFactor',
  apiToken: false,
  summary: 'Remove the second factor of a staff account whose owner has lost it; its sessions end.',
  method: 'POST',
  path: `${path}/:id/reset-two-factor`,
  access: { right: rights.staff.password },
  reply: z.null(),
});
