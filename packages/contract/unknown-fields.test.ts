import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { refusedFields, unknownFields } from './unknown-fields.ts';

const inner = z.object({ a: z.number() });
const cases: [string, z.ZodType, unknown, string[]][] = [
  ['an object', inner, { a: 1, b: 2 }, ['b']],
  ['a list', z.array(inner), [{ a: 1 }, { a: 1, b: 2 }], ['1.b']],
  ['a record', z.record(z.string(), inner), { x: { a: 1, b: 2 } }, ['x.b']],
  ['a tuple', z.tuple([z.string(), inner]), ['x', { b: 2 }], ['1.b']],
  [
    'an optional field with a default',
    z.object({ i: inner.optional().default({ a: 1 }) }),
    { i: { b: 2 } },
    ['i.b'],
  ],
  ['the nearest choice of a union', z.union([z.object({ c: inner }), inner]), { a: 1, b: 2 }, ['b']],
  [
    'both sides of an intersection',
    z.intersection(inner, z.object({ c: z.string() })),
    { a: 1, c: '', d: 0 },
    ['d'],
  ],
  ['a preprocessed object', z.preprocess((v) => v, inner), { a: 1, b: 2 }, ['b']],
  ['a transformed object', inner.transform(({ a }) => a), { a: 1, b: 2 }, ['b']],
  ['a refined object', inner.refine(() => true), { a: 1, b: 2 }, ['b']],
  ['a strict object', z.strictObject({ a: z.number() }), { a: 1, b: 2 }, ['b']],
  [
    'a name of every object',
    inner,
    JSON.parse('{"a":1,"__proto__":1,"toString":1}'),
    ['__proto__', 'toString'],
  ],
];
test.each(cases)('unknown fields of %s are found', (_, schema, value, paths) => {
  expect(unknownFields(schema, value)).toEqual(paths);
});

test.each([
  [z.looseObject({ a: z.number() }), { b: { c: 1 } }],
  [z.unknown(), { b: 1 }],
  [z.string(), { b: 1 }],
  [inner, 'text'],
  [inner, null],
])('a schema that takes anything, or another kind of value, has none', (schema, value) => {
  expect(unknownFields(schema, value)).toEqual([]);
});

describe('a call of the specification', () => {
  const route = { method: 'POST' as const, path: '/client/insert', body: inner };
  test('ignores unknown fields beside known ones', () => {
    expect(refusedFields(route, { a: 1, b: 2 })).toEqual([]);
  });
  test('refuses a body without a known field', () => {
    expect(refusedFields(route, { b: 2, c: 3 })).toEqual(['b', 'c']);
  });
  test('accepts an empty body', () => {
    expect(refusedFields({ ...route, body: z.object({}) }, {})).toEqual([]);
  });
});
