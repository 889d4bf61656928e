import { commaList, jsonText } from '@voltloop/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { TypeWriter } from './schema-type.ts';

const input = (schema: z.ZodType) => new TypeWriter().typeOf(schema, 'input');
const output = (schema: z.ZodType) => new TypeWriter().typeOf(schema, 'output');

test.each<[string, z.ZodType, string]>([
  [
    'optional fields',
    z.object({ a: z.string(), b: z.number().optional() }),
    '{ a: string; b?: number | undefined; }',
  ],
  ['names that need quotes', z.object({ 'a-b': z.null() }), "{ 'a-b': null; }"],
  ['lists of choices', z.array(z.enum(['a', 'b'])), "('a' | 'b')[]"],
  ['lists of objects', z.array(z.object({ a: z.boolean() })), '{ a: boolean; }[]'],
  ['records', z.record(z.string(), z.number().nullable()), '{ [key: string]: number | null }'],
  ['records of some keys', z.partialRecord(z.enum(['a']), z.number()), "Partial<Record<'a', number>>"],
  [
    'further fields',
    z.object({ a: z.number() }).catchall(z.string()),
    '{ a: number; } & { [key: string]: string }',
  ],
  ['pairs', z.tuple([z.string(), z.literal(1)]), '[string, 1]'],
])('writes %s', (_, schema, type) => {
  expect(output(schema)).toBe(type);
});

test('writes input types: fields with defaults are optional, and parsed texts are strings', () => {
  expect(input(z.object({ size: z.coerce.number().int().default(10) }))).toBe(
    '{ size?: number | undefined; }',
  );
  expect(input(z.object({ ids: commaList.pipe(z.array(z.string())) }))).toBe(
    '{ ids: string | readonly string[]; }',
  );
  expect(input(z.object({ filter: jsonText(z.array(z.string())) }))).toBe('{ filter: string; }');
  const emptyAsUndefined = z.preprocess((value) => value || undefined, z.number().optional());
  expect(input(z.object({ a: emptyAsUndefined }))).toBe('{ a?: number | undefined; }');
});

test('uses the given name of an object, also within lists', () => {
  const writer = new TypeWriter();
  const thing = z.object({ id: z.string() });
  writer.name('Thing', thing, 'output');
  expect(writer.typeOf(z.object({ list: z.array(thing) }), 'output')).toBe('{ list: Thing[]; }');
  expect(writer.declarations()).toBe('export type Thing = { id: string; };');
});
