import { z } from 'zod';
import { emailAddress } from '../contact.ts';
import { route } from '../route.ts';
import { shownText } from '../shown-text.ts';
import { entry } from './entry.ts';

/** Whether the home of an account shows the first steps of its role: until they are skipped or done. */
export const firstStepsStates = ['open', 'skipped', 'done'] as const;
export type FirstStepsState = (typeof firstStepsStates)[number];

/** Sign-in data of section 3 of the specification, and further data of a session (interpretations B14, A23, A24). */
export const loginData = z.object({
  token: z.string(),
  id: z.string(),
  user_id: z.string(),
  tenant_id: z.string(),
  parent_id: z.string().nullable(),
  user_name: z.string(),
  parent_name: z.string().nullable(),
  level: z.number().int(),
  roleIds: z.array(z.number().int()),
  roleRenon: z.number().int(),
  last_login_ip: z.string().nullable(),
  last_login_time: z.number().nullable(),
  /** Seconds until `token` expires. */
  expires_in: z.number().int(),
  must_change_password: z.boolean(),
  kind: z.string(),
  name: z.string(),
  /** The account's own choice; null if it never made one. */
  language: z.enum(['en', 'zh']).nullable(),
  /** Custom back-office roles: their names, and the ids of their menu entries and buttons (B37). */
  role_name: z.string().nullable(),
  permissionList: z.array(z.number().int()),
  /** Address of the own picture, which changes with each picture; null without one. */
  avatar: z.string().nullable(),
  first_steps: z.enum(firstStepsStates),
});
export type LoginData = z.infer<typeof loginData>;

export const self = loginData.omit({ token: true, expires_in: true }).extend({
  /** Same as `roleIds`, under the name used for accounts. */
  role_ids: z.array(z.number().int()),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  company: z.string().nullable(),
  country: z.string().nullable(),
  city: z.string().nullable(),
  address: z.string().nullable(),
  description: z.string().nullable(),
  time_zone: z.string().nullable(),
});
export type Self = z.infer<typeof self>;

const credentials = z.object({
  username: z.string().trim().min(1).max(200),
  password: z.string().min(1).max(200),
  type: z.literal('password').optional(),
  /** Code of the authenticator or a recovery code, after a reply with code 4010003. */
  otp: z.string().trim().max(40).optional(),
});

const refreshed = loginData;

export const createSession = route({
  name: 'createSession',
  summary: 'Sign in. The name is a user name or an e-mail address; the refresh cookie is set.',
  ...entry.createSession,
  access: 'public',
  body: credentials,
  reply: loginData,
});

export const createAdminSession = route({
  name: 'createAdminSession',
  summary:
    'Sign in as a tenant manager (roles 0 and 1 and back-office staff); stricter limits, same failure text.',
  method: 'POST',
  path: '/v1/admin/control/sessions/tenant-manager',
  access: 'public',
  body: credentials,
  reply: loginData,
});

export const refreshSession = route({
  name: 'refreshSession',
  summary: 'Issue a new short-lived token for the session of the HttpOnly cookie.',
  ...entry.refreshSession,
  access: 'public',
  reply: refreshed,
});

export const logout = route({
  name: 'logout',
  summary: 'End the session. Idempotent.',
  ...entry.logout,
  access: 'public',
  reply: z.null(),
});

export const logoutGet = route({
  name: 'logoutGet',
  summary:
    'The GET form of logout (interpretation C08): needs the Authorization header, the cookie alone does nothing.',
  method: 'GET',
  path: '/v1/auth/logout',
  access: 'public',
  reply: z.null(),
});

export const getSelf = route({
  name: 'getSelf',
  summary: 'The signed-in account.',
  ...entry.getSelf,
  aliases: ['/admin/tenant/users/self'],
  access: 'session',
  reply: self,
});

export const updatePreferences = route({
  name: 'updatePreferences',
  apiToken: false,
  summary: 'Language and time zone of the signed-in account, and whether its home shows the first steps.',
  ...entry.updatePreferences,
  access: 'session',
  body: z.object({
    language: z.enum(['en', 'zh']).optional(),
    time_zone: z.string().max(64).optional(),
    first_steps: z.enum(firstStepsStates).optional(),
  }),
  reply: self,
});

export const assetLogin = route({
  name: 'assetLogin',
  summary: 'Asset console sign-in (interpretation B15): same accounts, its own reply shape.',
  method: 'POST',
  path: '/user/login',
  access: 'public',
  body: z.object({
    loginName: z.string().trim().min(1).max(200),
    password: z.string().min(1).max(200),
    otp: z.string().trim().max(40).optional(),
  }),
  reply: z.object({ token: z.string(), userName: z.string(), avastar: z.string() }),
});

export const assetLogout = route({
  name: 'assetLogout',
  summary: 'Asset console sign-out; the token may come in the body.',
  method: 'POST',
  path: '/user/logout',
  access: 'public',
  body: z.object({ token: z.string().max(4000).optional() }).optional(),
  reply: z.null(),
});

export const assetInfo = route({
  name: 'assetInfo',
  apiToken: false,
  summary: 'The account that is signed in to the asset console.',
  method: 'GET',
  path: '/user/info',
  access: 'session',
  reply: z.object({
    token: z.string(),
    userName: z.string(),
    avastar: z.string(),
    roles: z.array(z.number().int()),
    introduction: z.string(),
  }),
});

export const getSetup = route({
  name: 'getSetup',
  summary: 'Whether this instance still needs its first main account, and the settings of the sign-in page.',
  ...entry.getSetup,
  access: 'public',
  reply: z.object({
    needs_setup: z.boolean(),
    demo: z.boolean(),
    system_type: z.string(),
    /** Raster tiles for maps; null draws land areas only. */
    map_tiles: z
      .object({ url: z.string(), attribution: z.string(), system: z.enum(['wgs84', 'gcj02']) })
      .nullable(),
    /** Address of a PMTiles file of this server, with streets for maps; preferred to tiles. */
    map_file: z.string().nullable(),
    /** Address of a map style with vector tiles; preferred to all others. */
    map_style: z.string().nullable(),
    show_settings: z.boolean(),
    /** Whether the server can send e-mail. */
    mail: z.boolean(),
    /** Single sign-on as shown on the sign-in page; null if disabled. */
    sso: z.object({ name: z.string() }).nullable(),
    version: z.string(),
    /** While this node generates the demo's history: devices done, and all of them. Else null. */
    demo_past: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  }),
});

export const createFirstAccount = route({
  name: 'createFirstAccount',
  summary:
    'Create the first main account of a new instance, with the setup code that it prints at start. Refused once one exists.',
  method: 'POST',
  path: '/v1/setup',
  access: 'public',
  body: z.object({
    code: z.string().trim().min(1).max(100),
    user_name: z.string().trim().min(2).max(50),
    password: z.string().min(8).max(16),
    name: shownText().trim().min(1).max(50),
    email: emailAddress,
  }),
  reply: loginData,
});

export const account = z.object({
  id: z.string(),
  parent_id: z.string().nullable(),
  user_name: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  kind: z.string(),
  level: z.number().int(),
  role_id: z.number().int(),
  things_total: z.number().int(),
});
export type Account = z.infer<typeof account>;
