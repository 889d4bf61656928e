import type { Route } from '@voltloop/contract';
import fc from 'fast-check';
import { z } from 'zod';

/** The part of JSON Schema that zod writes. */
interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMaximum?: number;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
}

/** Options for generated values. */
interface Making {
  /** Existing ids and names. */
  known: readonly string[];
  /** Without hostile values and unknown fields. */
  strict: boolean;
}

/** Unexpected values that people, broken programs and attackers send. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1.5,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 53,
    1e25,
    1e308,
    -1e308,
    '',
    ' ',
    '0',
    '-1',
    '1e999',
    'NaN',
    'null',
    'true',
    '2026-13-45',
    '0001-01-01',
    '99999999999999999999',
    'a\0b',
    '\ud800',
    'a\udc00',
    '\u202e',
    '😀'.repeat(40),
    'x'.repeat(5000),
    '%',
    '%_\\',
    "'; select 1; --",
    '../../etc/passwd',
    '__proto__',
    'constructor',
    'toString',
    '=1+1',
    '<script>',
    '{}',
    '[]',
    '{"a":',
    ',',
    [],
    {},
    [[]],
    [null],
    { a: { b: [] } },
    { toString: 1 },
    JSON.parse('{"__proto__":{"x":1}}') as unknown,
    ['a\0b'],
    { '\0': 1 },
    { '\ud800': '\ud800' },
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Values that mostly match a schema, with hostile ones in some places. */
function mostly(schema: Schema, known: Making): fc.Arbitrary<unknown> {
  if (known.strict) return fitting(schema, known);
  return fc.oneof({ weight: 5, arbitrary: fitting(schema, known) }, { weight: 1, arbitrary: hostile });
}

function fitting(schema: Schema, known: Making): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((s) => fitting(s, known)));
  switch (schema.type) {
    case 'object':
      return objectOf(schema, known);
    case 'array':
      return fc.array(mostly(schema.items ?? {}, known), {
        minLength: Math.min(schema.minItems ?? 0, 3),
        maxLength: 3,
      });
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'null':
      return fc.constant(null);
    case 'string':
      return textOf(schema, known);
    default:
      return known.strict ? fc.constantFrom<unknown>(null, 1, 'text') : hostile;
  }
}

function numberOf({ type, minimum = 0, maximum, exclusiveMaximum }: Schema): fc.Arbitrary<number> {
  const top = Math.min(maximum ?? exclusiveMaximum ?? 4e12, 4e12);
  const low = Math.max(minimum, -4e12);
  const whole = fc.integer({ min: Math.ceil(low), max: Math.max(Math.floor(top), Math.ceil(low)) });
  return fc.oneof(fc.constantFrom(low, top), whole, type === 'number' ? fc.constant((low + top) / 3) : whole);
}

function textOf(schema: Schema, { known, strict }: Making): fc.Arbitrary<string> {
  const { format } = schema;
  if (format === 'email') return fc.emailAddress();
  if (format === 'uuid') return fc.uuid();
  if (format === 'date') return fc.constantFrom('2026-02-28', '2024-02-29', '0001-01-01', '9999-12-31');
  const pattern = schema.pattern ? matching(schema.pattern) : null;
  if (pattern && strict) return pattern;
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...known) },
    fc.uuid(),
    pattern ?? fc.string({ minLength: Math.min(schema.minLength ?? 0, 20), maxLength: 20 }),
    fc.constantFrom(
      'HE_BAT',
      'M_SOC',
      'Europe/Berlin',
      '2026-02-28',
      'name',
      '1',
      'Right-4-tests',
      '[{"field":"id"}]',
    ),
  );
}

/** Texts that match a pattern; null if it has parts that cannot be generated, such as lookaheads. */
function matching(pattern: string): fc.Arbitrary<string> | null {
  try {
    return fc.stringMatching(new RegExp(pattern), { maxLength: 40 });
  } catch {
    return null;
  }
}

function objectOf(schema: Schema, known: Making): fc.Arbitrary<Record<string, unknown>> {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const present = fc.option(mostly(property, known), {
      nil: undefined,
      freq: required.has(name) ? (known.strict ? 1e9 : 15) : 1,
    });
    return present.map((value): [string, unknown][] => (value === undefined ? [] : [[name, value]]));
  });
  const extra =
    typeof schema.additionalProperties === 'object'
      ? mostly(schema.additionalProperties, known)
      : fc.constant('unknown to everybody');
  if (known.strict) return fc.tuple(...fields).map((parts) => Object.fromEntries(parts.flat()));
  const more = fc.array(fc.tuple(fc.oneof(fc.constantFrom('M_SOC', 'E_SOC_RSV'), fc.string()), extra), {
    maxLength: 2,
  });
  return fc.tuple(more, ...fields).map((parts) => Object.fromEntries(parts.flat()));
}

const schemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline', cycles: 'ref' }) as Schema;

/** A value as text in a query or a path. */
export const asText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

export interface Request {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/**
 * Requests of a call that mostly match its contract.
 * @param known Existing ids and names, so that requests pass the first checks.
 * @param params Usual values of path parameters.
 * @param options.strict All values match.
 */
export function requestsOf(
  route: Route,
  existing: readonly string[],
  params: Record<string, string>,
  { strict = false } = {},
): fc.Arbitrary<Request> {
  const known: Making = { known: existing, strict };
  const names = [...route.path.matchAll(/:(\w+)/g)].map((m) => m[1] as string);
  const pathParams = fc.tuple(
    ...names.map((name) =>
      fc
        .oneof(
          { weight: 8, arbitrary: fc.constantFrom(...(params[name] ? [params[name]] : existing)) },
          { weight: strict ? 0 : 1, arbitrary: hostile.map(asText) },
        )
        .map((value): [string, string] => [name, value]),
    ),
  );
  const query = route.query ? fitting(schemaOf(route.query), known) : fc.constant({});
  return fc.record({
    params: pathParams.map((entries) => Object.fromEntries(entries)),
    query: query.map((q) =>
      Object.fromEntries(Object.entries(q as object).map(([k, v]) => [k.toWellFormed(), asText(v)])),
    ),
    body: route.body ? mostly(schemaOf(route.body), known) : fc.constant(undefined),
  });
}
