import { z } from 'zod';
import { commaList, epochMs, page, paging } from '../envelope.ts';
import { sitesList } from '../lists/sites.list.ts';
import { route } from '../route.ts';
import { shownText } from '../shown-text.ts';
import { energyHours, energyHoursQuery } from './energy-hours.ts';
import { energyForecast } from './forecast.ts';
import { sharedCharge } from './shared-charge.ts';
import { energyTotals, periodEnergy, periodQuery } from './telemetry.ts';
import { position, thingProblem } from './things.ts';

const path = '/v1/sites/tenants/:tenantId/sites';
const tenant = z.object({ tenantId: z.string().max(64) });
export const tenantSite = tenant.extend({ id: z.string().max(64) });

/** Roles that read sites; sites are changed by the roles that bind devices. */
const readers = [0, 1, 2, 3, 4, 5] as const;
const managers = [0, 1, 2, 3, 4] as const;

export const MAX_SITE_TAGS = 10;
const tag = shownText().trim().min(1).max(30);

/** The most severe active event of the site's devices. */
const siteProblem = thingProblem.extend({
  devid: z.string(),
  /** Active events of all its devices. */
  active: z.number().int(),
});

/** Sums of the powers of a site's connected devices. */
const sitePower = z.object({
  bat_power_w: z.number().nullable(),
  grid_power_w: z.number().nullable(),
  pv_power_w: z.number().nullable(),
  load_power_w: z.number().nullable(),
  soc: z.number().nullable(),
  ...sharedCharge,
  /** Of the oldest of these values. */
  as_of: z.number().nullable(),
});

export const site = z.object({
  id: z.string(),
  name: z.string(),
  /** `phone` is masked in lists. */
  owner: z.object({
    id: z.string(),
    user_name: z.string(),
    name: z.string(),
    kind: z.string(),
    phone: z.string().nullable(),
  }),
  region: z.string().nullable(),
  address: z.string(),
  gps: position.nullable(),
  time_zone: z.string(),
  tags: z.array(z.string()),
  /** Number of its present devices. */
  devices: z.number().int(),
  offline: z.number().int(),
  /**
   * The worst of its devices' states: fault, offline, upgrading, not activated, online (2, 0, 3, 4, 1); null without
   * a device.
   */
  status: z.number().int().nullable(),
  problem: siteProblem.nullable(),
  power: sitePower,
  created_at: z.number(),
});
export type Site = z.infer<typeof site>;

export const siteDevice = z.object({
  devid: z.string(),
  devname: z.string(),
  since: z.number(),
  until: z.number().nullable(),
  /** Whether the caller sees the device itself now, and so may open its page. */
  visible: z.boolean(),
  status: z.number().int().nullable(),
  soc: z.number().nullable(),
  bat_power_w: z.number().nullable(),
  last_time: z.number().nullable(),
});
export type SiteDevice = z.infer<typeof siteDevice>;

export const siteDetail = site.extend({
  /** Present and past devices, present ones first. */
  members: z.array(siteDevice),
  /** The previous owner hid earlier history from the caller; null if all of it is visible. */
  visible_from: z.number().nullable(),
  may_change: z.boolean(),
});
export type SiteDetail = z.infer<typeof siteDetail>;

export const listSites = route({
  name: 'listSites',
  summary: 'Sites of the caller’s subtree with their devices’ state, the worst active event and powers.',
  method: 'GET',
  path,
  access: readers,
  params: tenant,
  query: z.object({
    ...paging,
    /** Searched in names, owners, addresses and device ids. */
    search: z.string().trim().max(100).optional(),
    /** Sites that have all of these. */
    tags: commaList.pipe(z.array(z.string().max(30)).max(MAX_SITE_TAGS)).optional(),
    /** Worst state of its devices. */
    state: z.coerce.number().int().min(0).max(4).optional(),
    /** Id or user name of an account of the caller's subtree: its sites and those of accounts below. */
    account: z.string().max(64).optional(),
    sort: z.enum(sitesList.sort.by).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: page(site),
});

export const siteTags = route({
  name: 'siteTags',
  summary: 'Tags in use on the caller’s sites, most used first.',
  method: 'GET',
  path: '/v1/sites/tenants/:tenantId/site-tags',
  access: readers,
  reply: z.array(z.object({ tag: z.string(), sites: z.number().int() })),
});

export const getSite = route({
  name: 'getSite',
  summary: 'One site with its present and past devices.',
  method: 'GET',
  path: `${path}/:id`,
  access: readers,
  reply: siteDetail,
});

const siteFields = {
  name: shownText().trim().min(1).max(100),
  region: z
    .string()
    .regex(/^\d{6}$/)
    .nullable(),
  address: shownText().trim().max(300),
  gps: position.nullable(),
  time_zone: z.string().max(64),
  tags: z.array(tag).max(MAX_SITE_TAGS),
};

export const createSite = route({
  name: 'createSite',
  summary: 'Create a site for an account of the caller’s subtree.',
  method: 'POST',
  path,
  access: managers,
  params: tenant,
  body: z.object({
    ...siteFields,
    /** Id or user name of its account. */
    owner: z.string().min(1).max(64),
    region: siteFields.region.default(null),
    address: siteFields.address.default(''),
    gps: siteFields.gps.default(null),
    tags: siteFields.tags.default([]),
    /** By default that of the position, or without one that of the tenant. */
    time_zone: siteFields.time_zone.optional(),
  }),
  reply: siteDetail,
});

export const updateSite = route({
  name: 'updateSite',
  summary:
    'Change the given fields of a site. A new position brings its time zone unless one is given; devices with the same zone follow. Fields in clearFields are emptied. Its owner is changed by a transfer.',
  method: 'PUT',
  path: `${path}/:id`,
  access: managers,
  body: z
    .object(siteFields)
    .partial()
    .extend({ clearFields: z.array(z.enum(['region', 'address', 'gps', 'tags'])).optional() }),
  reply: siteDetail,
});

export const deleteSite = route({
  name: 'deleteSite',
  summary: 'Delete a site without devices.',
  method: 'DELETE',
  path: `${path}/:id`,
  access: managers,
  reply: z.null(),
});

const siteDevicePath = `${path}/:id/devices/:devid`;

export const addSiteDevice = route({
  name: 'addSiteDevice',
  summary:
    'Add a device to a site from a time on (rounded down to the quarter-hour; now by default), and bind it to the site’s owner.',
  method: 'POST',
  path: `${path}/:id/devices`,
  access: managers,
  body: z.object({ devid: z.string().min(1).max(64), since: epochMs.optional() }),
  reply: siteDetail,
});

export const removeSiteDevice = route({
  name: 'removeSiteDevice',
  summary:
    'End a device’s membership of a site. Its binding is kept; its earlier measurements stay with the site.',
  method: 'POST',
  path: `${siteDevicePath}/remove`,
  access: managers,
  body: z.object({ until: epochMs.optional() }),
  reply: siteDetail,
});

export const replaceSiteDevice = route({
  name: 'replaceSiteDevice',
  summary: 'Replace a device by another one at a point in time: the site’s history continues.',
  method: 'POST',
  path: `${siteDevicePath}/replace`,
  access: managers,
  body: z.object({ by: z.string().min(1).max(64), at: epochMs.optional() }),
  reply: siteDetail,
});

export const siteIntervals = ['15m', '1h', '1d', '1M', '1y'] as const;

export const siteEnergy = route({
  name: 'siteEnergy',
  summary:
    'Energy of a site by calendar slots of its zone: the sum of the devices that belonged to it at each time.',
  method: 'GET',
  path: `${path}/:id/energy`,
  access: readers,
  query: z.object({
    agg_interval: z.enum(siteIntervals).default('1d'),
    begin_time: epochMs,
    end_time: epochMs,
  }),
  reply: z.array(
    energyTotals.extend({
      key: z.number(),
      /** Whether anything was measured. */
      measured: z.boolean(),
      gap: z.boolean().optional(),
      reset: z.boolean().optional(),
      doubtful: z.boolean().optional(),
    }),
  ),
});

export const siteEnergyPeriod = route({
  name: 'siteEnergyPeriod',
  summary:
    'Energy of a day, month or year of a site in its zone, with the previous period and the same period of the previous year, regardless of its devices. A running period is compared with the same part of the others.',
  method: 'GET',
  path: `${path}/:id/energy-period`,
  access: readers,
  query: z.object(periodQuery),
  reply: periodEnergy,
});

export const siteEnergyHours = route({
  name: 'siteEnergyHours',
  summary:
    'One energy of a site in a year, by hour in its zone: the sum of the devices that belonged to it at each time.',
  method: 'GET',
  path: `${path}/:id/energy-hours`,
  access: readers,
  query: energyHoursQuery,
  reply: energyHours,
});

export const siteForecast = route({
  name: 'siteForecast',
  summary:
    'Expected solar energy and load of a site until the end of tomorrow, from the last 28 days; no weather forecast is used.',
  method: 'GET',
  path: `${path}/:id/forecast`,
  access: readers,
  reply: energyForecast,
});

export const siteSeries = route({
  name: 'siteSeries',
  summary:
    'Powers of a site by quarter-hours: sums of the means of its devices; the state of charge is their mean by rated energy.',
  method: 'GET',
  path: `${path}/:id/series`,
  access: readers,
  query: z.object({ begin_time: epochMs, end_time: epochMs }),
  reply: z.array(
    z.object({
      key: z.number(),
      pv_power_w: z.number().optional(),
      bat_power_w: z.number().optional(),
      grid_power_w: z.number().optional(),
      load_power_w: z.number().optional(),
      soc: z.number().optional(),
    }),
  ),
});

/** Maximum pictures of a note. */
export const MAX_NOTE_PHOTOS = 6;
export const siteNote = z.object({
  id: z.string(),
  text: z.string(),
  photos: z.array(z.string()),
  author: z.string(),
  created_at: z.number(),
  may_delete: z.boolean(),
});
export type SiteNote = z.infer<typeof siteNote>;

export const listSiteNotes = route({
  name: 'listSiteNotes',
  summary: 'Notes of a site with their photos, newest first.',
  method: 'GET',
  path: `${path}/:id/notes`,
  access: readers,
  query: z.object(paging),
  reply: page(siteNote),
});

export const addSiteNote = route({
  name: 'addSiteNote',
  summary: 'Add a note to a site; photos are uploaded pictures of the caller.',
  method: 'POST',
  path: `${path}/:id/notes`,
  access: readers,
  body: z
    .object({
      text: shownText().trim().max(2000).default(''),
      photos: z
        .array(z.string().regex(/^\/files\/[0-9a-f-]{36}$/))
        .max(MAX_NOTE_PHOTOS)
        .default([]),
    })
    .refine((note) => note.text !== '' || note.photos.length > 0, {
      path: ['text'],
      message: 'site.emptyNote',
    }),
  reply: siteNote,
});

export const deleteSiteNote = route({
  name: 'deleteSiteNote',
  summary: 'Delete a note: by its author, or a caller who may change the site.',
  method: 'DELETE',
  path: `${path}/:id/notes/:noteId`,
  access: readers,
  reply: z.null(),
});
