import { z } from 'zod';
import { page, paging } from '../envelope.ts';
import { route } from '../route.ts';
import { shownText } from '../shown-text.ts';

/** Roles that may set parameters: the main account, factories and agents. */
const OPERATORS = [0, 1, 2] as const;

/**
 * Values of settings by key. A setting of one pack has the pack's number in its key (`PX_EN@2`); without it every
 * pack is meant (`PX_EN`). A device's report lists each pack.
 */
export const paramValues = z.record(z.string().min(1).max(50), z.number());
export type ParamValues = z.infer<typeof paramValues>;

const someValues = paramValues.refine(
  (v) => Object.keys(v).length >= 1 && Object.keys(v).length <= 400,
  'params.nothing',
);

/** The origin of a stored set: requested, read before a change, or read back after one. */
export const paramSources = ['read', 'before', 'after'] as const;

export const paramSet = z.object({
  id: z.string(),
  source: z.enum(paramSources),
  values: paramValues,
  /** User name, if visible to the caller. */
  taken_by: z.string().nullable(),
  taken_at: z.number(),
  job_id: z.string().nullable(),
});
export type ParamSet = z.infer<typeof paramSet>;

export const paramThing = z.object({
  id: z.string(),
  devid: z.string(),
  devname: z.string(),
  info_model_id: z.string(),
  time_zone: z.string(),
  online: z.boolean(),
  status: z.number().int(),
  /** Packs reported by the device; null if never reported. */
  packs: z.number().int().nullable(),
  /** The value of each key in the device's last report, and its time (epoch ms). */
  known: z.record(z.string(), z.object({ value: z.number(), at: z.number() })),
  /** Its unfinished changes, oldest first. */
  jobs: z.array(z.string()),
});
export type ParamThing = z.infer<typeof paramThing>;

export const getParams = route({
  name: 'getParams',
  summary: 'The known parameters of a device.',
  method: 'GET',
  path: '/v1/params/tenants/:tenantId/things/:thingsId',
  access: OPERATORS,
  reply: paramThing,
});

export const readParams = route({
  name: 'readParams',
  summary:
    'Read all settings of a device, including those of each pack, and store the set. 504 if it does not answer, 409 while another command is waiting or if it refuses.',
  method: 'POST',
  path: '/v1/params/tenants/:tenantId/things/:thingsId/read',
  access: OPERATORS,
  /** Packs that did not report. */
  reply: paramSet.extend({ unread_packs: z.array(z.number().int()) }),
});
export type ParamReading = z.infer<NonNullable<(typeof readParams)['reply']>>;

export const listParamSets = route({
  name: 'listParamSets',
  summary: 'The stored sets of a device, newest first.',
  method: 'GET',
  path: '/v1/params/tenants/:tenantId/things/:thingsId/sets',
  access: OPERATORS,
  query: z.object(paging),
  reply: page(paramSet),
});

/** The origin of a changed value: a change made here, a restored set, or a change elsewhere, detected by a reading. */
export const paramChangeKinds = ['change', 'undo', 'seen'] as const;

export const paramChange = z.object({
  id: z.string(),
  key: z.string(),
  kind: z.enum(paramChangeKinds),
  from: z.number().nullable(),
  /** The requested value; null if it was only read. */
  wanted: z.number().nullable(),
  /** The value reported afterwards; null if none was. */
  to: z.number().nullable(),
  changed_at: z.number(),
  changed_by: z.string().nullable(),
  batch_id: z.string().nullable(),
  batch_name: z.string().nullable(),
});
export type ParamChange = z.infer<typeof paramChange>;

export const listParamChanges = route({
  name: 'listParamChanges',
  summary: 'Changes of a device’s settings: by whom, when, from what to what; newest first.',
  method: 'GET',
  path: '/v1/params/tenants/:tenantId/things/:thingsId/changes',
  access: OPERATORS,
  query: z.object({ ...paging, key: z.string().max(50).optional() }),
  reply: page(paramChange),
});

export const paramTemplate = z.object({
  id: z.string(),
  name: z.string(),
  note: z.string(),
  info_model_id: z.string(),
  values: paramValues,
  /** User name of its account; accounts below can use it too. */
  owner: z.string().nullable(),
  /** Whether the caller may change it: it belongs to the caller or an account below. */
  editable: z.boolean(),
  version: z.number().int(),
  updated_at: z.number(),
});
export type ParamTemplate = z.infer<typeof paramTemplate>;

export const paramTemplateBody = z.object({
  name: shownText().trim().min(1, 'required').max(80),
  note: shownText().trim().max(500).default(''),
  info_model_id: z.string().max(50).default('HE_BAT'),
  values: someValues,
});
export type ParamTemplateBody = z.infer<typeof paramTemplateBody>;

export const listParamTemplates = route({
  name: 'listParamTemplates',
  summary: 'Templates of the caller’s account, of those below, and of those above it.',
  method: 'GET',
  path: '/v1/params/tenants/:tenantId/templates',
  access: OPERATORS,
  query: z.object({ ...paging, search: z.string().trim().max(100).optional() }),
  reply: page(paramTemplate),
});

export const createParamTemplate = route({
  name: 'createParamTemplate',
  summary: 'Save values under a name.',
  method: 'POST',
  path: '/v1/params/tenants/:tenantId/templates',
  access: OPERATORS,
  body: paramTemplateBody,
  reply: paramTemplate,
});

export const updateParamTemplate = route({
  name: 'updateParamTemplate',
  summary: 'Change a template. 409 if it was changed since `version`.',
  method: 'PUT',
  path: '/v1/params/tenants/:tenantId/templates/:id',
  access: OPERATORS,
  body: paramTemplateBody.extend({ version: z.number().int() }),
  reply: paramTemplate,
});

export const deleteParamTemplate = route({
  name: 'deleteParamTemplate',
  summary: 'Delete a template; changes made with it remain.',
  method: 'DELETE',
  path: '/v1/params/tenants/:tenantId/templates/:id',
  access: OPERATORS,
  reply: z.object({ deleted: z.boolean() }),
});

/**
 * States of one device's job of a batch. Unfinished: queued, reading the current values, sent, being read back.
 * Finished: verified, different, refused, timed out, left out, cancelled.
 */
export const paramJobStates = [
  'waiting',
  'reading',
  'sent',
  'checking',
  'verified',
  'differs',
  'failed',
  'expired',
  'skipped',
  'cancelled',
] as const;
export type ParamJobState = (typeof paramJobStates)[number];

/** The reason of a job's state. */
export const paramReasons = [
  /** Verified without sending: the device already had the values. */
  'same',
  /** Refused by the device; `error` has its text. */
  'refused',
  /** Waiting, or timed out: */
  'offline',
  'busy',
  'no_answer',
  /** Sent, never confirmed. */
  'unconfirmed',
  /** Left out: */
  'not_visible',
  'other_model',
  'no_such_pack',
  'packs_unknown',
  'setter_gone',
  'deleted',
] as const;
export type ParamReason = (typeof paramReasons)[number];

export const paramJob = z.object({
  id: z.string(),
  batch_id: z.string(),
  thing_id: z.string(),
  devid: z.string(),
  devname: z.string(),
  time_zone: z.string(),
  state: z.enum(paramJobStates),
  reason: z.enum(paramReasons).nullable(),
  error: z.string().nullable(),
  /** The requested values, by pack once the packs are known. */
  wanted: paramValues,
  before: paramValues.nullable(),
  after: paramValues.nullable(),
  /** Keys whose values differ from the request. */
  differing: z.array(z.string()),
  attempt: z.number().int(),
  created_at: z.number(),
  begun_at: z.number().nullable(),
  finished_at: z.number().nullable(),
  deadline_at: z.number(),
});
export type ParamJob = z.infer<typeof paramJob>;

export const paramBatch = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['change', 'undo']),
  values: paramValues,
  template: z.string().nullable(),
  /** Devices by state; states without devices are absent. */
  counts: z.partialRecord(z.enum(paramJobStates), z.number().int()),
  total: z.number().int(),
  open: z.number().int(),
  created_by: z.string().nullable(),
  created_at: z.number(),
  deadline_at: z.number(),
  cancelled_at: z.number().nullable(),
});
export type ParamBatch = z.infer<typeof paramBatch>;

/** Maximum devices of a batch. */
export const MAX_PARAM_THINGS = 9999;

export const paramBatchBody = z
  .object({
    name: shownText().trim().max(100).default(''),
    values: someValues,
    template_id: z.string().max(64).optional(),
    /** Ids or devids. */
    things: z.array(z.string().max(64)).min(1).max(MAX_PARAM_THINGS).optional(),
    /** Instead of `things`: all matching things of the caller. */
    filter: z
      .object({
        search: z.string().trim().max(100).optional(),
        state: z.number().int().min(0).max(4).optional(),
        /** Id of an account of the subtree: things bound to it or below it. */
        account: z.string().max(64).optional(),
      })
      .optional(),
    /** How long offline devices may take to reconnect, s: 10 s to 30 days. */
    wait_s: z
      .number()
      .int()
      .min(10)
      .max(30 * 86_400)
      .default(86_400),
    /** The set to restore on the only device. */
    undo_set: z.string().max(20).optional(),
  })
  .refine((b) => (b.things === undefined) !== (b.filter === undefined), {
    path: ['things'],
    message: 'params.things',
  })
  .refine((b) => b.undo_set === undefined || b.things?.length === 1, {
    path: ['undo_set'],
    message: 'params.undoOne',
  });
export type ParamBatchBody = z.infer<typeof paramBatchBody>;

export const previewParamBatch = route({
  name: 'previewParamBatch',
  summary: 'The number of devices that a batch would reach now. Changes nothing.',
  method: 'POST',
  path: '/v1/params/tenants/:tenantId/batches/preview',
  access: OPERATORS,
  body: paramBatchBody,
  reply: z.object({
    things: z.number().int(),
    offline: z.number().int(),
    /** With an unfinished change: this one follows it. */
    queued: z.number().int(),
    other_model: z.number().int(),
  }),
});
export type ParamBatchPreview = z.infer<NonNullable<(typeof previewParamBatch)['reply']>>;

export const startParamBatch = route({
  name: 'startParamBatch',
  summary:
    'Set values on one or many devices. Each device is read first, receives only differing values, and is read back; offline devices follow when they reconnect.',
  method: 'POST',
  path: '/v1/params/tenants/:tenantId/batches',
  access: OPERATORS,
  body: paramBatchBody,
  reply: paramBatch,
});

export const listParamBatches = route({
  name: 'listParamBatches',
  summary: 'Batches of the caller and of accounts below, newest first.',
  method: 'GET',
  path: '/v1/params/tenants/:tenantId/batches',
  access: OPERATORS,
  query: z.object({ ...paging, open: z.enum(['true', 'false']).optional() }),
  reply: page(paramBatch),
});

export const getParamBatch = route({
  name: 'getParamBatch',
  summary: 'One batch.',
  method: 'GET',
  path: '/v1/params/tenants/:tenantId/batches/:id',
  access: OPERATORS,
  reply: paramBatch,
});

export const listParamJobs = route({
  name: 'listParamJobs',
  summary: 'The devices of a batch that the caller sees: those with problems first, then those in progress.',
  method: 'GET',
  path: '/v1/params/tenants/:tenantId/batches/:id/jobs',
  access: OPERATORS,
  query: z.object({
    ...paging,
    state: z.enum(paramJobStates).optional(),
    search: z.string().trim().max(100).optional(),
  }),
  reply: page(paramJob),
});

export const cancelParamBatch = route({
  name: 'cancelParamBatch',
  summary: 'Cancel the jobs that were not sent yet. Sent ones are still read back.',
  method: 'POST',
  path: '/v1/params/tenants/:tenantId/batches/:id/cancel',
  access: OPERATORS,
  reply: paramBatch,
});

export const retryParamBatch = route({
  name: 'retryParamBatch',
  summary: 'Retry the jobs that failed, differ, timed out or were cancelled.',
  method: 'POST',
  path: '/v1/params/tenants/:tenantId/batches/:id/retry',
  access: OPERATORS,
  body: z.object({ jobs: z.array(z.string().max(64)).max(MAX_PARAM_THINGS).optional() }),
  reply: paramBatch,
});
