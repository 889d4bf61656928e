import { z } from 'zod';
import { commaList, epochMs, page } from '../envelope.ts';
import { route } from '../route.ts';
import { historyRow } from './telemetry.ts';
import { deviceList, MAX_DEVICES_AT_ONCE, registerThing, thing } from './things.ts';
import { newUser, user, userDetail } from './users.ts';

/*
 * The specification's old calls (interpretations C32, D08), available only with LEGACY_API=1. Each is an alias of a
 * current call: the same roles, the same subtree, the same audit. The specification names their paths and some of their
 * fields; the rest is interpreted as closely as possible.
 */

/** `limit` as used by the old device lookup (section 9 of the specification). */
const window = {
  skip: z.coerce.number().int().min(0).max(10_000_000).default(0),
  limit: z.coerce.number().int().min(0).max(99_999).default(1000),
};
/** A user name or id in the caller's subtree: everything at or below that account; the caller by default. */
const username = z.string().trim().min(1).max(64).optional();

export const legacyDevices = route({
  name: 'legacyDevices',
  summary: 'Legacy: things of an account. Now listThings.',
  method: 'GET',
  path: '/v1/devices',
  access: [0, 1, 2, 3, 4, 5],
  query: z.object({ ...window, username }),
  reply: page(thing),
});

export const legacyDeviceCount = route({
  name: 'legacyDeviceCount',
  summary: 'Legacy: the number of things of an account. Now `total` of listThings.',
  method: 'GET',
  path: '/v1/devices/count',
  access: [0, 1, 2, 3, 4, 5],
  query: z.object({ username }),
  reply: z.object({ count: z.number().int() }),
});

export const legacyCreateDevice = route({
  ...registerThing,
  name: 'legacyCreateDevice',
  summary: 'Legacy: register a thing. Now registerThing.',
  path: '/v1/devices',
  params: z.object({}),
});

export const legacyDeleteDevice = route({
  name: 'legacyDeleteDevice',
  summary: 'Legacy: delete a thing. Now deleteThing.',
  method: 'DELETE',
  path: '/v1/devices/:devId',
  access: [0, 1],
  reply: z.null(),
});

export const legacyBindDevices = route({
  name: 'legacyBindDevices',
  summary: `Legacy: bind at most ${MAX_DEVICES_AT_ONCE} things to one account. Now bindThings.`,
  method: 'POST',
  path: '/v1/devices/bind',
  access: [0, 1, 2, 3, 4],
  body: z.object({ username: z.string().trim().min(1).max(64), devices: deviceList }),
  reply: z.object({ bound: z.number().int() }),
});

export const legacyDeviceData = route({
  name: 'legacyDeviceData',
  summary: 'Legacy: rows of one thing as sent by it. Now batchData.',
  method: 'GET',
  path: '/v1/devices/:id/data',
  access: [0, 1, 2, 3, 4, 5],
  query: z.object({
    begin_time: epochMs.optional(),
    end_time: epochMs.optional(),
    data_points: commaList.optional(),
    topN: z.coerce.number().int().min(1).max(50_000).default(1000),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: z.array(historyRow),
});

export const legacySubusers = route({
  name: 'legacySubusers',
  summary: 'Legacy: accounts below one. Now listUsers.',
  method: 'GET',
  path: '/v1/subusers',
  aliases: ['/user/list'],
  access: [0, 1, 2, 3, 4],
  query: z.object({ ...window, username }),
  reply: page(user),
});

export const legacyRegisterSubuser = route({
  name: 'legacyRegisterSubuser',
  apiToken: false,
  summary:
    'Legacy: create an account below the caller; needs a session (interpretation C32). Now createUser.',
  method: 'POST',
  path: '/v1/subusers',
  access: [0, 1, 2, 3, 4],
  body: z.object({
    username: newUser.shape.user_name.unwrap(),
    password: newUser.shape.password,
    /** User name or id of the parent account; the caller by default. */
    parentStr: username,
    /** Role ids, of which the first counts; by default as in interpretation A26. */
    accessControllerList: z.array(z.coerce.number().int()).max(5).optional(),
  }),
  reply: userDetail,
});

export const legacyUser = route({
  name: 'legacyUser',
  summary: 'Legacy: one account. Now getUser.',
  method: 'GET',
  path: '/user/:id',
  access: [0, 1, 2, 3, 4],
  reply: userDetail,
});
