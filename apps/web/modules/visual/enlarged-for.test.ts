import { expect, it } from 'vitest';
import { enlargedFor } from './enlarged-for.ts';

it('is the normal size at a desk and on a phone, and grows on a wall', () => {
  expect(enlargedFor(390, 844)).toBe(1);
  expect(enlargedFor(1440, 900)).toBe(1);
  expect(enlargedFor(2560, 1440)).toBe(1.75);
  expect(enlargedFor(7680, 4320)).toBe(2.75);
});
