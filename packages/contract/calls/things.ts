import { z } from 'zod';
import { emailAddress, phoneNumber } from '../contact.ts';
import { commaList, jsonText, page, paging, rowCount } from '../envelope.ts';
import { devicesList } from '../lists/devices.list.ts';
import { fileBody } from '../lists/list-queries.ts';
import { thingSorts } from '../lists/thing-sorts.ts';
import { route } from '../route.ts';
import { shownText } from '../shown-text.ts';

/** Device status (interpretation B08). */
export const thingStates = { offline: 0, online: 1, fault: 2, upgrading: 3, notActivated: 4 } as const;
export const workStates = ['idle', 'charging', 'discharging'] as const;

/** The free description of a thing (section 3 of the specification: JSON text with these fields). */
export const thingDescription = z.object({
  name: shownText().max(100).optional(),
  mobile: z.string().max(30).optional(),
  email: z.string().max(200).optional(),
  company: shownText().max(200).optional(),
  address: z.string().max(300).optional(),
  /** yyyy-MM-dd */
  installTime: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .optional(),
  parent: z.string().max(100).optional(),
  level: z.number().int().optional(),
});

/** The form of input: replies may contain older values, and masked ones. */
export const givenDescription = thingDescription.extend({
  mobile: phoneNumber.optional(),
  email: emailAddress.optional(),
});
/** A description in a body: an object, or the same as JSON text (section 3 of the specification). */
const descriptionInBody = z.preprocess((value, ctx) => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    ctx.addIssue({ code: 'custom', message: 'not JSON' });
    return z.NEVER;
  }
}, givenDescription);

export const position = z.object({
  longitude: z.number().min(-180).max(180),
  latitude: z.number().min(-90).max(90),
});

export const statusData = z.object({
  hw_version: z.string().nullable(),
  sw_version: z.string().nullable(),
  soc: z.number().nullable(),
  /** Energy left in the battery and its rated energy, Wh. */
  left_wh: z.number().nullable(),
  rated_wh: z.number().nullable(),
  soh: z.number().nullable(),
  work_state: z.enum(workStates).nullable(),
  /** Device time of the newest frame, epoch ms. */
  last_time: z.number().nullable(),
  /** W, positive when discharging. */
  bat_power_w: z.number().nullable(),
  /** W, positive when importing. */
  grid_power_w: z.number().nullable(),
  pv_power_w: z.number().nullable(),
  load_power_w: z.number().nullable(),
  /** Advance of the device's clock, s (negative: slow), by its newest live frames; null before the first. */
  clock_drift_s: z.number().int().nullable(),
});
export type StatusData = z.infer<typeof statusData>;

/** The worst active event of a thing: the newest of the most severe. */
export const thingProblem = z.object({
  event_id: z.string(),
  code: z.string(),
  /** 1 notice, 2 warning, 3 fault. */
  level: z.number().int(),
  name: z.object({ en: z.string(), zh: z.string() }),
  /** Epoch ms. */
  since: z.number(),
  acknowledged: z.boolean(),
});
export type ThingProblem = z.infer<typeof thingProblem>;
/** A thing needs attention while its worst active event is a warning or a fault. */
export const ATTENTION_LEVEL = 2;

/** A time after which a silent thing is offline, s; null: none of its own. */
export const offlineAfter_s = z.number().int().min(60).max(604_800).nullable();

export const thing = z.object({
  id: z.string(),
  devid: z.string(),
  devtype: z.string(),
  devname: z.string(),
  status: z.number().int(),
  /** Null without an active event. */
  problem: thingProblem.nullable(),
  active_events: z.number().int(),
  status_data: statusData,
  desc: thingDescription,
  /** Epoch ms. */
  registertime: z.number(),
  /** User names of the accounts above the bound ones, if visible to the caller. */
  parents: z.array(z.string()),
  /** User names of the accounts the thing is bound to, if visible to the caller. */
  subusers: z.array(z.string()),
  gps: z.object({ longitude: z.number(), latitude: z.number() }).nullable(),
  time_zone: z.string(),
  info_model_id: z.string(),
  /** It is offline after this silence, s. */
  offline_after_s: z.number().int(),
  /** Where that time is set: at the thing, at its tenant, or by its model. */
  offline_after_from: z.enum(['thing', 'tenant', 'model']),
});
export type Thing = z.infer<typeof thing>;

const statusFilter = z.object({
  status_name: z.enum(['hw_version', 'sw_version']),
  op: z.literal('like'),
  status_value: z.string().max(100),
});

/** The devid part may come as `{devid:"x"}` or as `{devid:{$regex:"x",$options:"i"}}`; both mean substring. */
const thingFilter = z.object({
  devid: z
    .union([
      z.string().max(100),
      z.object({ $regex: z.string().max(100), $options: z.string().max(5).optional() }),
    ])
    .optional(),
});

export { type ThingSort, thingSorts } from '../lists/thing-sorts.ts';

/** Filters of things; the same for the list, its ids and its export. */
const thingFilters = {
  devtype: z.string().max(50).optional(),
  status_filters: jsonText(z.array(statusFilter).max(5)).optional(),
  description: jsonText(z.object({ installTime: z.string().max(10).optional() })).optional(),
  filter: jsonText(thingFilter).optional(),
  /** Newest registration first if true; or a column name to sort by, descending. */
  descend: z.string().max(30).optional(),
  /** Beyond the specification: free search, state, account, dates of installation, sorting. */
  search: z.string().trim().max(100).optional(),
  state: z.coerce.number().int().min(0).max(4).optional(),
  /** Things whose worst active event has at least this level; 2: those that need attention. */
  problem_level: z.coerce.number().int().min(1).max(3).optional(),
  /** Id or user name of an account of the caller's subtree: things bound to it or below it. `none`: unbound things. */
  account: z.string().max(64).optional(),
  /** Id of a visible site: its present devices. */
  site: z.string().max(64).optional(),
  /** Installed on this day or later, on this day or earlier. */
  installed_from: z.iso.date().optional(),
  installed_to: z.iso.date().optional(),
  sort: z.enum(thingSorts).optional(),
  order: z.enum(['asc', 'desc']).optional(),
};

export const thingListQuery = z.object({
  ...paging,
  /** The specification's own default, unlike other lists (section 7 of the specification). */
  page_size: rowCount.default(9999),
  ...thingFilters,
});

export const listThings = route({
  name: 'listThings',
  summary: 'Things of the caller’s subtree.',
  method: 'GET',
  path: '/v1/things/tenants/:tenantId/things',
  access: [0, 1, 2, 3, 4, 5],
  query: thingListQuery,
  reply: page(thing),
});

export const listUserThings = route({
  name: 'listUserThings',
  summary: 'Things bound to one account of the caller’s subtree, or below it.',
  method: 'GET',
  path: '/v1/things/tenants/:tenantId/users/:userId/things',
  access: [0, 1, 2, 3, 4, 5],
  query: thingListQuery,
  reply: page(thing),
});

/** Maximum devices bound by one call, and so the maximum of a selection. */
export const MAX_DEVICES_AT_ONCE = 9999;

export const thingIds = route({
  name: 'thingIds',
  summary: `Devids of a list's things in its order, at most ${MAX_DEVICES_AT_ONCE}: to select all of them.`,
  method: 'GET',
  path: '/v1/things/tenants/:tenantId/thing-ids',
  access: [0, 1, 2, 3, 4, 5],
  query: z.object(thingFilters),
  reply: z.object({ devids: z.array(z.string()), total: z.number().int() }),
});

export const exportThings = route({
  name: 'exportThings',
  summary: 'The list as a file: the filtered or the listed devices. Personal data masked as in the list.',
  method: 'POST',
  path: '/v1/things/tenants/:tenantId/things-export',
  access: [0, 1, 2, 3, 4, 5],
  query: z.object(thingFilters),
  body: z.object({
    ...fileBody(devicesList),
    devids: z.array(z.string().max(64)).min(1).max(MAX_DEVICES_AT_ONCE).optional(),
  }),
});

export const deleteThing = route({
  name: 'deleteThing',
  summary:
    'Delete a thing from the registry: its secret becomes invalid, its devid becomes free, its history is kept. Refused while it is bound to an account other than the caller.',
  method: 'DELETE',
  path: '/v1/things/tenants/:tenantId/things/:devNo',
  access: [0, 1],
  reply: z.null(),
});

export const autoBind = route({
  name: 'autoBind',
  summary:
    'Bind one thing to one account by its information model and serial number. By default its parent must have it and no sibling may have it; only the main account may skip these checks (0) (interpretation C24).',
  method: 'PUT',
  path: '/v1/things/tenants/:tenantId/user/:userId/things/auto-bind',
  access: [0, 1, 2, 3, 4],
  query: z.object({
    infoModelId: z.string().max(50),
    /** The serial number (devid) or id of the thing. */
    thirdThingsId: z.string().max(64),
    checkNeighborUserThingsAuth: z.coerce.number().int().min(0).max(1).default(1),
    checkParentUserThingsAuth: z.coerce.number().int().min(0).max(1).default(1),
  }),
  reply: z.object({ devid: z.string(), bound: z.number().int() }),
});

export const getThing = route({
  name: 'getThing',
  summary: 'One thing, by its id or devid.',
  method: 'GET',
  path: '/v1/things/tenants/:tenantId/things/:devNo',
  access: [0, 1, 2, 3, 4, 5],
  reply: thing,
});

export const updateThing = route({
  name: 'updateThing',
  summary:
    'Change the description, position, time zone of a thing, and after which silence it is offline. A new position brings its time zone unless one is given; a site with the same zone follows. Fields in clearFields are emptied (interpretation A39).',
  method: 'PUT',
  path: '/v1/things/tenants/:tenantId/things/:devNo',
  access: [0, 1, 2, 3, 4],
  body: z.object({
    devname: shownText().trim().min(1).max(100).optional(),
    desc: descriptionInBody.optional(),
    /** The same under the name used in the list's query; `desc` wins field by field. */
    description: descriptionInBody.optional(),
    gps: position.optional(),
    time_zone: z.string().max(64).optional(),
    /** Names of fields of the description, or `gps`. */
    clearFields: z.array(z.string().max(30)).max(20).optional(),
    /** Null, or named in clearFields: the time of the tenant, or that of the model. */
    offline_after_s: offlineAfter_s.optional(),
  }),
  reply: thing,
});

export const registerThing = route({
  name: 'registerThing',
  summary: 'Register a thing. Only this reply contains its MQTT secret (interpretation D06).',
  method: 'POST',
  path: '/v1/things/tenants/:tenantId/things',
  access: [0, 1],
  body: z.object({
    devid: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9_-]{4,64}$/, 'thing.devid'),
    devtype: z.string().max(50).default('HE_BAT'),
    devname: shownText().trim().max(100).optional(),
    desc: descriptionInBody.optional(),
    /** By default that of the position, or without one that of the tenant. */
    time_zone: z.string().max(64).optional(),
    gps: position.optional(),
  }),
  reply: z.object({ thing, secret: z.string() }),
});

export const rotateSecret = route({
  name: 'rotateSecret',
  summary:
    'Issue a new MQTT secret for a thing; the old one becomes invalid immediately and the device is disconnected.',
  method: 'POST',
  path: '/v1/things/tenants/:tenantId/things/:devNo/secret',
  access: [0, 1],
  reply: z.object({ secret: z.string() }),
});

/** Devids, or objects with a devid. */
export const deviceList = z
  .array(z.union([z.string().max(64), z.object({ devid: z.string().max(64) }).loose()]))
  .min(1)
  .max(MAX_DEVICES_AT_ONCE);
/** The number of changed bindings of each device; 0 if nothing had to be changed. */
const bindResults = z.array(z.object({ devid: z.string(), changed: z.number().int() }));
const bindQuery = z.object({
  userIds: commaList.pipe(z.array(z.string()).min(1).max(100)),
  /** Accepted without effect: binding rights are always checked (interpretation C25). */
  auth_parent: z.string().max(64).optional(),
});

export const bindThings = route({
  name: 'bindThings',
  summary: 'Bind things to accounts. The caller must be allowed to manage all of them.',
  method: 'POST',
  path: '/v1/things/tenants/:tenantId/users/things',
  access: [0, 1, 2, 3, 4],
  query: bindQuery,
  body: deviceList,
  reply: z.object({ bound: z.number().int(), results: bindResults }),
});

export const unbindThings = route({
  name: 'unbindThings',
  summary: 'End bindings. The body carries the devices.',
  method: 'DELETE',
  path: '/v1/things/tenants/:tenantId/users/things',
  access: [0, 1, 2, 3, 4],
  query: bindQuery,
  body: deviceList,
  reply: z.object({ unbound: z.number().int(), results: bindResults }),
});

export const unbindThingsPost = route({
  ...unbindThings,
  name: 'unbindThingsPost',
  summary: 'The POST form of unbind, for proxies that drop the body of a DELETE (interpretation A51).',
  method: 'POST',
  path: '/v1/things/tenants/:tenantId/users/things/unbind',
});

export const listBindings = route({
  name: 'listBindings',
  summary: 'Present and past bindings of a thing, newest first, of accounts that the caller may see.',
  method: 'GET',
  path: '/v1/things/tenants/:tenantId/things/:devNo/bindings',
  access: [0, 1, 2, 3, 4],
  reply: z.array(
    z.object({
      account_id: z.string(),
      user_name: z.string(),
      since: z.number(),
      until: z.number().nullable(),
      bound_by: z.string().nullable(),
      unbound_by: z.string().nullable(),
    }),
  ),
});

export const thingSummary = route({
  name: 'thingSummary',
  summary: 'Counts of the caller’s things by state, and of those that need attention.',
  method: 'GET',
  path: '/v1/things/tenants/:tenantId/summary',
  access: [0, 1, 2, 3, 4, 5],
  reply: z.object({
    total: z.number().int(),
    offline: z.number().int(),
    online: z.number().int(),
    fault: z.number().int(),
    upgrading: z.number().int(),
    notActivated: z.number().int(),
    /** Things whose worst active event is a warning or a fault, with counts by that event. */
    attention: z.number().int(),
    withFault: z.number().int(),
    withWarning: z.number().int(),
    accounts: z.number().int(),
  }),
});

/** Maximum rows of {@link attentionList}. */
export const MAX_ATTENTION = 10;

export const attentionList = route({
  name: 'attentionList',
  summary: `The caller’s things that need attention, unacknowledged ones first and then the most severe, at most ${MAX_ATTENTION}, each with its address and contact. Not masked, as on a thing’s own page.`,
  method: 'GET',
  path: '/v1/things/tenants/:tenantId/attention',
  access: [0, 1, 2, 3, 4],
  reply: z.object({
    total: z.number().int(),
    list: z.array(
      thing.pick({
        devid: true,
        devname: true,
        status: true,
        problem: true,
        active_events: true,
        desc: true,
        time_zone: true,
      }),
    ),
  }),
});

export const fleetInsight = route({
  name: 'fleetInsight',
  summary:
    'For manufacturers: software versions with their share of devices that had a fault in 30 days, and installations of the last twelve months.',
  method: 'GET',
  path: '/v1/things/tenants/:tenantId/insight',
  access: [0, 1],
  reply: z.object({
    things: z.number().int(),
    /** Things with an event of level 3 that was active in the last 30 days. */
    faulty: z.number().int(),
    /** The eight most frequent; '' for devices that have not reported one. */
    versions: z.array(
      z.object({ sw_version: z.string(), things: z.number().int(), faulty: z.number().int() }),
    ),
    /** The last twelve months, yyyy-MM, by day of installation, else of registration. */
    months: z.array(z.object({ month: z.string(), installed: z.number().int() })),
  }),
});

export const thingPositions = route({
  name: 'thingPositions',
  summary: 'Positions and states of the caller’s things, for the map, without things that have no position.',
  method: 'GET',
  path: '/v1/things/tenants/:tenantId/positions',
  access: [0, 1, 2, 3, 4, 5],
  reply: z.array(
    z.object({
      devid: z.string(),
      devname: z.string(),
      longitude: z.number(),
      latitude: z.number(),
      status: z.number().int(),
      /** Level of the worst active event; 0 without one. */
      problem_level: z.number().int(),
      soc: z.number().nullable(),
    }),
  ),
});

export const thingVersions = route({
  name: 'thingVersions',
  summary: 'Hardware and software versions in use among the caller’s things, with counts.',
  method: 'GET',
  path: '/v1/things/tenants/:tenantId/versions',
  access: [0, 1, 2, 3, 4, 5],
  reply: z.array(z.object({ hw_version: z.string(), sw_version: z.string(), total: z.number().int() })),
});
