import { z } from 'zod';
import { isPath } from './paths.ts';
import { isRole, roles } from './roles.ts';
import { isTopicPattern, topicPattern } from './topics.ts';

/**
 * The document of a device model (docs/device-models.md). Messages of issues are keys of the console's catalogue of field
 * errors. Every list is bounded: a document is at most some hundred kilobytes, and a message costs at most a few thousand
 * steps.
 */

export const MAX_POINTS = 400;
const MAX_MESSAGES = 60;
const MAX_FIELDS = 500;
const MAX_TERMS = 20;
const MAX_VALUES = 300;

const short = z.string().max(100);
const words = z.object({ en: z.string().trim().min(1).max(100), zh: z.string().trim().min(1).max(100) });
const finite = z.number().min(-1e15).max(1e15);
const topic = z.string().max(300).refine(isTopicPattern, 'deviceModel.topic');
const path = z.string().max(300).refine(isPath, 'deviceModel.path');
/** Of core points only the roles; own keys do not look like those of the core. */
export const ownKey = /^(?![MPE]_|PX_)[A-Za-z][A-Za-z0-9_]{0,49}$/;

export const pointKinds = ['gauge', 'counter', 'enum', 'bits'] as const;
export const pointParts = ['system', 'pack', 'cell'] as const;

/** A point without a role. */
const point = z.object({
  key: z.string().regex(ownKey, 'deviceModel.key'),
  label: words,
  unit: z.string().max(12).default(''),
  kind: z.enum(pointKinds).default('gauge'),
  part: z.enum(pointParts).default('system'),
  /** Resolution in the unit; thousandths are kept. */
  step: z.number().min(0.001).max(1e6).default(0.1),
  min: finite.min(-8e9).default(-8e9),
  max: finite.max(8e9).default(8e9),
  /** Texts of the values of an enumeration. */
  values: z.record(z.string().regex(/^-?\d{1,9}$/, 'deviceModel.value'), words).optional(),
});

/** Conversion of one raw value, in this order: ignore, values, bit, signed, scale, offset, only. */
const conversion = {
  /** Part of a text: `a|b|c`. */
  split: z.object({ by: z.string().min(1).max(5), index: z.number().int().min(0).max(200) }).optional(),
  /** Raw values that mean "no reading": 65535, -999. */
  ignore: z.array(finite).max(20).optional(),
  /** Texts or numbers and what they stand for; others are not known. */
  values: z
    .record(z.string().max(100), finite)
    .refine((given) => Object.keys(given).length <= MAX_VALUES, 'deviceModel.tooMany')
    .optional(),
  /** The value of one bit. */
  bit: z.number().int().min(0).max(31).optional(),
  /** The raw number is unsigned with so many bits, and means a signed one. */
  signed: z.union([z.literal(16), z.literal(32)]).optional(),
  scale: finite.refine((n) => n !== 0, 'deviceModel.scale').optional(),
  offset: finite.optional(),
  /** The other direction counts as 0; `negative` is positive then. */
  only: z.enum(['positive', 'negative']).optional(),
};

/** Where a raw value stands in a message. */
const source = {
  /** Into JSON or `kv`: `/a/b`, `/list/0`, `/list/*`, `/list/[type=x]`. The whole message without it. */
  path: path.optional(),
  /** Several values: their sum, mean, extreme, or the first. */
  reduce: z.enum(['first', 'sum', 'mean', 'max', 'min']).optional(),
  /** Registers of 16 bits in a list, the low word first. */
  words: z.array(z.number().int().min(0).max(65_535)).min(1).max(4).optional(),
};

const term = z.object({ ...source, ...conversion, optional: z.boolean().optional() });

const field = z.object({
  /** A role, or the key of a point of the model. */
  to: short,
  /** Within `{...rest}` of the topic of the message. */
  at: topic.optional(),
  ...source,
  ...conversion,
  /** A sum; without one of the terms that are not optional there is no reading. */
  terms: z.array(term).min(1).max(MAX_TERMS).optional(),
  /** The name in a topic that is the number of the pack, or `each`, the position in its list. */
  pack: short.optional(),
  /** Added to the number: devices that count from 0 need 1. */
  pack_from: z.number().int().min(-1).max(1).optional(),
  /** The name in a topic that is the number of the cell, from 1. */
  cell: short.optional(),
  /** The value is a list with one entry for each cell, of so many in a pack. */
  cells: z.number().int().min(1).max(99).optional(),
});

const message = z.object({
  topic,
  format: z.enum(['json', 'number', 'text', 'kv']),
  kv: z.object({ pair: z.string().min(1).max(5), is: z.string().min(1).max(5) }).optional(),
  /** All of these, or the message is of another kind. */
  when: z
    .array(z.object({ path, is: z.union([z.string().max(100), finite, z.boolean()]) }))
    .max(10)
    .optional(),
  /** A list of packs: fields are read in each entry. */
  each: path.optional(),
  /** When it was measured; without it when it arrived. */
  time: z
    .object({
      path,
      unit: z.enum(['s', 'ms', 'iso', 'local']),
    })
    .optional(),
  /** Measured before and sent later. */
  backfill: z.object({ path, is: z.union([z.string().max(100), finite, z.boolean()]) }).optional(),
  fields: z.array(field).min(1).max(MAX_FIELDS),
});

/** A point that is computed from others. */
const derived = z.object({
  to: short,
  /** A sum with factors of points that are all known. */
  sum: z
    .array(z.object({ of: short, factor: finite.optional() }))
    .min(1)
    .max(MAX_TERMS)
    .optional(),
  /** The sum of those that are known. */
  sum_known: z.array(short).min(1).max(MAX_TERMS).optional(),
  /** The energy of a power, Wh. */
  integrate: short.optional(),
  /** A counter that restarts every day, as one that does not. */
  unreset: short.optional(),
  /** The highest value so far, of a total that leaves out parts of the plant at times. */
  hold: short.optional(),
  only: z.enum(['positive', 'negative']).optional(),
});

const mapping = z.object({
  /** Which device a message is from: the name `device` of the patterns of topics, or a text inside. */
  device: z.object({ path: path.optional() }).optional(),
  messages: z.array(message).min(1, 'deviceModel.noMessage').max(MAX_MESSAGES),
  derive: z.array(derived).max(100).default([]),
  /** Values that arrive within this time become one frame. 0 for messages that are complete. */
  merge_s: z.number().min(0).max(60).default(5),
  /** A value that is older is not used in sums any more. */
  stale_s: z.number().int().min(10).max(86_400).default(600),
  online: z.object({ topic, on: short, off: short }).optional(),
});

const sample = z.object({
  /** In the order of their arrival from one device. */
  messages: z
    .array(z.object({ topic: z.string().max(300), payload: z.string().max(65_536) }))
    .min(1)
    .max(100),
  /** What they must give; lists are cells. Keys of points of a pack have its number: `cell_voltage@1`. */
  expect: z.record(short, z.union([finite, z.array(finite.nullable()).max(3200)])),
});

const document = z.object({
  id: z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{1,49}$/, 'deviceModel.id'),
  name: words,
  vendor: z.string().trim().max(100).default(''),
  /** What the document was made from. */
  links: z.array(z.string().max(500)).max(20).default([]),
  verified: z.array(z.string().max(500)).max(50).default([]),
  unverified: z.array(z.string().max(500)).max(50).default([]),
  points: z.array(point).max(MAX_POINTS).default([]),
  /** Other plausible ranges than those of the core, by role. */
  ranges: z.partialRecord(z.enum(roles), z.tuple([finite.min(-8e9), finite.max(8e9)])).default({}),
  /** A device is offline after this silence. */
  silence_s: z.number().int().min(30).max(86_400).default(300),
  mapping,
  samples: z.array(sample).max(50).default([]),
});

export type DeviceModel = z.output<typeof document>;
export type DeviceModelInput = z.input<typeof document>;
export type ModelPoint = DeviceModel['points'][number];
export type ModelMessage = DeviceModel['mapping']['messages'][number];
export type ModelField = ModelMessage['fields'][number];
export type ModelTerm = NonNullable<ModelField['terms']>[number];
export type ModelDerived = DeviceModel['mapping']['derive'][number];

/** The document with what its parts say about each other checked. */
export const deviceModel = document.superRefine((model, ctx) => {
  const wrong = (at: PropertyKey[], message: string) => ctx.addIssue({ code: 'custom', path: at, message });
  const keys = new Map<string, number>();
  model.points.forEach(({ key, min, max, kind, values }, i) => {
    if (keys.has(key) || isRole(key)) wrong(['points', i, 'key'], 'deviceModel.keyTwice');
    keys.set(key, i);
    if (min >= max) wrong(['points', i, 'max'], 'deviceModel.range');
    if (kind === 'enum' && !values) wrong(['points', i, 'values'], 'deviceModel.enumValues');
  });
  for (const [role, range] of Object.entries(model.ranges))
    if (range && range[0] >= range[1]) wrong(['ranges', role], 'deviceModel.range');
  const known = (key: string) => keys.has(key) || isRole(key);
  model.mapping.messages.forEach((each, m) => {
    const names = topicPattern(each.topic).names;
    each.fields.forEach((field, f) => {
      const at = ['mapping', 'messages', m, 'fields', f];
      if (!known(field.to)) wrong([...at, 'to'], 'deviceModel.unknownPoint');
      if (field.at !== undefined && !each.topic.endsWith('{...rest}'))
        wrong([...at, 'at'], 'deviceModel.noRest');
      if (field.terms && (field.path !== undefined || field.cells !== undefined))
        wrong([...at, 'terms'], 'deviceModel.termsAlone');
      const inAt = field.at === undefined ? [] : topicPattern(field.at).names;
      if (field.pack !== undefined && field.pack !== 'each' && ![...names, ...inAt].includes(field.pack))
        wrong([...at, 'pack'], 'deviceModel.packName');
      if (field.cell !== undefined && ![...names, ...inAt].includes(field.cell))
        wrong([...at, 'cell'], 'deviceModel.packName');
      if (field.pack === 'each' && each.each === undefined) wrong([...at, 'pack'], 'deviceModel.packName');
    });
  });
  model.mapping.derive.forEach((rule, i) => {
    const at = ['mapping', 'derive', i];
    if (!known(rule.to)) wrong([...at, 'to'], 'deviceModel.unknownPoint');
    const ways = [rule.sum, rule.sum_known, rule.integrate, rule.unreset, rule.hold].filter(
      (way) => way !== undefined,
    );
    if (ways.length !== 1) wrong(at, 'deviceModel.oneWay');
    const used = [
      ...(rule.sum?.map(({ of }) => of) ?? []),
      ...(rule.sum_known ?? []),
      ...[rule.integrate ?? [], rule.unreset ?? [], rule.hold ?? []].flat(),
    ];
    if (used.some((key) => !known(key))) wrong(at, 'deviceModel.unknownPoint');
  });
});
