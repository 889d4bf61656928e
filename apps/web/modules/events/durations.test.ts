import { describe, expect, it } from 'vitest';
import { durationParts } from './durations.ts';

const text = (s: number) =>
  durationParts(s * 1000)
    .map(({ n, unit }) => `${n} ${unit}`)
    .join(' ');

describe('durationParts', () => {
  it.each([
    [-5, '0 s'],
    [0, '0 s'],
    [59, '59 s'],
    [60, '1 min'],
    [61, '1 min 1 s'],
    [615, '10 min'],
    [3600, '1 h'],
    [3661, '1 h 1 min'],
    [86_400 * 3 + 7200 + 60, '3 d 2 h'],
    [86_400 + 59, '1 d'],
  ])('%d s is %s', (s, expected) => expect(text(s)).toBe(expected));
});
