import { z } from 'zod';
import { rights } from '../rights.ts';
import { route } from '../route.ts';
import { shownText } from '../shown-text.ts';

const { reporting } = rights;
const see = { right: reporting.see };
const type = z.number().int().min(1).max(10);
const ids = (most: number) => z.array(z.uuid()).min(1).max(most);
const day = z.iso.date();

export const report = z.object({
  id: z.string(),
  /** Report type and state (interpretation B17). */
  type,
  state: z.number().int(),
  /** Business day of the record. */
  day: z.string(),
  /** Start of the reporting period, and its last day; null: not started. */
  clockDay: z.string().nullable(),
  dueDay: z.string().nullable(),
  overdue: z.boolean(),
  voided: z.boolean(),
  attempts: z.number().int(),
  lastError: z.string().nullable(),
  platformId: z.string().nullable(),
  /** Epoch ms. */
  reportedAt: z.number().nullable(),
  /** Battery code or lot number. */
  code: z.string().nullable(),
  kg: z.string().nullable(),
  document: z.object({
    id: z.string(),
    kind: z.string(),
    no: z.string().nullable(),
    preset: z.string().nullable(),
  }),
  siteId: z.string().nullable(),
  site: z.string().nullable(),
  enterpriseId: z.string().nullable(),
  enterprise: z.string().nullable(),
});
export type Report = z.infer<typeof report>;

/** A missing or invalid field of a record, and where it can be corrected; no place: at the desk. */
const problem = z.object({
  /** Name of the field; empty: the record as a whole. */
  field: z.string(),
  key: z.string(),
  place: z.object({ resource: z.string(), id: z.string(), field: z.string() }).nullable(),
});
export type ReportProblem = z.infer<typeof problem>;

export const findReports = route({
  name: 'reporting.findPage',
  summary:
    'Records of all ten types that must be reported: waiting ones by deadline, then reported ones, newest first.',
  method: 'GET',
  path: '/reporting/findPage',
  access: see,
  query: z.object({
    type: z.coerce.number().int().min(1).max(10).optional(),
    state: z.coerce.number().int().min(1).max(4).optional(),
    siteId: z.uuid().optional(),
    enterpriseId: z.uuid().optional(),
    /** Business days of the records. */
    from: day.optional(),
    to: day.optional(),
    /** `open`: not reported or failed; `notStarted`: the reporting period has not begun. */
    when: z.enum(['today', 'soon', 'overdue', 'failed', 'notStarted', 'open']).optional(),
    /** Part of a document number, battery code, lot number or id of the platform. */
    search: z.string().trim().max(40).optional(),
    documentId: z.uuid().optional(),
    batteryId: z.uuid().optional(),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    size: z.coerce.number().int().min(1).max(500).default(50),
  }),
  reply: z.object({
    list: z.array(report),
    total: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
  }),
});

const named = z.object({ id: z.string(), name: z.string() });

export const countReports = route({
  name: 'reporting.count',
  summary: 'Counts of records to report, by type: due today, within a week, overdue, failed, not started.',
  method: 'GET',
  path: '/reporting/count',
  access: { ...see, or: [reporting.configs] },
  reply: z.object({
    /** Today, in the zone of the tenant. */
    day: z.string(),
    types: z.array(
      z.object({
        type,
        today: z.number().int(),
        soon: z.number().int(),
        overdue: z.number().int(),
        failed: z.number().int(),
        notStarted: z.number().int(),
        reporting: z.number().int(),
        open: z.number().int(),
      }),
    ),
    /** Reporting sites and enterprises, for filters. */
    sites: z.array(named),
    enterprises: z.array(named),
  }),
});
export type ReportCount = z.infer<NonNullable<typeof countReports.reply>>['types'][number];

const payload = z.record(z.string(), z.unknown());

export const reportSend = z.object({
  /** Epoch ms. */
  at: z.number(),
  /** Submitted, queried after a missing answer, or entered by a person. */
  purpose: z.enum(['submit', 'ask', 'result']),
  request: z.string(),
  answeredAt: z.number().nullable(),
  status: z.number().int().nullable(),
  answer: z.string().nullable(),
  outcome: z.enum(['accepted', 'refused', 'unknown', 'notThere', 'failed']).nullable(),
});

export const reportAttempt = z.object({
  n: z.number().int(),
  version: z.number().int(),
  channel: z.enum(['http', 'file']),
  state: z.enum(['waiting', 'accepted', 'refused', 'expired']),
  createdAt: z.number(),
  createdBy: z.string().nullable(),
  finishedAt: z.number().nullable(),
  /** Time of the next automatic attempt. */
  nextAt: z.number().nullable(),
  /** The platform may have received it: it is queried first. */
  inDoubt: z.boolean(),
  error: z.string().nullable(),
  sends: z.array(reportSend),
});
export type ReportAttempt = z.infer<typeof reportAttempt>;

export const findReport = route({
  name: 'reporting.findById',
  summary: 'A record with its current payload, missing fields, submitted versions and all answers.',
  method: 'GET',
  path: '/reporting/findById',
  access: see,
  query: z.object({ id: z.uuid() }),
  reply: report.extend({
    payload,
    problems: z.array(problem),
    /** Whether a configuration is in effect for its type and enterprise. */
    hasConfig: z.boolean(),
    entered: payload,
    rule: z.object({ clause: z.string(), event: z.enum(['document', 'certificate', 'handover']) }).nullable(),
    versions: z.array(
      z.object({
        version: z.number().int(),
        payload,
        reason: z.string().nullable(),
        createdAt: z.number(),
        createdBy: z.string().nullable(),
      }),
    ),
    attempts: z.array(reportAttempt),
  }),
});
export type ReportDetail = z.infer<NonNullable<typeof findReport.reply>>;

export const submitReports = route({
  name: 'reporting.submit',
  summary:
    'Submit records, or resubmit failed ones. Complete ones are sent, the others are returned with their missing fields.',
  method: 'POST',
  path: '/reporting/submit',
  access: { right: reporting.submit },
  body: z.object({ ids: ids(500) }),
  reply: z.object({
    submitted: z.number().int(),
    refused: z.array(z.object({ id: z.string(), problems: z.array(problem) })),
  }),
});

export const correctReports = route({
  name: 'reporting.correct',
  summary:
    'Enter or correct values of records of one type, with a reason; creates another version of the payload.',
  method: 'POST',
  path: '/reporting/correct',
  access: { right: reporting.correct },
  body: z.object({
    ids: ids(200),
    /** By field; null removes an entered value. */
    values: z.record(
      z.string().max(40),
      z.union([z.string().max(500), z.number().int(), z.boolean(), z.null()]),
    ),
    reason: shownText().trim().min(1).max(200),
  }),
  reply: z.object({ corrected: z.number().int() }),
});

const ofFile = { type: z.coerce.number().int().min(1).max(10), enterpriseId: z.uuid() };

export const exportReports = route({
  name: 'reporting.exportFile',
  summary: 'The records of a type and enterprise for manual upload, as xlsx or JSON.',
  method: 'GET',
  path: '/reporting/exportFile',
  access: { right: reporting.submit },
  query: z.object({
    ...ofFile,
    format: z.enum(['xlsx', 'json']).default('xlsx'),
    language: z.enum(['en', 'zh']).default('zh'),
  }),
});

export const enterResults = route({
  name: 'reporting.enterResults',
  summary: 'Enter the platform’s answers to manually uploaded records.',
  method: 'POST',
  path: '/reporting/enterResults',
  access: { right: reporting.submit },
  body: z.object({
    results: z
      .array(
        z.object({
          id: z.uuid(),
          accepted: z.boolean(),
          /** Id of the record on the platform. */
          platformId: z.string().trim().min(1).max(100).optional(),
          /** Reason of the refusal. */
          error: shownText().trim().min(1).max(500).optional(),
        }),
      )
      .min(1)
      .max(5000),
  }),
  reply: z.object({
    taken: z.number().int(),
    refused: z.array(z.object({ id: z.string(), key: z.string() })),
  }),
});

export const readResults = route({
  name: 'reporting.readResults',
  summary:
    'Import the results from the file returned by the platform: the exported one with its result columns filled.',
  method: 'POST',
  path: '/reporting/readResults',
  access: { right: reporting.submit },
  reply: enterResults.reply,
});

const change = { right: reporting.configure };

export const reportingConfig = z.object({
  id: z.string(),
  version: z.number().int(),
  type,
  enterpriseId: z.string(),
  enterprise: z.string(),
  channel: z.enum(['http', 'file']),
  endpoint: z.string().nullable(),
  platformCode: z.string(),
  keyId: z.string().nullable(),
  /** Whether a secret is stored; it is never returned. */
  hasSecret: z.boolean(),
  /** Reported config status: not in effect, in effect, void. */
  status: z.number().int(),
  updateTime: z.number(),
  /** Submission is paused until then, after consecutive failures. */
  failures: z.number().int(),
  openUntil: z.number().nullable(),
  /** Submitted records that use it and are not answered yet. */
  waiting: z.number().int(),
});
export type ReportingConfig = z.infer<typeof reportingConfig>;

export const findReportingConfigs = route({
  name: 'reportingConfig.findAll',
  summary: 'Delivery of records to the platform, by type and reporting enterprise.',
  method: 'GET',
  path: '/reportingConfig/findAll',
  access: { right: reporting.configs },
  reply: z.array(reportingConfig),
});

const text = (most: number) => shownText().trim().min(1).max(most);
const configFields = {
  channel: z.enum(['http', 'file']),
  endpoint: text(300).optional(),
  platformCode: text(60),
  /** Sent in a header. */
  keyId: text(100)
    .regex(/^[\x21-\x7e]+$/, 'reporting.keyId')
    .optional(),
  secret: z.string().min(16).max(200).optional(),
};

export const insertReportingConfigs = route({
  name: 'reportingConfig.insert',
  summary: 'Create inactive configurations, one for each type.',
  method: 'POST',
  path: '/reportingConfig/insert',
  access: change,
  body: z.object({ types: z.array(type).min(1).max(10), enterpriseId: z.uuid(), ...configFields }),
  reply: z.object({ ids: z.array(z.string()) }),
});

export const updateReportingConfig = route({
  name: 'reportingConfig.update',
  summary: 'Change a configuration that is not in effect yet. Without a secret the stored one is kept.',
  method: 'POST',
  path: '/reportingConfig/update',
  access: change,
  body: z.object({ id: z.uuid(), version: z.number().int(), ...configFields }),
  reply: z.object({ version: z.number().int() }),
});

export const stepReportingConfigs = route({
  name: 'reportingConfig.step',
  summary:
    'Activate configurations, which voids the former ones of their types and enterprises, or void them.',
  method: 'POST',
  path: '/reportingConfig/step',
  access: change,
  body: z.object({ ids: ids(20), step: z.enum(['activate', 'void']) }),
  reply: z.object({ changed: z.number().int() }),
});

export const deadlineRule = z.object({
  id: z.string(),
  type,
  enterpriseKind: z.number().int().nullable(),
  firstDay: z.string(),
  event: z.enum(['document', 'certificate', 'handover']),
  days: z.number().int(),
  unit: z.enum(['working', 'calendar']),
  clause: z.string(),
  /** Created by the tenant; the others are defaults. */
  own: z.boolean(),
});
export type DeadlineRule = z.infer<typeof deadlineRule>;

export const findDeadlineRules = route({
  name: 'reportingRule.findAll',
  summary: 'Reporting deadlines: dated rules with their clauses.',
  method: 'GET',
  path: '/reportingRule/findAll',
  access: { right: reporting.configs },
  reply: z.array(deadlineRule),
});

export const saveDeadlineRule = route({
  name: 'reportingRule.save',
  summary:
    'Add a rule of the tenant, or replace its own of the same type, kind and first day; deadlines are recomputed.',
  method: 'POST',
  path: '/reportingRule/save',
  access: change,
  body: deadlineRule.omit({ id: true, own: true }).extend({
    enterpriseKind: z.number().int().min(1).max(99).nullable().default(null),
    firstDay: day,
    days: z.number().int().min(0).max(366),
    clause: shownText().trim().min(1).max(200),
  }),
  reply: z.object({ id: z.string() }),
});

export const deleteDeadlineRule = route({
  name: 'reportingRule.delete',
  summary: 'Delete a rule of the tenant; the default applies again.',
  method: 'DELETE',
  path: '/reportingRule/delete',
  access: change,
  query: z.object({ id: z.uuid() }),
  reply: z.object({ id: z.string() }),
});
