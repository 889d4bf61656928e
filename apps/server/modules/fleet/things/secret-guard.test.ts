import { expect, test } from 'vitest';
import { SecretGuard } from './secret-guard.ts';

const now = 1e9;

test('five wrong secrets are free, then each one doubles the wait, up to five minutes', () => {
  const guard = new SecretGuard();
  for (let i = 0; i < 4; i++) guard.failed('A', '10.0.0.1', now);
  expect(guard.wait_ms('A', '10.0.0.1', now)).toBe(0);
  const waits = Array.from({ length: 12 }, () => {
    guard.failed('A', '10.0.0.1', now);
    return guard.wait_ms('A', '10.0.0.1', now);
  });
  expect(waits.slice(0, 3)).toEqual([1000, 2000, 4000]);
  expect(waits.at(-1)).toBe(300_000);
  expect(guard.wait_ms('A', '10.0.0.2', now)).toBe(0);
  expect(guard.wait_ms('B', '10.0.0.1', now)).toBe(0);
  expect(guard.wait_ms('A', '10.0.0.1', now + 15 * 60_000)).toBe(0);
  guard.succeeded('A', '10.0.0.1');
  expect(guard.wait_ms('A', '10.0.0.1', now)).toBe(0);
});

test('an address with many guesses gets one free try per device', () => {
  const guard = new SecretGuard();
  for (let i = 0; i < 101; i++) guard.failed(`X${i}`, '10.0.0.1', now);
  guard.failed('A', '10.0.0.1', now);
  expect(guard.wait_ms('A', '10.0.0.1', now)).toBe(1000);
  expect(guard.wait_ms('B', '10.0.0.1', now)).toBe(0);
});

test('a device guessed at from many addresses allows one free try per address', () => {
  const guard = new SecretGuard();
  for (let i = 0; i < 101; i++) guard.failed('A', `10.0.1.${i}`, now);
  guard.failed('A', '10.0.0.1', now);
  expect(guard.wait_ms('A', '10.0.0.1', now)).toBe(1000);
  expect(guard.wait_ms('A', '10.0.0.2', now)).toBe(0);
});

test('attempts at a device are counted across addresses, and memory is bounded', () => {
  const guard = new SecretGuard();
  for (let i = 0; i < 29_999; i++) guard.failed('A', `10.0.${i >> 8}.${i & 255}`, now + i);
  expect(guard.refused('A', now + 40_000)).toEqual({
    attempts: 30_000,
    first_ms: now,
    last_ms: now + 40_000,
  });
  expect(guard.size).toBeLessThanOrEqual(20_000);
});
