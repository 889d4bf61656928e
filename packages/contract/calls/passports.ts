import { categories } from '@voltloop/domain/passport/attribute.ts';
import { z } from 'zod';
import { type ReplyOf, route } from '../route.ts';
import { shownText } from '../shown-text.ts';

/**
 * Rights of passports and their models (resource-kit/rights.ts), and of the access classes that not everybody may
 * read.
 */
export const passportRights = {
  see: 7600,
  enter: 7602,
  interest: 7610,
  authority: 7611,
  models: 7640,
  enterModels: 7642,
} as const;

const origin = z.enum([
  'passport',
  'model',
  'battery',
  'category',
  'enterprise',
  'testReport',
  'telemetry',
  'enteredForModel',
  'enteredForBattery',
]);

const discharge = z.object({
  /** Epoch ms. */
  from: z.number(),
  to: z.number(),
  fromSoc_pct: z.number(),
  toSoc_pct: z.number(),
  energy_kWh: z.number(),
});
/** The period from which a value is computed: some discharges, or all readings since the first one. */
const basis = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('discharges'), uncertainty_pct: z.number(), discharges: z.array(discharge) }),
  z.object({
    kind: z.literal('readings'),
    from: z.number(),
    to: z.number(),
    /** With readings. */
    hours: z.number(),
    limit: z.number(),
  }),
]);
export type PassportBasis = z.infer<typeof basis>;

/** A value of a passport with its origin; packages/domain/passport has the attribute itself. */
const passportValue = z.object({
  code: z.string(),
  /** Null if there is none, or if the caller may not read it. */
  value: z.string().nullable(),
  has: z.boolean(),
  hidden: z.boolean(),
  origin: origin.nullable(),
  /** The number of a test report, or a document named by a person. */
  source: z.string().nullable(),
  /** The record that it is read from. */
  sourceId: z.string().nullable(),
  /** The day or time (ISO 8601) of the value. */
  at: z.string().nullable(),
  basis: basis.nullable(),
  /** Why telemetry provides no value, although it could. */
  why: z
    .enum([
      'notConnected',
      'noReadings',
      'noDischarge',
      'noLimit',
      'noCertifiedEnergy',
      'noRatedCapacity',
      'noEfficiency',
    ])
    .nullable(),
});
export type PassportValue = z.infer<typeof passportValue>;

const link = z.object({
  id: z.string(),
  batteryCode: z.string(),
  /** The public address; relative if the server does not know its own. */
  url: z.string(),
  status: z.string(),
});

export const viewPassport = route({
  name: 'passport.view',
  summary:
    'A passport with every attribute of its category, its predecessors and successors, and its status history; values of other access classes only with the right to them.',
  method: 'GET',
  path: '/batteryPassport/view',
  access: { right: passportRights.see },
  query: z.object({ id: z.uuid() }),
  reply: z.object({
    id: z.string(),
    url: z.string(),
    category: z.enum(categories),
    modelId: z.string(),
    batteryId: z.string(),
    categoryId: z.string(),
    batteryCode: z.string(),
    status: z.string(),
    duty: z.object({
      required: z.enum(['yes', 'later', 'no', 'unknown']),
      from: z.string(),
      clause: z.object({ en: z.string(), zh: z.string() }),
    }),
    /** Mandatory values present, and their total. */
    mandatory: z.number().int(),
    present: z.number().int(),
    values: z.array(passportValue),
    before: z.array(link),
    after: link.nullable(),
    /** Address of the passport issued by another operator. */
    previousUrl: z.string().nullable(),
    events: z.array(z.object({ status: z.string(), day: z.string(), at: z.number() })),
  }),
});
export type PassportView = ReplyOf<typeof viewPassport>;

const version = z.object({
  code: z.string(),
  value: z.string().nullable(),
  source: z.string().nullable(),
  day: z.string(),
  at: z.number(),
  by: z.string().nullable(),
});
const entered = z.object({
  /** The newest value of each attribute. */
  values: z.array(version),
  /** Older values too, newest first, at most 500; values of other access classes only with the right to them. */
  history: z.array(version),
});
export type EnteredValues = z.infer<typeof entered>;

const saved = z.object({
  id: z.uuid(),
  values: z
    .array(
      z.object({
        code: z.string().max(60),
        /** Null removes it. */
        value: shownText().trim().min(1).max(2000).nullable().default(null),
        source: shownText().trim().max(200).optional(),
        day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
      }),
    )
    .min(1)
    .max(200),
});

export const findPassportValues = route({
  name: 'passport.values',
  summary: 'Entered values of one battery’s passport, with all versions.',
  method: 'GET',
  path: '/batteryPassport/values',
  access: { right: passportRights.see },
  query: z.object({ id: z.uuid() }),
  reply: entered,
});
export const savePassportValues = route({
  name: 'passport.saveValues',
  summary: 'Enter values of one battery’s passport; former values stay in its history.',
  method: 'POST',
  path: '/batteryPassport/saveValues',
  access: { right: passportRights.enter },
  body: saved,
  reply: z.object({ changed: z.number().int() }),
});
export const findModelValues = route({
  name: 'passportModel.values',
  summary: 'Entered values of a model, with all versions.',
  method: 'GET',
  path: '/passportModel/values',
  access: { right: passportRights.models },
  query: z.object({ id: z.uuid() }),
  reply: entered,
});
export const saveModelValues = route({
  name: 'passportModel.saveValues',
  summary: 'Enter values for the passports of all batteries of a model; former values stay in its history.',
  method: 'POST',
  path: '/passportModel/saveValues',
  access: { right: passportRights.enterModels },
  body: saved,
  reply: z.object({ changed: z.number().int() }),
});

export const proposePassports = route({
  name: 'passport.proposed',
  summary:
    'Batteries sold to customers on the EU market without a passport, with the model of their category.',
  method: 'GET',
  path: '/batteryPassport/proposed',
  access: { right: passportRights.see },
  reply: z.array(
    z.object({
      batteryId: z.string(),
      batteryCode: z.string(),
      category: z.string().nullable(),
      modelId: z.string().nullable(),
      model: z.string().nullable(),
      customer: z.string(),
      country: z.string(),
      documentId: z.string().nullable(),
      documentNo: z.string().nullable(),
      day: z.string().nullable(),
      required: z.enum(['yes', 'later', 'no', 'unknown']),
    }),
  ),
});
export type ProposedPassport = ReplyOf<typeof proposePassports>[number];

/** Any text: an invalid address is reported as not found. */
const address = z.object({ gtin: z.string().optional(), serial: z.string() });
const pageQuery = z.object({
  /** GS1 Digital Link qualifiers: all refer to one passport, so each returns the page. */
  linkType: z.string().max(60).optional(),
  lang: z.string().max(20).optional(),
});

export const readPassport = route({
  name: 'passport.read',
  summary:
    'The public values of a passport, as a page in English or Chinese for clients that accept text/html, else as JSON-LD. 410 once the battery is recycled.',
  method: 'GET',
  path: '/passport/:serial',
  aliases: ['/01/:gtin/21/:serial'],
  access: 'public',
  params: address,
  query: pageQuery,
});
export const readPassportData = route({
  name: 'passport.readData',
  summary: 'The public values of a passport as JSON-LD.',
  method: 'GET',
  path: '/passport/:serial/jsonld',
  aliases: ['/01/:gtin/21/:serial/jsonld'],
  access: 'public',
  params: address,
  query: pageQuery,
});
