import { unreadable } from '@voltloop/domain/checks/read-decimal.ts';
import { seasonsProblem } from '@voltloop/domain/tariff/rates.ts';
import { z } from 'zod';
import { epochMs } from '../envelope.ts';
import { route } from '../route.ts';
import { shownText } from '../shown-text.ts';
import { tenantSite } from './sites.ts';

const path = '/v1/sites/tenants/:tenantId/sites/:id';
const readers = [0, 1, 2, 3, 4, 5] as const;

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** A price as exact text with up to six decimals; may be negative, as electricity prices sometimes are. */
const price = z.string().regex(/^-?\d{1,6}(\.\d{1,6})?$/, {
  error: ({ input }) => unreadable(input) ?? 'tariff.price',
});
const season = z.object({
  /** MM-dd */
  from: z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'tariff.seasonFrom'),
  day_kinds: z
    .array(
      z.object({
        /** 1 Monday to 7 Sunday. */
        days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
        /** Index of the rate from hour 0, 1, … 23. */
        hours: z.array(z.number().int().min(0).max(7)).length(24),
      }),
    )
    .min(1)
    .max(7),
});

const common = {
  /** ISO 4217 */
  currency: z.string().refine((code) => currencies.has(code), 'tariff.currency'),
  /** For each exported kWh. */
  feed_in_price: price,
  /** For each day. */
  standing_charge: price,
};

export const tariffContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('flat'), ...common, import_price: price }),
  z.object({
    kind: z.literal('dynamic'),
    ...common,
    /** For each kWh in addition to its price: grid, taxes. */
    surcharge: price,
    /** The address that prices are fetched from daily; null if they are uploaded. */
    source_url: z.string().trim().max(500).nullable().default(null),
  }),
  z
    .object({
      kind: z.literal('tou'),
      ...common,
      rates: z
        .array(z.object({ name: shownText().trim().min(1).max(30), price }))
        .min(1)
        .max(8),
      seasons: z.array(season).min(1).max(12),
    })
    .check((ctx) => {
      const problem = seasonsProblem(ctx.value.seasons, ctx.value.rates.length);
      if (problem)
        ctx.issues.push({
          code: 'custom',
          input: ctx.value.seasons,
          message: problem.key,
          path: ['seasons', ...problem.path],
        });
    }),
]);
export type TariffContent = z.infer<typeof tariffContent>;

export const siteTariff = z.object({
  /** First day, yyyy-MM-dd; it applies until the next one begins. */
  from: z.string(),
  content: tariffContent,
});
export type SiteTariff = z.infer<typeof siteTariff>;

export const listSiteTariffs = route({
  name: 'listSiteTariffs',
  summary: 'Tariffs of a site, the newest first.',
  method: 'GET',
  path: `${path}/tariffs`,
  access: readers,
  reply: z.array(siteTariff),
});

const tariffDay = tenantSite.extend({ from: z.iso.date() });

export const putSiteTariff = route({
  name: 'putSiteTariff',
  summary: 'Set the tariff from a day on. All tariffs of a site have one currency.',
  method: 'PUT',
  path: `${path}/tariffs/:from`,
  access: readers,
  params: tariffDay,
  body: tariffContent,
  reply: siteTariff,
});

export const siteTariffProposal = route({
  name: 'siteTariffProposal',
  summary: 'What a new tariff of a site begins with: its currency, and the day of the first measured energy.',
  method: 'GET',
  path: `${path}/tariff-proposal`,
  access: readers,
  reply: z.object({
    /** Of the site’s other tariffs, else of the country of its place; null if unknown. */
    currency: z.string().nullable(),
    /** yyyy-MM-dd in the site’s zone; null before the first measurement. */
    first_day: z.string().nullable(),
  }),
});

export const deleteSiteTariff = route({
  name: 'deleteSiteTariff',
  summary: 'Delete the tariff that begins on a day: the one before it continues.',
  method: 'DELETE',
  path: `${path}/tariffs/:from`,
  access: readers,
  params: tariffDay,
  reply: z.null(),
});

/** Amounts as exact text with two decimals; shares are 0 to 1. Null if the energy that they need was not measured. */
const costs = z.object({
  /** Import and standing charge less feed-in. */
  cost: z.string().nullable(),
  import_cost: z.string().nullable(),
  feed_in: z.string().nullable(),
  standing: z.string(),
  /** The cost of the load without battery and solar. */
  baseline: z.string().nullable(),
  savings: z.string().nullable(),
  /** Share of the solar energy that was not exported. */
  self_consumption: z.number().nullable(),
  /** Share of the load that did not come from the grid, as of `energyPeriod`. */
  self_sufficiency: z.number().nullable(),
  /** Measured hours without a tariff, or without a price of a dynamic tariff: they are in no amount. */
  unpriced_hours: z.number().int(),
});

/** Why prices could not be fetched; `line` is the invalid line of the response. */
const feedError = z.object({
  code: z.enum(['address', 'late', 'down', 'broken', 'status', 'format']),
  status: z.number().int().optional(),
  line: z.number().int().optional(),
  key: z.string().optional(),
});
export type PriceFeedError = z.infer<typeof feedError>;

export const sitePrices = z.object({
  /** Hours with a price, how many of their quarter-hours have a price of their own, and their range. */
  hours: z.number(),
  quarters: z.number().int(),
  from: z.number().nullable(),
  until: z.number().nullable(),
  /** The address that they are fetched from daily; null if they are uploaded. Prices are kept if an attempt fails. */
  feed: z
    .object({
      url: z.string(),
      next_at: z.number(),
      tried_at: z.number().nullable(),
      ok_at: z.number().nullable(),
      error: feedError.nullable(),
    })
    .nullable(),
});
export type SitePrices = z.infer<typeof sitePrices>;

export const getSitePrices = route({
  name: 'getSitePrices',
  summary:
    'The hours and quarter-hours of a site with a price, and the result of the last attempt to fetch prices.',
  method: 'GET',
  path: `${path}/prices`,
  access: readers,
  reply: sitePrices,
});

/** Maximum characters of an uploaded file of prices. */
export const MAX_PRICE_FILE = 950_000;

export const putSitePrices = route({
  name: 'putSitePrices',
  summary:
    'Set prices of hours or quarter-hours from a CSV text (`time,price`; times with an offset, or in the clock of the site) or a JSON array. Other times are unchanged.',
  method: 'PUT',
  path: `${path}/prices`,
  access: readers,
  body: z.object({ text: z.string().min(1).max(MAX_PRICE_FILE) }),
  reply: sitePrices,
});

export const fetchSitePrices = route({
  name: 'fetchSitePrices',
  summary: 'Fetch prices now instead of at the daily time; at most once a minute.',
  method: 'POST',
  path: `${path}/prices/fetch`,
  access: readers,
  reply: sitePrices,
});

export const siteCost = route({
  name: 'siteCost',
  summary:
    'Energy costs and savings of a site, by calendar slots of its zone and in total; computed from energy by the hour, or by the quarter-hour where prices are.',
  method: 'GET',
  path: `${path}/cost`,
  access: readers,
  query: z.object({
    agg_interval: z.enum(['1d', '1M', '1y']).default('1d'),
    begin_time: epochMs,
    end_time: epochMs,
  }),
  reply: z.object({
    /** Null without a tariff. */
    currency: z.string().nullable(),
    slots: z.array(costs.extend({ key: z.number() })),
    total: costs,
  }),
});
