import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskAddress, maskEmail, maskMobile } from './mask.ts';

test('masked values are recognisable, but not readable', () => {
  expect(maskEmail('anna.berg@works.example')).toBe('a***@works.example');
  expect(maskEmail('@x')).toBe('***');
  expect(maskMobile('+49 170 1234567')).toBe('+49****567');
  expect(maskMobile('13812345678')).toBe('138****678');
  expect(maskMobile('1234567')).toBe('****');
  expect(maskAddress('Hauptstrasse 12, Berlin')).toBe('Haupts***');
  expect(maskAddress('Berlin')).toBe('***');
  expect([maskEmail(null), maskMobile(null), maskAddress(null), maskEmail('')]).toEqual([
    null,
    null,
    null,
    '',
  ]);
});

test('a masked value is never the whole value', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 60 }), (text) => {
      for (const mask of [maskEmail, maskMobile, maskAddress]) expect(mask(text)).toContain('***');
    }),
  );
});
