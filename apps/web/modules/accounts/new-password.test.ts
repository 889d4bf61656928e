import { expect, it } from 'vitest';
import { newPassword } from './new-password.ts';

it('generates twelve unambiguous characters, never the same twice', () => {
  const made = new Set(Array.from({ length: 200 }, () => newPassword()));
  expect(made.size).toBe(200);
  for (const password of made) expect(password).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9]{12}$/);
});

it('drops bytes that would make some characters more likely', () => {
  let calls = 0;
  const password = newPassword((bytes) => bytes.fill(calls++ === 0 ? 255 : 0));
  expect([password, calls]).toEqual(['aaaaaaaaaaaa', 2]);
});
