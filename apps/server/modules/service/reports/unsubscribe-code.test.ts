import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { scheduleOf, unsubscribeCode } from './unsubscribe-code.ts';

const key = randomBytes(32);
const id = '018f0000-0000-7000-8000-000000000001';

test('a code identifies its schedule and is valid after the # of a link', () => {
  const code = unsubscribeCode(key, id);
  expect(code).toMatch(/^[\w-]{54}$/);
  expect(scheduleOf(key, code)).toBe(id);
});

test('a modified code, or one of another instance, is invalid', () => {
  const code = unsubscribeCode(key, id);
  const last = code.at(-3) === 'A' ? 'B' : 'A';
  for (const other of [
    `${code.slice(0, -3)}${last}${code.slice(-2)}`,
    `1${code.slice(1)}`,
    code.slice(1),
    `${code}A`,
    '',
    unsubscribeCode(randomBytes(32), id),
  ])
    expect(scheduleOf(key, other), other).toBeNull();
});
