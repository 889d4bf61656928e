import { z } from 'zod';
import { rights } from '../rights.ts';
import { route } from '../route.ts';

/** What scanning and labels need to know of a battery. */
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
  /** Name of the enterprise that made it. */
  producer: z.string().nullable(),
  /** Of its latest signed test report. */
  grade: z.string().nullable(),
  sohPct: z.string().nullable(),
});
export type CodedBattery = z.infer<typeof codedBattery>;

/** Codes of labels that one answer holds. */
export const MOST_LABELS = 1000;

export const readScan = route({
  name: 'battery.readScan',
  summary:
    'What a scanner has sent: the battery with that code, and those that a misread code may have meant.',
  method: 'GET',
  path: '/battery/readScan',
  access: { right: rights.batteries },
  query: z.object({ text: z.string().min(1).max(400) }),
  reply: z.object({
    /** The code as it is kept: plain, capital, without blanks. */
    code: z.string(),
    found: codedBattery.nullable(),
    /** Batteries under the codes that `repairs` proposes for it, the likeliest first; none when one is found. */
    near: z.array(codedBattery),
  }),
});

export const findLabels = route({
  name: 'battery.findLabels',
  summary: 'The contents of battery labels, by their ids or codes, in that order; unknown ones are left out.',
  method: 'POST',
  path: '/battery/findLabels',
  access: { right: rights.labels },
  body: z
    .object({
      ids: z.array(z.uuid()).max(MOST_LABELS).default([]),
      codes: z.array(z.string().max(24)).max(MOST_LABELS).default([]),
    })
    .refine(({ ids, codes }) => ids.length + codes.length <= MOST_LABELS, {
      path: ['codes'],
      params: { code: 'too_big' },
    }),
  reply: z.array(codedBattery),
});
