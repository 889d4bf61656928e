import { z } from 'zod';
import { rights } from '../rights.ts';
import { route } from '../route.ts';

/** The data of a battery for scanning and labels. */
export const codedBattery = z.object({
  id: z.string(),
  batteryCode: z.string(),
  productType: z.number().int().nullable(),
  chemistry: z.string().nullable(),
  /** yyyy-MM-dd */
  productionDate: z.string().nullable(),
  ratedCapacityAh: z.string().nullable(),
  ratedEnergyKwh: z.string().nullable(),
  ratedVoltageV: z.string().nullable(),
  /** Name of the manufacturing enterprise. */
  producer: z.string().nullable(),
  /** From its latest signed test report. */
  grade: z.string().nullable(),
  sohPct: z.string().nullable(),
});
export type CodedBattery = z.infer<typeof codedBattery>;

/** Maximum codes of labels per reply. */
export const MAX_LABELS = 1000;

export const readScan = route({
  name: 'battery.readScan',
  summary: 'Resolves a scanned text: the battery with that code, and those that a misread code may mean.',
  method: 'GET',
  path: '/battery/readScan',
  access: { right: rights.batteries },
  query: z.object({ text: z.string().min(1).max(400) }),
  reply: z.object({
    /** The normalised code: plain, upper case, without blanks. */
    code: z.string(),
    found: codedBattery.nullable(),
    /** Batteries with codes proposed by `repairs`, likeliest first; empty if the code itself is found. */
    near: z.array(codedBattery),
  }),
});

export const findLabels = route({
  name: 'battery.findLabels',
  summary: 'The contents of battery labels, by ids or codes in that order; unknown ones are left out.',
  method: 'POST',
  path: '/battery/findLabels',
  access: { right: rights.labels },
  body: z
    .object({
      ids: z.array(z.uuid()).max(MAX_LABELS).default([]),
      codes: z.array(z.string().max(24)).max(MAX_LABELS).default([]),
    })
    .refine(({ ids, codes }) => ids.length + codes.length <= MAX_LABELS, {
      path: ['codes'],
      params: { code: 'too_big' },
    }),
  reply: z.array(codedBattery),
});
