import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { issueKey } from './issue-key.ts';

beforeAll(() => void z.config({ customError: issueKey }));
afterAll(() => void z.config({ customError: undefined }));

const delay = z.number().int().min(0).max(180);
const name = z.string().trim().min(2).max(50);
const said = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

it.each([
  [delay, 181, 'validation.max?max=180'],
  [delay, -1, 'check.min?min=0'],
  [delay, 1.5, 'check.integer'],
  [delay, 'ten', 'validation.letters'],
  [delay, undefined, 'resource.required'],
  [name, 'x'.repeat(51), 'check.maxLength?max=50'],
  [name, 'x', 'check.minLength?min=2'],
  [name, '', 'resource.required'],
  [z.enum(['1', '2']), '', 'resource.required'],
  [z.array(z.string()).min(1), [], 'resource.required'],
])('names the limit that a value exceeds (%#)', (schema, value, key) => {
  expect(said(schema, value)).toBe(key);
});

it('leaves the messages of schemas and the texts by code unchanged', () => {
  expect(said(z.string().max(3, 'account.name'), 'long')).toBe('account.name');
  expect(said(z.enum(['1', '2']), '3')).toMatch(/^Invalid option/);
});
