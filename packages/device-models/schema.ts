/** The form of a device model (docs/device-models.md): fields, types and sizes. What concerns several fields is in model.ts. */
import { z } from 'zod';
import { compilePath } from './paths.ts';
import { type RoleId, roleIds } from './roles.ts';
import { compileTopic } from './topics.ts';

const KEY = /^[A-Za-z][A-Za-z0-9_]{0,49}$/;
const number = z.number().min(-1e12).max(1e12);
const key = z.string().regex(KEY);
const short = z.string().min(1).max(100);
const note = z.string().min(1).max(500);
const label = z.strictObject({ en: short, zh: short });
const payload = z.string().max(20_000);
const topicText = z.string().min(1).max(200);
const path = z
  .string()
  .max(200)
  .refine((text) => compilePath(text) !== null, 'bad_path');
const topic = topicText.refine((text) => compileTopic(text) !== null, 'bad_topic');
const scalar = z.union([z.string().max(100), number, z.boolean()]);
const small = (max: number) => z.int().min(0).max(max);
/** Received texts or numbers, with the number or text that each stands for. */
const record = <T extends z.ZodType>(keys: z.ZodType<string, string>, value: T) =>
  z.record(keys, value).refine((all) => Object.keys(all).length <= 200, 'at most 200 entries');

const point = z.strictObject({
  role: z.enum(roleIds as [RoleId, ...RoleId[]]).optional(),
  key: key.optional(),
  label: label.optional(),
  unit: z.string().max(12).optional(),
  kind: z.enum(['gauge', 'counter', 'enum', 'bits']).optional(),
  part: z.enum(['system', 'pack', 'cell']).optional(),
  step: z.number().min(1e-6).max(1e6).optional(),
  min: number.optional(),
  max: number.optional(),
  values: record(z.string().regex(/^-?\d{1,9}$/), label).optional(),
  group: key.optional(),
});

const setting = z.strictObject({
  key,
  role: z
    .string()
    .regex(/^(reserve_soc|work_mode|window_[1-9]_(start|end|action|power))$/)
    .optional(),
  label,
  unit: z.string().max(12).default(''),
  min: number.optional(),
  max: number.optional(),
  step: z.number().min(1e-6).max(1e6).optional(),
  values: record(z.string().regex(/^-?\d{1,9}$/), label).optional(),
  risk: z.enum(['low', 'medium', 'high']),
  /** `{value}`, `{device}`, `{id}` and `{now_ms}` are replaced. */
  write: z.strictObject({ topic: topicText, payload }).optional(),
  /** The point that shows the setting. */
  read_back: key.optional(),
});

const fault = z.strictObject({
  code: z.string().regex(/^[A-Za-z0-9_.@-]{1,64}$/),
  point: key,
  bit: small(31).optional(),
  value: number.optional(),
  level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  label,
  advice: z.strictObject({ en: note, zh: note }).optional(),
});

const attribute = z.strictObject({
  key,
  role: z.enum(['serial', 'sw_version', 'hw_version', 'lat', 'lon']).optional(),
  label,
});

/** How a number is read from a received value. */
const reading = {
  path: path.optional(),
  /** 16-bit numbers, the lowest first. */
  words: z.array(path).min(2).max(4).optional(),
  split: z.strictObject({ by: z.string().min(1).max(5), index: small(99) }).optional(),
  values: record(z.string().max(100), number).optional(),
  ignore: z
    .array(z.union([z.string().max(100), number]))
    .max(20)
    .optional(),
  if_null: z.enum(['skip', 'zero', 'refuse']).optional(),
  signed: z.union([z.literal(16), z.literal(32)]).optional(),
  bit: small(52).optional(),
  scale: number.optional(),
  offset: number.optional(),
  take: z.enum(['positive', 'negative', 'absolute']).optional(),
  reduce: z.enum(['first', 'sum', 'mean', 'min', 'max']).optional(),
};

const field = z.strictObject({
  /** Pattern of what `{...rest}` of the message's topic matched. */
  at: topic.optional(),
  point: key.optional(),
  attribute: key.optional(),
  ...reading,
  terms: z
    .array(z.strictObject({ ...reading, optional: z.boolean().optional() }))
    .min(1)
    .max(20)
    .optional(),
  /** The path leads to a list with a value for each cell. */
  cells: z.boolean().optional(),
  note: note.optional(),
});

const message = z.strictObject({
  topic,
  format: z.enum(['json', 'number', 'text', 'kv']),
  kv: z.strictObject({ pair: z.string().min(1).max(5), is: z.string().min(1).max(5) }).optional(),
  when: z
    .array(z.strictObject({ path, is: z.union([scalar, z.array(scalar).min(1).max(20)]) }))
    .max(10)
    .optional(),
  time: z
    .strictObject({
      path,
      unit: z.enum(['s', 'ms', 'iso', 'local']),
      /** Of a local time; the zone of the device if absent. */
      zone: z.string().max(50).optional(),
      order: z.enum(['ymd', 'dmy', 'mdy']).optional(),
    })
    .optional(),
  backfill: z.strictObject({ path, is: scalar }).optional(),
  /** An entry for each pack; numbered in their order, or by the serial number at a path. */
  each: z.strictObject({ path, serial: path.optional() }).optional(),
  fields: z.array(field).min(1).max(300),
});

const derived = z.union([
  z.strictObject({
    point: key,
    sum: z
      .array(z.strictObject({ point: key, factor: number.optional(), optional: z.boolean().optional() }))
      .min(1)
      .max(20),
  }),
  z.strictObject({ point: key, integrate: key, take: z.enum(['positive', 'negative']) }),
  z.strictObject({ point: key, unreset: key }),
  z.strictObject({ point: key, hold: key }),
]);

const mapping = z.strictObject({
  device: z
    .union([
      z.strictObject({ topic }),
      z.strictObject({ path }),
      z.strictObject({ fixed: z.string().regex(/^[\w-]{1,64}$/) }),
    ])
    .optional(),
  messages: z.array(message).max(100),
  derive: z.array(derived).max(50).optional(),
  merge: z
    .strictObject({
      window_s: z.int().min(1).max(60).optional(),
      end_topic: topic.optional(),
      stale_s: z.int().min(1).max(86_400).optional(),
    })
    .optional(),
  online: z.strictObject({ topic, on: z.string().max(100), off: z.string().max(100) }).optional(),
  keepalive: z
    .strictObject({
      topic: topicText,
      payload,
      first_payload: payload.optional(),
      every_s: z.int().min(5).max(86_400),
    })
    .optional(),
  poll: z.strictObject({ topic: topicText, payload, every_s: z.int().min(5).max(86_400) }).optional(),
});

const expected = z.union([number, z.array(number.nullable()).max(1000)]);

const sample = z.strictObject({
  topic: topicText,
  payload: z.union([payload, z.json()]),
  device: z.string().max(64).optional(),
  time: z.iso.datetime().optional(),
  backfill: z.boolean().optional(),
  online: z.boolean().optional(),
  /** By key, `key@pack` or `key@pack.cell`; a list for the cells of a pack. */
  expect: record(z.string().max(60), expected).optional(),
  attributes: record(key, z.union([z.string().max(200), number])).optional(),
});

export const modelSchema = z.strictObject({
  format: z.literal(1),
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,49}$/),
  name: label,
  vendor: short,
  version: z.int().min(1).max(1_000_000),
  links: z.array(z.string().max(300)).max(20).optional(),
  verified: z.array(note).max(50).optional(),
  not_verified: z.array(note).max(50).optional(),
  points: z.array(point).max(500),
  settings: z.array(setting).max(200).optional(),
  faults: z.array(fault).max(500).optional(),
  attributes: z.array(attribute).max(50).optional(),
  firmware_kinds: z.array(key).max(20).optional(),
  silence_s: z.int().min(10).max(604_800),
  connection: z
    .strictObject({
      kinds: z
        .array(z.enum(['device_to_us', 'we_to_them', 'http', 'edge_gateway']))
        .min(1)
        .max(4),
      note: note.optional(),
    })
    .optional(),
  mapping,
  samples: z.array(sample).max(200),
});

export type WrittenModel = z.infer<typeof modelSchema>;
export type Mapping = WrittenModel['mapping'];
export type Message = Mapping['messages'][number];
export type Field = Message['fields'][number];
export type Term = NonNullable<Field['terms']>[number];
export type Derived = NonNullable<Mapping['derive']>[number];
export type Sample = WrittenModel['samples'][number];
