import { z } from 'zod';
import { epochMs } from '../envelope.ts';
import { rights } from '../rights.ts';
import { route } from '../route.ts';

/** One row of the trail, as the list shows it. */
export const logRow = z.object({
  /** Place in the chain, ascending. It may have gaps: a transaction that is taken back leaves one. */
  seq: z.number().int(),
  /** Epoch ms. */
  time: z.number(),
  /** User name of who did it; null where a device or a timer did. */
  user: z.string().nullable(),
  /** `customer.update`, `session.create`, … */
  action: z.string(),
  objectType: z.string().nullable(),
  objectId: z.string().nullable(),
  /** What the object is called: as the row named it, else as it is called now; null where that is not known. */
  title: z.string().nullable(),
  /** The object has a page that the caller may open. */
  living: z.boolean(),
  ip: z.string().nullable(),
  result: z.string(),
});
export type LogRow = z.infer<typeof logRow>;

export const logDetail = logRow.extend({
  roleId: z.number().int().nullable(),
  /** What the row says besides; `changes` holds old and new value by field. */
  details: z.record(z.string(), z.unknown()),
  /** Titles of the rows that changed references and `details.with` mean, by id. */
  titles: z.record(z.string(), z.string()),
  /** SHA-256 in hexadecimal digits: of this row with the hash before, and of the row before. */
  hash: z.string(),
  previousHash: z.string().nullable(),
});
export type LogDetail = z.infer<typeof logDetail>;

const seq = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const some = z.string().trim().max(100).optional();

/** Which rows: every part that is given must hold. */
export const logFilter = {
  /** Part of a user name or of an action, the beginning of an object's id. */
  search: some,
  /** From this moment (included) to that (excluded). */
  from: epochMs.optional(),
  to: epochMs.optional(),
  user: some,
  /** One or several: `customer.insert,customer.update`. */
  action: z.string().trim().max(4000).optional(),
  objectType: some,
  objectId: some,
  /** An address, or a network as 10.0.0.0/8. */
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
  summary: 'One row of the audit trail with what was changed.',
  method: 'GET',
  path: '/log/findById',
  access: { right: rights.log.see },
  query: z.object({ seq }),
  reply: logDetail,
});

export const logFacets = route({
  name: 'log.facets',
  summary: 'The users, actions and object types that the audit trail of the tenant names.',
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
  }),
});

/** The end of the chain: noting it makes later changes before it detectable. */
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

/** What is wrong with a row of the chain. */
export const chainFaults = [
  /** Its hash is not that of its content. */
  'content',
  /** It does not carry the hash of the row before it: that one was changed, or rows between were taken out. */
  'link',
  /** The chain does not begin with it: rows before it were taken out. */
  'start',
  /** It claims an older form of hash than rows before it. */
  'form',
  /** The noted row is not there, or has another hash. */
  'anchor',
] as const;
export type ChainFault = (typeof chainFaults)[number];

export const checkLog = route({
  name: 'log.check',
  summary:
    'Check the hash chain of the audit trail, some rows at a time; call again with `after` until done.',
  method: 'POST',
  path: '/log/check',
  access: { right: rights.log.check },
  body: z.object({
    /** Last row that is already checked; 0 begins. */
    after: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
    /** Rows of one step at most. */
    rows: z.number().int().min(1).max(50_000).default(10_000),
    /** A row and its hash that somebody noted earlier. */
    anchor: z.object({ seq: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER), hash: sha256 }).optional(),
  }),
  reply: z.object({
    /** Rows that this step found whole. */
    whole: z.number().int(),
    /** Of these, rows from before the hash could be computed again: only their links were checked. */
    linksOnly: z.number().int(),
    /** Last row of the step; its hash. */
    last: z.object({ seq: z.number().int(), hash: z.string() }).nullable(),
    /** Rows that are still to come, about. */
    left: z.number().int(),
    done: z.boolean(),
    /** The first row that is wrong; the check ends there. */
    broken: z
      .object({
        seq: z.number().int(),
        fault: z.enum(chainFaults),
        /** Of the row before it in the table. */
        previousSeq: z.number().int().nullable(),
        /** Epoch ms; null where the row is another tenant's. */
        time: z.number().nullable(),
        /** Whether the caller may read the row. */
        own: z.boolean(),
      })
      .nullable(),
  }),
});
export type ChainStep = z.infer<NonNullable<(typeof checkLog)['reply']>>;
