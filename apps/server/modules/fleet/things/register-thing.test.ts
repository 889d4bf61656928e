import { expect, test } from 'vitest';
import { newSecret } from './register-thing.ts';

test('secrets differ, are long, and never look like a formula', () => {
  const secrets = Array.from({ length: 1000 }, () => newSecret().secret);
  expect(new Set(secrets).size).toBe(1000);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{42}$/);
});
