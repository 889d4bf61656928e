import { expect, it } from 'vitest';
import { normalizeDecimal } from './normalize-decimal.ts';

it.each([
  ['400,5', '400.5'],
  ['0,125', '0.125'],
  ['1250,125', '1250.125'],
  ['-0,5', '-0.5'],
  ['４００．５', '400.5'],
  // As the console itself writes 1250: it must not become 1.25.
  ['1,250', '1,250'],
  ['12,500', '12,500'],
  ['1,234.5', '1,234.5'],
  [' A1 ', 'A1'],
])('as text, %j is normalised to %j', (text, expected) => expect(normalizeDecimal(text)).toBe(expected));
