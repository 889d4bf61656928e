import { z } from 'zod';
import { epochMs } from '../envelope.ts';
import { rights } from '../rights.ts';
import { route } from '../route.ts';

/** One row of the trail, as in the list. */
export const logRow = z.object({
  /** Position in the chain, ascending. It may have gaps: a rolled-back transaction leaves one. */
  seq: z.number().int(),
  /** Epoch ms. */
  time: z.number(),
  /** User name of the actor; null for a device or a timer. */
  user: z.string().nullable(),
  /** `customer.update`, `session.create`, … */
  action: z.string(),
  objectType: z.string().nullable(),
  objectId: z.string().nullable(),
  /** The name of the object, as recorded, else its current one; null if unknown. */
  title: z.string().nullable(),
  /** Whether the object has a page that the caller may open. */
  living: z.boolean(),
  ip: z.string().nullable(),
  result: z.string(),
});
export type LogRow = z.infer<typeof logRow>;

export const logDetail = logRow.extend({
  roleId: z.number().int().nullable(),
  /** The details of the row; `changes` holds old and new value by field. */
  details: z.record(z.string(), z.unknown()),
  /** Titles of the rows referred to by changes and `details.with`, by id. */
  titles: z.record(z.string(), z.string()),
  /** SHA-256 in hexadecimal: of this row with the previous hash, and of the previous row. */
  hash: z.string(),
  previousHash: z.string().nullable(),
});
export type LogDetail = z.infer<typeof logDetail>;

const seq = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const some = z.string().trim().max(100).optional();

/** A filter of rows: all given conditions must match. */
export const logFilter = {
  /** Part of a user name or of an action, or the beginning of an object's id. */
  search: some,
  /** From this time (included) to that (excluded). */
  from: epochMs.optional(),
  to: epochMs.optional(),
  user: some,
  /** One or several: `customer.insert,customer.update`. */
  action: z.string().trim().max(4000).optional(),
  objectType: some,
  objectId: some,
  /** An address, or a network such as 10.0.0.0/8. */
  ip: some,
  result: z.enum(['ok', 'refused']).optional(),
};

export const findLogPage = route({
  name: 'log.findPage',
  summary: 'A page of the audit trail of the tenant.',
  method: 'GET',
  path: '/log/findPage',
  access: { right: rights.log.see },
  query: z.object({
    page: z.coerce.number().int().min(1).max(10_000_000).default(1),
    size: z.coerce.number().int().min(1).max(500).default(20),
    ...logFilter,
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  reply: z.object({
    list: z.array(logRow),
    total: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
  }),
});

export const findLogById = route({
  name: 'log.findById',
  summary: 'One row of the audit trail with its changes.',
  method: 'GET',
  path: '/log/findById',
  access: { right: rights.log.see },
  query: z.object({ seq }),
  reply: logDetail,
});

export const logFacets = route({
  name: 'log.facets',
  summary: 'The users, actions and object types that occur in the audit trail of the tenant.',
  method: 'GET',
  path: '/log/facets',
  access: { right: rights.log.see },
  reply: z.object({
    users: z.array(z.string()),
    actions: z.array(z.string()),
    objectTypes: z.array(z.string()),
  }),
});

export const exportLog = route({
  name: 'log.exportExcel',
  summary: 'The filtered audit trail as xlsx or csv, streamed.',
  method: 'GET',
  path: '/log/exportExcel',
  access: { right: rights.log.export },
  query: z.object({
    ...logFilter,
    order: z.enum(['asc', 'desc']).default('desc'),
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
    language: z.enum(['en', 'zh']).default('zh'),
    /** Of the times, and of the day in the file's name. */
    time_zone: z.string().max(64).default('Asia/Shanghai'),
  }),
});

/** The end of the chain: a noted copy makes later tampering detectable. */
export const logHead = route({
  name: 'log.head',
  summary: 'The last row of the chain and its hash, for an auditor to note.',
  method: 'GET',
  path: '/log/head',
  access: { right: rights.log.see },
  reply: z.object({ seq: z.number().int(), hash: z.string(), time: z.number() }).nullable(),
});

const sha256 = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, 'log.hash');

/** Faults of a row of the chain. */
export const chainFaults = [
  /** Its hash does not match its content. */
  'content',
  /** It does not contain the hash of the previous row: that was changed, or rows between were removed. */
  'link',
  /** It is not the beginning of the chain: rows before it were removed. */
  'start',
  /** It claims an older version of the hash than rows before it. */
  'form',
  /** The noted row is missing, or has another hash. */
  'anchor',
] as const;
export type ChainFault = (typeof chainFaults)[number];

export const checkLog = route({
  name: 'log.check',
  summary:
    'Check the hash chain of the audit trail, a limited number of rows per call; repeat with `after` until done.',
  method: 'POST',
  path: '/log/check',
  access: { right: rights.log.check },
  body: z.object({
    /** Last row that is already checked; 0 at the beginning. */
    after: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
    /** Maximum rows of a step. */
    rows: z.number().int().min(1).max(50_000).default(10_000),
    /** A row and its hash noted earlier. */
    /** As returned by the call for the head. */
    anchor: z
      .object({
        seq: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
        hash: sha256,
        time: z.number().optional(),
      })
      .optional(),
  }),
  reply: z.object({
    /** Intact rows in this step. */
    whole: z.number().int(),
    /** Of these, rows from before the hash could be recomputed: only their links were checked. */
    linksOnly: z.number().int(),
    /** Last row of the step, and its hash. */
    last: z.object({ seq: z.number().int(), hash: z.string() }).nullable(),
    /** Approximate number of remaining rows. */
    left: z.number().int(),
    done: z.boolean(),
    /** The first invalid row; the check ends there. */
    broken: z
      .object({
        seq: z.number().int(),
        fault: z.enum(chainFaults),
        /** Of the row before it in the table. */
        previousSeq: z.number().int().nullable(),
        /** Epoch ms; null for a row of another tenant. */
        time: z.number().nullable(),
        /** Whether the caller may read the row. */
        own: z.boolean(),
      })
      .nullable(),
  }),
});
export type ChainStep = z.infer<NonNullable<(typeof checkLog)['reply']>>;
