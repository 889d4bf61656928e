import { z } from 'zod';
import { page, paging } from '../envelope.ts';
import { route } from '../route.ts';
import { shownText } from '../shown-text.ts';
import { aggTypes } from './telemetry.ts';

/** Roles that may export history. */
const access = [0, 1, 2, 3, 4, 5] as const;

export const exportScopes = ['devices', 'site', 'subtree'] as const;
export const exportContents = ['history', 'energy'] as const;
export const exportIntervals = ['raw', '5m', '15m', '1h', '1d'] as const;
/** Energy is computed from counters, which are stored by quarter-hours. */
export const energyIntervals = ['1h', '1d'] as const;
export const exportFormats = ['csv', 'xlsx', 'parquet'] as const;
export const exportPeriods = ['day', 'week', 'month'] as const;

/** Maximum schedules of an account. */
export const MAX_EXPORT_SCHEDULES = 20;
/** Maximum devices listed in a schedule; a site or a subtree may have more. */
export const MAX_EXPORT_DEVICES = 200;
/** Maximum value columns in a history file. */
export const MAX_EXPORT_POINTS = 20;

const uniqueTexts = (most: number) =>
  z
    .array(z.string().min(1).max(64))
    .max(most)
    .transform((texts) => [...new Set(texts)]);

export const exportScheduleFields = z.object({
  name: shownText().trim().min(1).max(100),
  scope: z.enum(exportScopes),
  /** For the scope `site`. */
  site: z.uuid().nullable().default(null),
  /** For the scope `devices`: device ids. */
  devices: uniqueTexts(MAX_EXPORT_DEVICES).default([]),
  content: z.enum(exportContents),
  /** For `history`: keys of system-level points, one column each, in this order. */
  data_points: uniqueTexts(MAX_EXPORT_POINTS).default([]),
  agg_interval: z.enum(exportIntervals),
  agg_type: z.enum(aggTypes).default('avg'),
  format: z.enum(exportFormats),
  /** A file for each day, week (from Monday) or month of the time zone. */
  every: z.enum(exportPeriods),
  time_zone: z.string().min(1).max(64),
  /** Hour of the day after the period at which the file is created, in the time zone. */
  hour: z.number().int().min(0).max(23),
  /** Of the column titles of csv and xlsx. */
  language: z.enum(['en', 'zh']),
});
export type ExportScheduleFields = z.output<typeof exportScheduleFields>;

/** `waiting`: until its time, in the queue, or for a retry; `dropped`: its account no longer exists. */
export const exportRunStates = ['waiting', 'done', 'failed', 'dropped'] as const;
/** Why the file is missing or delayed. */
export const exportErrors = [
  'account',
  'role',
  'site',
  'devices',
  'tooManyDevices',
  'tooManyRows',
  'full',
  'deleted',
  'store',
] as const;

export const exportRun = z.object({
  id: z.string(),
  /** First and last day of the period, yyyy-MM-dd. */
  from_day: z.string(),
  last_day: z.string(),
  state: z.enum(exportRunStates),
  /** Whether a node is creating the file now. */
  running: z.boolean(),
  tries: z.number().int(),
  /** Epoch ms of the next attempt; null unless waiting. */
  next_at: z.number().nullable(),
  error: z.enum(exportErrors).nullable(),
  /** Null if it does not exist, or no longer. */
  file: z
    .object({ name: z.string(), size_bytes: z.number(), rows: z.number().int(), devices: z.number().int() })
    .nullable(),
  /** Devices of the schedule that the account can no longer see. */
  left_out: z.number().int(),
  /** Epoch ms. */
  done_at: z.number().nullable(),
  /** Epoch ms at which the file was deleted. */
  removed_at: z.number().nullable(),
});
export type ExportRun = z.infer<typeof exportRun>;

export const exportStops = ['account', 'role', 'site', 'devices'] as const;

export const exportSchedule = exportScheduleFields.omit({ site: true }).extend({
  id: z.string(),
  site: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Epoch ms of the next file; null if the schedule has stopped. */
  next_at: z.number().nullable(),
  stopped: z.object({ reason: z.enum(exportStops), at: z.number() }).nullable(),
  last: exportRun.nullable(),
});
export type ExportSchedule = z.infer<typeof exportSchedule>;

export const listExportSchedules = route({
  name: 'listExportSchedules',
  summary: 'Scheduled exports of the caller, each with its newest run.',
  method: 'GET',
  path: '/v1/exports/schedules',
  access,
  reply: z.object({
    list: z.array(exportSchedule),
    /** Retention of files in days; 0: for ever. */
    keep_days: z.number().int(),
    /** Size of the account's files in bytes, and the maximum. */
    used_bytes: z.number(),
    most_bytes: z.number(),
  }),
});

export const createExportSchedule = route({
  name: 'createExportSchedule',
  apiToken: false,
  summary:
    'Export history or energy of devices, a site or the whole subtree to a file after each day, week or month, beginning with the current period.',
  method: 'POST',
  path: '/v1/exports/schedules',
  access,
  body: exportScheduleFields,
  reply: exportSchedule,
});

export const updateExportSchedule = route({
  name: 'updateExportSchedule',
  apiToken: false,
  summary: 'Change a scheduled export; a stopped one restarts with the current period.',
  method: 'PUT',
  path: '/v1/exports/schedules/:id',
  access,
  body: exportScheduleFields,
  reply: exportSchedule,
});

export const deleteExportSchedule = route({
  name: 'deleteExportSchedule',
  summary: 'Delete a scheduled export and its files.',
  method: 'DELETE',
  path: '/v1/exports/schedules/:id',
  access,
  reply: z.null(),
});

export const runExportSchedule = route({
  name: 'runExportSchedule',
  summary: 'Create the file of the newest completed period now, replacing an existing one.',
  method: 'POST',
  path: '/v1/exports/schedules/:id/run',
  access,
  reply: exportRun,
});

export const listExportRuns = route({
  name: 'listExportRuns',
  summary: 'Runs of a scheduled export with their files, newest period first.',
  method: 'GET',
  path: '/v1/exports/schedules/:id/runs',
  access,
  query: z.object(paging),
  reply: page(exportRun),
});

export const exportRunFile = route({
  name: 'exportRunFile',
  summary: 'The file of a run of a scheduled export.',
  method: 'GET',
  path: '/v1/exports/runs/:id/file',
  access,
});

export const deleteExportRunFile = route({
  name: 'deleteExportRunFile',
  summary: 'Delete the file of a run of a scheduled export.',
  method: 'DELETE',
  path: '/v1/exports/runs/:id/file',
  access,
  reply: z.null(),
});
