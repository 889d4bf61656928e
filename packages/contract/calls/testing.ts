import { makers, quantities, unitsOf } from '@voltloop/domain/cycler/layouts.ts';
import { houseLimits, measures } from '@voltloop/domain/matching/limits.ts';
import { z } from 'zod';
import { rights as common } from '../rights.ts';
import { type ReplyOf, route } from '../route.ts';
import { shownText } from '../shown-text.ts';

/** Rights to view test reports and to create drafts (resource-kit/rights.ts). */
const rights = { see: 5980, insert: 5981 } as const;
const { matching } = common;

/** Maximum size of a cycler's file. */
export const MAX_CYCLER_BYTES = 40 * 1024 * 1024;

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const decimal = z.string().regex(/^-?\d{1,9}(\.\d{1,6})?$/);
const head = z.string().trim().min(1).max(100).optional();
/** Column headings of a file, by quantity, with units that the headings do not say. */
const columns = z.object({
  ...(Object.fromEntries(quantities.map((quantity) => [quantity, head])) as Record<
    (typeof quantities)[number],
    typeof head
  >),
  units: z
    .object({
      time: z.enum(unitsOf.time).optional(),
      current: z.enum(unitsOf.current).optional(),
      voltage: z.enum(unitsOf.voltage).optional(),
      capacity: z.enum(unitsOf.capacity).optional(),
    })
    .optional(),
  /** Whether discharging currents are positive in the file. */
  dischargePositive: z.boolean().optional(),
});
export const cyclerMapping = columns.refine(
  ({ time, current, voltage }) => time && current && voltage,
  'rule.testing.noColumn',
);

/** Parameters that contain JSON. */
const mappingText = z
  .string()
  .max(1500)
  .transform((text, ctx) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      ctx.addIssue({ code: 'custom', message: 'The parameter is not JSON' });
      return z.NEVER;
    }
  })
  .pipe(cyclerMapping);

export const importCurve = route({
  name: 'testReport.importCurve',
  summary:
    'Create the draft of a test report from one file of a cycler (multipart part "file", at most 40 MB and 500,000 rows): files of Neware, Arbin, Maccor, BioLogic, PEC, Landt, Basytec, Novonix and the Battery Data Format are recognised by their headings, others need a mapping. Their own count of the capacity is compared with the one calculated from the rows. The battery is identified by its code in the query, in the name of the file or above the headings.',
  method: 'POST',
  path: '/testReport/importCurve',
  access: { right: rights.insert },
  query: z.object({
    code: z.string().max(24).optional(),
    testDay: day,
    operator: shownText().trim().min(1).max(50),
    /** By default the temperature measured in the file, or 25. */
    ambientC: decimal.optional(),
    equipment: z.string().max(100).optional(),
    calibrationValidTo: day.optional(),
    instrumentPct: decimal.optional(),
    /** Every question of the safety checklist was answered with no for this battery. */
    safe: z.enum(['true', 'false']).default('false'),
    mapping: mappingText.optional(),
  }),
  reply: z.object({
    id: z.string(),
    no: z.string(),
    batteryCode: z.string(),
    maker: z.enum(makers),
    rows: z.number().int(),
    capacityAh: z.string().nullable(),
    dcirMohm: z.string().nullable(),
    ocvV: z.string().nullable(),
    sohPct: z.string().nullable(),
    grade: z.string().nullable(),
  }),
});
export type ImportedCurve = ReplyOf<typeof importCurve>;

export const readHeads = route({
  name: 'testReport.readHeads',
  summary:
    'The first rows of a file of a cycler (multipart part "file"), from which columns can be selected. Nothing is stored.',
  method: 'POST',
  path: '/testReport/readHeads',
  access: { right: rights.insert },
  reply: z.object({
    maker: z.enum(makers).nullable(),
    mapping: columns,
    first: z.array(z.array(z.string())),
  }),
});

const savedMapping = z.object({
  id: z.string(),
  name: z.string(),
  mapping: columns,
});
export const listMappings = route({
  name: 'testReport.mappings',
  summary: 'Saved column mappings, by name.',
  method: 'GET',
  path: '/testReport/mappings',
  access: { right: rights.insert },
  reply: z.array(savedMapping),
});
export const saveMapping = route({
  name: 'testReport.saveMapping',
  summary: 'Save a column mapping under a name, replacing one of the same name.',
  method: 'POST',
  path: '/testReport/saveMapping',
  access: { right: rights.insert },
  body: z.object({ name: shownText().trim().min(1).max(60), mapping: cyclerMapping }),
  reply: savedMapping,
});
export const deleteMapping = route({
  name: 'testReport.deleteMapping',
  summary: 'Delete a saved column mapping.',
  method: 'POST',
  path: '/testReport/deleteMapping',
  access: { right: rights.insert },
  body: z.object({ id: z.uuid() }),
  reply: z.null(),
});

const numbers = z.array(z.number());
export const findCurve = route({
  name: 'testReport.curve',
  summary:
    'The curve of a test report for drawing, its periods, and the sources of its figures; null without one.',
  method: 'GET',
  path: '/testReport/curve',
  access: { right: rights.see },
  query: z.object({ id: z.uuid() }),
  reply: z
    .object({
      maker: z.enum(makers),
      rows: z.number().int(),
      time_s: numbers,
      current_A: numbers,
      voltage_V: numbers,
      periods: z.array(
        z.object({
          kind: z.enum(['charge', 'discharge', 'rest']),
          from_s: z.number(),
          to_s: z.number(),
          charge_Ah: z.number(),
          energy_Wh: z.number(),
        }),
      ),
      used: z.array(
        z.object({
          figure: z.enum(['capacity', 'resistance', 'ocv', 'selfDischarge']),
          from_s: z.number(),
          to_s: z.number(),
        }),
      ),
    })
    .nullable(),
});
export type TestCurve = NonNullable<ReplyOf<typeof findCurve>>;

export const proposeHealth = route({
  name: 'testReport.deviceProposal',
  summary:
    'Health of a connected battery from its telemetry: a proposal with its uncertainty and the periods used. Nothing is stored.',
  method: 'GET',
  path: '/testReport/deviceProposal',
  access: { right: rights.see },
  query: z.object({
    devid: z.string().min(1).max(64),
    ratedCapacityAh: decimal,
    days: z.coerce.number().int().min(1).max(90).default(30),
  }),
  reply: z.object({
    devid: z.string(),
    /** Epoch ms. */
    from: z.number(),
    to: z.number(),
    points: z.number().int(),
    capacity_Ah: z.number().nullable(),
    soh_pct: z.number().nullable(),
    uncertainty_pct: z.number().nullable(),
    resistance_mOhm: z.number().nullable(),
    temperature_C: z.number().nullable(),
    cycles: z.number().nullable(),
    /** Charges counted between rests. */
    periods: z.array(
      z.object({
        from: z.number(),
        to: z.number(),
        charge_Ah: z.number(),
        fromSoc_pct: z.number(),
        toSoc_pct: z.number(),
        capacity_Ah: z.number(),
      }),
    ),
    /** Steps of the current. */
    steps: z.number().int(),
  }),
});
export type HealthProposal = ReplyOf<typeof proposeHealth>;

const limit = z.number().positive().max(1000);
const limits = z.object({
  capacity_pct: limit,
  dcir_pct: limit,
  ocv_mV: limit,
  selfDischarge_pct: limit,
  age_months: limit,
  cycles_pct: limit,
});
const spreads = z.record(z.enum(measures), z.number().nullable());
const matchedCell = z.object({
  id: z.string(),
  code: z.string(),
  location: z.string().nullable(),
  grade: z.string(),
  capacity_Ah: z.number(),
  dcir_mOhm: z.number().nullable(),
  ocv_V: z.number().nullable(),
});
const swap = z.object({
  out: z.string(),
  in: z.string(),
  from: z.number().int().nullable(),
  before: z.number(),
  after: z.number(),
});
/** Maximum batteries of a run. */
export const MAX_MATCHED = 20_000;

const matched = z.object({
  id: z.string(),
  time: z.number(),
  by: z.string().nullable(),
  storeId: z.string(),
  store: z.string(),
  bom: z.string(),
  bomId: z.string(),
  /** The product of the list of parts. */
  categoryId: z.string(),
  productType: z.number().int().nullable(),
  series: z.number().int(),
  parallel: z.number().int(),
  /** The parameters of the run. */
  asked: z.object({
    grades: z.array(z.string()),
    limits: z.object({ parallel: limits, series: limits }),
    seed: z.number().int(),
  }),
  candidates: z.number().int(),
  before: spreads,
  after: spreads,
  withinBefore: z.number().int(),
  left: z.number().int(),
  packs: z.array(
    z.object({
      /** Ids by group in series. */
      groups: z.array(z.array(z.string())),
      capacity_Ah: z.number(),
      spreads,
      limiting: z.object({ measure: z.enum(measures), part: z.number() }).nullable(),
      useful: swap.nullable(),
    }),
  ),
  cells: z.array(matchedCell),
});
export type Matched = z.infer<typeof matched>;

export const runMatching = route({
  name: 'matching.run',
  summary: `Form packs of graded cells or modules of a store within limits, at most ${MAX_MATCHED} of them; deterministic for a seed. Claimed goods are left out. The result is stored.`,
  method: 'POST',
  path: '/matching/run',
  access: { right: matching.run },
  body: z.object({
    storeId: z.uuid(),
    bomId: z.uuid(),
    /** From the list of parts, if it has them. */
    series: z.number().int().min(1).max(1000).optional(),
    parallel: z.number().int().min(1).max(200).optional(),
    grades: z.array(z.string().min(1).max(10)).max(20).default([]),
    limits: z
      .object({ parallel: limits, series: limits })
      .default({ parallel: houseLimits.parallel, series: houseLimits.series }),
    seed: z.number().int().min(0).max(2_147_483_647).default(1),
  }),
  reply: matched,
});
const listedRun = matched
  .pick({
    id: true,
    time: true,
    by: true,
    store: true,
    bom: true,
    series: true,
    parallel: true,
    candidates: true,
  })
  .extend({ packs: z.number().int(), left: z.number().int() });
export type ListedRun = z.infer<typeof listedRun>;

export const listMatching = route({
  name: 'matching.findPage',
  summary: 'Runs of the matching, the newest first.',
  method: 'GET',
  path: '/matching/findPage',
  access: { right: matching.see },
  query: z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    size: z.coerce.number().int().min(1).max(100).default(10),
  }),
  reply: z.object({
    list: z.array(listedRun),
    total: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
  }),
});
export const findMatching = route({
  name: 'matching.findById',
  summary: 'A run of the matching.',
  method: 'GET',
  path: '/matching/findById',
  access: { right: matching.see },
  query: z.object({ id: z.uuid() }),
  reply: matched,
});
export const exportMatching = route({
  name: 'matching.export',
  summary: 'The packs of a run as a workbook or a text table, a line for each cell.',
  method: 'GET',
  path: '/matching/export',
  access: { right: matching.see },
  query: z.object({
    id: z.uuid(),
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
    language: z.enum(['en', 'zh']).default('en'),
  }),
});
