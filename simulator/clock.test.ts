import { expect, test } from 'vitest';
import { createClock } from './clock.ts';

test('runs faster until it reaches the present, then in real time', () => {
  let real = 1_000_000;
  const clock = createClock(60, 400_000, () => real);
  expect(clock.now_ms()).toBe(400_000);
  real += 5000;
  expect(clock.now_ms()).toBe(700_000);
  real += 60_000;
  expect(clock.now_ms()).toBe(real);
});

test('never runs ahead of the present', () => {
  expect(createClock(1, 9e9, () => 5).now_ms()).toBe(5);
});

test.each([0, -1, Number.NaN])('a speed of %s is refused', (speed) => {
  expect(() => createClock(speed, 0)).toThrow(RangeError);
});
