import { z } from 'zod';
import { commaList, epochMs, page, paging } from '../envelope.ts';
import { route } from '../route.ts';
import { shownText } from '../shown-text.ts';

const model = z.object({ tenantId: z.string().max(64), infoModelId: z.string().max(50) });
const modelThing = model.extend({ thingsId: z.string().max(64) });

export const aggIntervals = ['5m', '15m', '1h', '1d', '1M'] as const;
export const aggTypes = ['avg', 'min', 'max', 'first', 'last'] as const;

export const pointKinds = ['gauge', 'counter', 'enum', 'bits', 'position'] as const;
/** `M`, `P` and `E`: the prefix of a point's key. */
const category = z.enum(['M', 'P', 'E']);

/** One point of the information model, as data (labels in both languages, unit, scale). */
export const pointDefinition = z.object({
  key: z.string(),
  prefix: z.enum(['M', 'P', 'E']),
  group: z.string(),
  label: z.object({ en: z.string(), zh: z.string() }),
  unit: z.string(),
  /** Resolution of a device's values, in `unit`; it determines the displayed decimals. */
  step: z.number(),
  /** Plausible range, in `unit`; values outside are rejected. */
  min: z.number(),
  max: z.number(),
  kind: z.enum(pointKinds),
  /** The owner of the value: the whole system, a pack, or one cell or sensor of a pack. */
  part: z.enum(['system', 'pack', 'cell']),
  values: z.record(z.string(), z.object({ en: z.string(), zh: z.string() })).optional(),
});

export const settingDefinition = z.object({
  key: z.string(),
  group: z.string(),
  label: z.object({ en: z.string(), zh: z.string() }),
  unit: z.string(),
  min: z.number().optional(),
  max: z.number().optional(),
  step: z.number().optional(),
  values: z.record(z.string(), z.object({ en: z.string(), zh: z.string() })).optional(),
  /** What the setting means, such as `reserve_soc`. */
  role: z.string().optional(),
  /** `pack` for one that each pack has on its own. */
  part: z.literal('pack').optional(),
  risk: z.enum(['low', 'medium', 'high']),
  /** The telemetry point that shows the setting, if any. */
  shown_by: z.string().optional(),
  default: z.number(),
});

export const getInfoModel = route({
  name: 'getInfoModel',
  summary: 'The dictionary of an information model: points, settings and faults.',
  method: 'GET',
  path: '/v1/data-mgmt/tenants/:tenantId/info-model/:infoModelId',
  access: 'session',
  params: model,
  reply: z.object({
    id: z.string(),
    version: z.number().int(),
    label: z.object({ en: z.string(), zh: z.string() }),
    points: z.array(pointDefinition),
    settings: z.array(settingDefinition),
    /** By the code of their events: the explanation in the console's catalogue, and the unit of the limit. */
    faults: z.array(z.object({ code: z.string(), advice: z.string(), unit: z.string() })),
  }),
});

/**
 * A row of history: one device time with the values received for it. Pack and cell keys are `KEY@pack` and
 * `KEY@pack.cell`.
 */
export const historyRow = z.object({
  thirdThingsId: z.string(),
  time: z.number(),
  fields: z.record(z.string(), z.number()),
});
export type HistoryRow = z.infer<typeof historyRow>;

export const batchData = route({
  name: 'batchData',
  summary:
    'Rows as sent by the devices, ordered by time: history, latest (order=desc, topN=1) and first data.',
  method: 'GET',
  path: '/v1/data-mgmt/tenants/:tenantId/info-model/:infoModelId/things/batch/data',
  access: [0, 1, 2, 3, 4, 5],
  params: model,
  query: z.object({
    begin_time: epochMs.optional(),
    end_time: epochMs.optional(),
    /** M, P or E: only points of that prefix. */
    category_id: z.string().max(20).optional(),
    thirdThingsIds: commaList.pipe(z.array(z.string()).min(1).max(200)),
    /** Only these keys (beyond the specification). */
    data_points: commaList.optional(),
    /** Rows for each thing. */
    topN: z.coerce.number().int().min(1).max(50_000).default(1000),
    /** A key that a row must have. */
    exists: z.string().max(50).optional(),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: z.array(historyRow),
});

/** `key` is the start of an interval, epoch ms. The other fields are points, each with the figures of `agg_type`: `{ avg: 42.4 }`. */
const aggRow = z.object({ key: z.number() }).catchall(z.record(z.string(), z.number().nullable()));

export const historyAggregation = route({
  name: 'historyAggregation',
  summary:
    'Chart data: values aggregated by intervals of the thing’s own zone. Intervals without data are absent.',
  method: 'POST',
  path: '/v1/data-mgmt/tenants/:tenantId/info-model/:infoModelId/things/:thingsId/history-aggregation',
  access: [0, 1, 2, 3, 4, 5],
  params: modelThing,
  body: z.object({
    begin_time: epochMs,
    end_time: epochMs,
    category_id: z.string().max(20).optional(),
    data_points: z.array(z.string().max(50)).min(1).max(32),
    /** `1m` returns the raw series. */
    agg_interval: z.enum(['1m', ...aggIntervals]).default('5m'),
    agg_type: z.union([z.enum(aggTypes), z.array(z.enum(aggTypes)).min(1).max(5)]).default('avg'),
  }),
  reply: z.array(aggRow),
});

/** One calendar slot of a counter: reading at its start and end, and the reset-safe difference. */
export const counterSlot = z.object({
  first: z.number(),
  last: z.number(),
  /** Reset-safe increase over the slot, one decimal, in the point's unit. */
  value: z.number(),
  /** True if part of `value` belongs to a gap that began in an earlier slot. */
  gap: z.boolean().optional(),
  /** True if the counter restarted from zero in the slot, or continued on another level. */
  reset: z.boolean().optional(),
  /** True if the slot has readings that were not accepted at once: they count when later ones confirm them. */
  doubtful: z.boolean().optional(),
});

export const aggregations = route({
  name: 'aggregations',
  summary:
    'Series by calendar slots of the thing’s zone: the first and last reading and their reset-safe difference, or the figures of agg_type.',
  method: 'GET',
  path: '/v1/data-mgmt/tenants/:tenantId/info-model/:infoModelId/things/:thingsId/_aggregations',
  access: [0, 1, 2, 3, 4, 5],
  params: modelThing,
  query: z.object({
    agg_interval: z.enum([...aggIntervals, '1y']).default('1d'),
    /** One or several figures, separated by commas, instead of the readings and their difference. */
    agg_type: commaList.pipe(z.array(z.enum(aggTypes)).min(1).max(aggTypes.length)).optional(),
    begin_time: epochMs,
    end_time: epochMs,
    category_id: category.optional(),
    data_points: commaList.pipe(z.array(z.string()).min(1).max(32)),
    /** Only points of this kind. */
    data_type: z.enum(pointKinds).optional(),
    /** Refused if given: events are not series; `GET …/events` lists them. */
    event_name: z.never('telemetry.eventName').optional(),
    exist_points: z.string().max(1000).optional(),
  }),
  reply: z.array(
    z
      .object({ key: z.number() })
      .catchall(z.union([z.number(), counterSlot, z.partialRecord(z.enum(aggTypes), z.number())])),
  ),
});

export const batchLastData = route({
  name: 'batchLastData',
  summary: 'The newest value of every point of each thing, with its own time.',
  method: 'POST',
  path: '/v1/devices/batch/lastdata',
  access: [0, 1, 2, 3, 4, 5],
  query: z.object({ devtype: z.string().max(50).default('HE_BAT') }),
  body: z
    .array(z.object({ devid: z.string().max(64), devtype: z.string().max(50).optional() }))
    .min(1)
    .max(200),
  reply: z.array(
    z.object({
      devid: z.string(),
      /** Newest device time among the values, epoch ms; null without data. */
      time: z.number().nullable(),
      fields: z.record(z.string(), z.object({ value: z.number(), time: z.number() })),
    }),
  ),
});

/** kWh of the caller's things, by the keys of the energy counters; null for what nothing measured. */
export const energyTotals = z.object({
  pv_kwh: z.number().nullable(),
  charge_kwh: z.number().nullable(),
  discharge_kwh: z.number().nullable(),
  import_kwh: z.number().nullable(),
  export_kwh: z.number().nullable(),
  load_kwh: z.number().nullable(),
});

export type EnergyTotals = z.infer<typeof energyTotals>;

export const fleetEnergy = route({
  name: 'fleetEnergy',
  summary:
    'Energy of the caller’s things: today, this month, and per day of this month (each thing in its own zone).',
  method: 'GET',
  path: '/v1/data-mgmt/tenants/:tenantId/energy',
  access: [0, 1, 2, 3, 4, 5],
  reply: z.object({
    today: energyTotals,
    month: energyTotals,
    /** `day` is yyyy-MM-dd. */
    days: z.array(energyTotals.extend({ day: z.string() })),
    /** Epoch ms at which this was computed. */
    as_of: z.number(),
  }),
});

/** The elapsed part of this period and the same part of an earlier one, of the things that reported in both. */
const comparedEnergy = z.object({
  things: z.number().int(),
  now: energyTotals,
  former: energyTotals,
  /** As below, of both. */
  self_sufficiency: z.object({ now: z.number().nullable(), former: z.number().nullable() }),
});

const periodKinds = ['day', 'month', 'year'] as const;
export const periodQuery = {
  period: z.enum(periodKinds),
  /** Any day of the period; by default that of the running one. */
  day: z.iso.date().optional(),
};

/** Energy of a day, month or year, with the previous period and the same period of the previous year. */
export const periodEnergy = z.object({
  period: z.enum(periodKinds),
  /** First day of the period, yyyy-MM-dd. */
  from: z.string(),
  complete: z.boolean(),
  /** Hours (0-23), days (1-31) or months (1-12) of the period; null if nothing was reported. */
  slots: z.array(
    z.object({
      slot: z.number().int(),
      current: energyTotals.nullable(),
      previous: energyTotals.nullable(),
      year_ago: energyTotals.nullable(),
      /** As below, of the current period. */
      doubtful: z.boolean(),
    }),
  ),
  /** Some energy belongs to a gap in the readings; a counter restarted from zero. */
  gap: z.boolean(),
  reset: z.boolean(),
  /** There are readings that were not accepted at once; they count when later ones confirm them. */
  doubtful: z.boolean(),
  total: energyTotals.nullable(),
  /**
   * Share of the load that did not come from the grid, 0 to 1: energy of the grid that the battery still holds has not
   * been consumed. Null when it is unknown.
   */
  self_sufficiency: z.number().nullable(),
  /** The energies with a reading in the period. */
  reported: z.array(energyTotals.keyof()),
  /** Null if nothing can be compared. */
  previous: comparedEnergy.nullable(),
  year_ago: comparedEnergy.nullable(),
  as_of: z.number(),
});
export type PeriodEnergy = z.infer<typeof periodEnergy>;

export const energyPeriod = route({
  name: 'energyPeriod',
  summary:
    'Energy of a day, month or year of the caller’s things (each in its own zone), with the previous period and the same period of the previous year. A running period is compared with the same part of the others: a day of more than 50 things by full hours. Other periods are left out above 2,000 things; a day is limited to 5,000.',
  method: 'GET',
  path: '/v1/data-mgmt/tenants/:tenantId/energy-period',
  access: [0, 1, 2, 3, 4, 5],
  query: z.object({
    ...periodQuery,
    /** Only these things, at most 20. */
    devids: commaList.pipe(z.array(z.string().max(64)).min(1).max(20)).optional(),
  }),
  reply: periodEnergy,
});

export const energyCounters = route({
  name: 'energyCounters',
  summary:
    'Energy counters of things since manufacture, for programs that compute energy from them: the accepted levels of the last day, without doubtful readings. Null without a counter or a reading.',
  method: 'GET',
  path: '/v1/data-mgmt/tenants/:tenantId/energy-counters',
  access: [0, 1, 2, 3, 4, 5],
  query: z.object({ devids: commaList.pipe(z.array(z.string().max(64)).min(1).max(200)) }),
  reply: z.array(energyTotals.extend({ devid: z.string() })),
});

const thingParams = z.object({ tenantId: z.string(), thingsId: z.string().max(64) });
const doubtfulPath = '/v1/data-mgmt/tenants/:tenantId/things/:thingsId';

/** Readings that the time since the last one does not allow, and what became of them. */
export const doubtfulReadings = route({
  name: 'doubtfulReadings',
  summary:
    'Readings of a device’s energy counters that were not accepted at once, newest first, at most 500: held until later ones confirm them, wrong, or a confirmed new level; and the verdicts of people about readings of the time. At most 100 days.',
  method: 'GET',
  path: `${doubtfulPath}/doubtful-readings`,
  access: [0, 1, 2, 3, 4, 5],
  params: thingParams,
  query: z.object({ begin_time: epochMs, end_time: epochMs }),
  reply: z.object({
    list: z.array(
      z.object({
        point: z.string(),
        time: z.number(),
        /** The reading, and the accepted one before it; Wh or Ah. */
        value: z.number(),
        level: z.number(),
        /** Below the accepted reading, or more above it than the time allows. */
        reason: z.enum(['rise', 'drop']),
        /**
         * Held; wrong, because the counter returned to its level; a confirmed restart from zero, return to an earlier
         * level, or new level; or excluded or confirmed by a person.
         */
        state: z.enum(['held', 'wrong', 'restart', 'return', 'level', 'excluded', 'confirmed']),
      }),
    ),
    total: z.number().int(),
    verdicts: z.array(
      z.object({
        id: z.string(),
        point: z.string(),
        from: z.number(),
        to: z.number(),
        verdict: z.enum(['exclude', 'confirm']),
        reason: z.string(),
        /** Name of the account. */
        by: z.string(),
        at: z.number(),
      }),
    ),
  }),
});

export const decideReadings = route({
  name: 'decideReadings',
  summary:
    'Exclude or confirm the readings of a counter in a time (half-open), with a reason; the latest verdict about a reading counts. Audited. Energy, costs and reports are computed with it at once.',
  method: 'POST',
  path: `${doubtfulPath}/reading-verdicts`,
  access: [0, 1, 2, 3, 4],
  params: thingParams,
  body: z.object({
    /** Key of a counter, such as E_E_PV. */
    point: z.string().max(50),
    from: epochMs,
    to: epochMs,
    verdict: z.enum(['exclude', 'confirm']),
    reason: shownText().trim().min(1).max(500),
  }),
  reply: z.object({ id: z.string() }),
});

export const restoreReadings = route({
  name: 'restoreReadings',
  summary: 'Withdraw a verdict: its readings are judged like any others again. Audited.',
  method: 'DELETE',
  path: `${doubtfulPath}/reading-verdicts/:verdictId`,
  access: [0, 1, 2, 3, 4],
  params: thingParams.extend({ verdictId: z.uuid() }),
  reply: z.null(),
});

/** Intervals of an exported period: as sent by the device, or slots of the thing's own zone. */
const exportCut = {
  agg_interval: z.enum(['raw', ...aggIntervals]).default('raw'),
  /** The figure of a slot. Choices and bit fields have no average: their last value is used. */
  agg_type: z.enum(aggTypes).default('avg'),
};
/** Maximum length of an exported period, days: a year with some margin. */
export const MAX_EXPORT_DAYS = 400;

export const exportHistory = route({
  name: 'exportHistory',
  summary:
    'Up to 400 days of one thing as a file, ascending by time, labels with units (interpretation B32). Streamed; raw, or by slots. A workbook continues in further sheets.',
  method: 'GET',
  path: '/v1/data-mgmt/tenants/:tenantId/things/:thingsId/export',
  access: [0, 1, 2, 3, 4, 5],
  query: z.object({
    format: z.enum(['csv', 'xlsx']).default('csv'),
    begin_time: epochMs,
    end_time: epochMs,
    data_points: commaList.optional(),
    language: z.enum(['en', 'zh']).default('en'),
    ...exportCut,
  }),
});

/** Maximum things and points of a comparison. */
export const MAX_COMPARED = 8;

export const exportComparison = route({
  name: 'exportComparison',
  summary:
    'Selected points of several things side by side as a file: a row for each time, a column for each thing and point. Times in the zone of the first thing; slots are those of each thing’s own zone. Streamed.',
  method: 'POST',
  path: '/v1/data-mgmt/tenants/:tenantId/info-model/:infoModelId/comparison-export',
  access: [0, 1, 2, 3, 4, 5],
  params: model,
  body: z.object({
    things: z.array(z.string().min(1).max(64)).min(1).max(MAX_COMPARED),
    data_points: z.array(z.string().min(1).max(50)).min(1).max(MAX_COMPARED),
    begin_time: epochMs,
    end_time: epochMs,
    ...exportCut,
    format: z.enum(['csv', 'xlsx']).default('csv'),
    language: z.enum(['en', 'zh']).default('en'),
  }),
});

/** A frame as sent by a device; see docs/protocol.md. Ingest checks each value. */
export const deviceIngest = route({
  name: 'deviceIngest',
  summary:
    'HTTP ingest for devices without MQTT: Basic credentials are device id and secret; 200 means committed.',
  method: 'POST',
  path: '/v1/devices/:id/data',
  access: 'public',
  body: z.unknown(),
  reply: z.object({ accepted: z.number().int() }),
});

/** A message in the words of a foreign device; its model's mapping names it as a topic. */
export const deviceRaw = route({
  name: 'deviceRaw',
  summary:
    'HTTP ingest for devices of other makers: a message that the device’s model maps, under the name that the mapping has for it. Credentials as for frames; 200 means committed.',
  method: 'POST',
  path: '/v1/devices/:id/raw/:name',
  access: 'public',
  body: z.unknown(),
  reply: z.object({ accepted: z.number().int() }),
});

export const listRejects = route({
  name: 'listRejects',
  summary: 'Frames that could not be read, newest first, with the reason and counts by reason.',
  method: 'GET',
  path: '/v1/data-mgmt/tenants/:tenantId/rejects',
  access: [0, 1, 2, 3, 4],
  query: z.object({ ...paging, devid: z.string().max(64).optional() }),
  reply: page(
    z.object({
      received_at: z.number(),
      devid: z.string(),
      topic: z.string(),
      reason: z.string(),
      payload: z.string(),
    }),
  ).extend({ reasons: z.record(z.string(), z.number().int()) }),
});

/**
 * Live updates by server-sent events, read with `fetch` so that the token stays in the header. Query `things=a,b`
 * streams `frame` events of those things (at most 100); `scope=fleet` streams `state` events (batched, about once a
 * second) and `event` and `command` events of everything the caller may see.
 */
export const live = route({
  name: 'live',
  summary: 'Server-sent events: frame, state, event, command, ping, end.',
  method: 'GET',
  path: '/v1/live',
  access: [0, 1, 2, 3, 4, 5],
  query: z.object({
    things: commaList.pipe(z.array(z.string()).max(100)).optional(),
    scope: z.enum(['fleet']).optional(),
  }),
});
