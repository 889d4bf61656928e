import { expect, test } from 'vitest';
import { drawable } from './faces.ts';

test('letters missing in the Chinese face are replaced by their base letter, only in a text with Chinese characters', () => {
  expect(drawable('Żółć Łódź, 15 Häuserweg')).toBe('Żółć Łódź, 15 Häuserweg');
  expect(drawable('站点 Łódź')).toBe('站点 Lódz');
  expect(drawable('业主 Müller')).toBe('业主 Müller');
});
