import { z } from 'zod';
import { rights } from '../rights.ts';
import { type ReplyOf, route } from '../route.ts';

const day = z.iso.date();
const file = {
  format: z.enum(['xlsx', 'csv']).default('xlsx'),
  language: z.enum(['en', 'zh']).default('zh'),
};

const enterpriseFilter = {
  kind: z.coerce.number().int().min(1).max(99).optional(),
  /** Code of a province, two digits. */
  region: z
    .string()
    .regex(/^\d{2}$/)
    .optional(),
  /** With a permit that has expired, expires within 60 days or is valid for longer, or without any permit. */
  permits: z.enum(['expired', 'expiring', 'valid', 'none']).optional(),
  search: z.string().trim().max(40).optional(),
  /** Received from them and delivered to them in these days. */
  from: day,
  to: day,
};

export const countedEnterprise = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.number().int(),
  region: z.string().nullable(),
  enabled: z.boolean(),
  permits: z.object({ valid: z.number().int(), expiring: z.number().int(), expired: z.number().int() }),
  /** The earliest end of a valid permit. */
  nextEnd: z.string().nullable(),
  inKg: z.string(),
  inDocuments: z.number().int(),
  outKg: z.string(),
  outDocuments: z.number().int(),
});
export type CountedEnterprise = z.infer<typeof countedEnterprise>;

const counted = z.object({ key: z.string(), count: z.number().int() });

export const countEnterprises = route({
  name: 'enterpriseCount.find',
  summary:
    'Enterprises by kind, province and state of their permits, with the goods received from them and delivered to them.',
  method: 'GET',
  path: '/enterpriseCount/find',
  access: { right: rights.enterpriseCount.see },
  query: z.object(enterpriseFilter),
  reply: z.object({
    total: z.number().int(),
    kinds: z.array(counted),
    regions: z.array(counted),
    permits: z.object({
      valid: z.number().int(),
      expiring: z.number().int(),
      expired: z.number().int(),
      none: z.number().int(),
    }),
    /** The first thousand, by mass. */
    list: z.array(countedEnterprise),
  }),
});
export type EnterpriseCount = ReplyOf<typeof countEnterprises>;

export const exportEnterpriseCount = route({
  name: 'enterpriseCount.exportExcel',
  summary: 'The counted enterprises as xlsx or csv.',
  method: 'GET',
  path: '/enterpriseCount/exportExcel',
  access: { right: rights.enterpriseCount.export },
  query: z.object({ ...enterpriseFilter, ...file }),
});

const jobFilter = {
  from: day,
  to: day,
  kind: z.string().max(40).optional(),
  accountId: z.uuid().optional(),
};
const work = { documents: z.number().int(), lines: z.number().int(), scans: z.number().int() };

export const countJobs = route({
  name: 'jobCount.find',
  summary:
    'Documents, lines and scanned codes posted by each person, by day and kind; a hundred days at most. Hours are those of work steps in productions.',
  method: 'GET',
  path: '/jobCount/find',
  access: { right: rights.jobCount.see },
  query: z.object(jobFilter),
  reply: z.object({
    people: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        days: z.number().int(),
        kg: z.string(),
        ...work,
        /** Approved documents of other people. */
        approvals: z.number().int(),
      }),
    ),
    days: z.array(z.object({ day: z.string(), people: z.number().int(), ...work })),
    kinds: z.array(z.object({ kind: z.string(), ...work })),
    /** Documents of a person on a day. */
    cells: z.array(z.object({ id: z.string(), day: z.string(), documents: z.number().int() })),
    /** Work steps of productions, by the name of the worker. */
    operators: z.array(z.object({ name: z.string(), steps: z.number().int(), hours: z.number() })),
  }),
});
export type JobCount = ReplyOf<typeof countJobs>;

export const exportJobCount = route({
  name: 'jobCount.exportExcel',
  summary: 'Work by person, day and kind as xlsx or csv.',
  method: 'GET',
  path: '/jobCount/exportExcel',
  access: { right: rights.jobCount.export },
  query: z.object({ ...jobFilter, ...file }),
});

const amount = z.object({ pieces: z.number().int(), kg: z.string() });

export const findVisualData = route({
  name: 'visual.find',
  summary:
    'Data of the large-screen page: stock, in and out today and this month, production, recovery, reporting, warnings, and stock by province.',
  method: 'GET',
  path: '/visual/find',
  access: { right: rights.visual },
  reply: z.object({
    /** Epoch ms, and the business day. */
    at: z.number(),
    day: z.string(),
    stock: amount,
    today: z.object({ in: amount, out: amount }),
    month: z.object({
      in: amount,
      out: amount,
      made: amount,
      recycledKg: z.string(),
      recoveredKg: z.string(),
      money: z.string(),
      soldPieces: z.number().int(),
    }),
    /** The last thirty days. */
    days: z.array(z.object({ day: z.string(), inKg: z.string(), outKg: z.string() })),
    chemistries: z.array(amount.extend({ key: z.string() })),
    /** Mass in the stores of a province. */
    regions: z.array(z.object({ key: z.string(), kg: z.string(), sites: z.number().int() })),
    reporting: z.object({
      today: z.number().int(),
      soon: z.number().int(),
      overdue: z.number().int(),
      failed: z.number().int(),
      reported: z.number().int(),
    }),
    warnings: z.object({
      nearlyFull: z.number().int(),
      permits: z.number().int(),
      waiting: z.number().int(),
      oldKg: z.string(),
    }),
    /** The newest posted documents. */
    documents: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        no: z.string().nullable(),
        at: z.number(),
        pieces: z.number().int(),
        kg: z.string(),
        place: z.string().nullable(),
      }),
    ),
  }),
});
export type VisualData = ReplyOf<typeof findVisualData>;
