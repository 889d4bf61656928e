import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countedAddress, networkOf } from '../../../platform/counted-address.ts';
import {
  afterFailure,
  delay_ms,
  type Failures,
  LOCK_MS,
  limits,
  lockedFor_s,
  RUN_MS,
  reverted,
} from './login-limit.ts';

const limit = limits.portal.account;
const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms);

function failures(times: readonly number[]): Failures | null {
  return times.reduce<Failures | null>((state, ms) => afterFailure(limit, state, at(ms)), null);
}

describe('the account limit', () => {
  const nine = failures([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  const ten = failures([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);

  test('locks for a quarter of an hour at the tenth failure in a row', () => {
    expect(lockedFor_s(nine, at(9))).toBeNull();
    expect(lockedFor_s(ten, at(9))).toBe(LOCK_MS / 1000);
    expect(lockedFor_s(ten, at(9 + LOCK_MS - 1))).toBe(1);
    expect(lockedFor_s(ten, at(9 + LOCK_MS))).toBeNull();
  });
  test('starts a new run after the lock and after a pause', () => {
    expect(afterFailure(limit, ten, at(9 + LOCK_MS)).failures).toBe(1);
    expect(afterFailure(limit, nine, at(8 + RUN_MS)).failures).toBe(10);
    expect(afterFailure(limit, nine, at(8 + RUN_MS + 1)).failures).toBe(1);
  });
  test('stays locked after a failure during the lock', () => {
    expect(afterFailure(limit, ten, at(1000)).blockedUntil).toEqual(at(1000 + LOCK_MS));
  });
});

describe('a reverted guess', () => {
  test('leaves the state as before, even if it would have locked', () => {
    expect(reverted(limit, failures([0]) as Failures)).toBeNull();
    expect(reverted(limit, failures([0, 1, 2]) as Failures)).toMatchObject({ failures: 2 });
    const ten = failures([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) as Failures;
    expect(reverted(limit, ten)).toMatchObject({ failures: 9, blockedUntil: null });
    expect(reverted(limit, { ...ten, failures: 11 })).toMatchObject({ blockedUntil: ten.blockedUntil });
  });
});

describe('the wait before an answer', () => {
  const waits = Array.from({ length: 9 }, (_, n) =>
    delay_ms(limit, { failures: n, lastFailureAt: at(0), blockedUntil: null }, at(0)),
  );
  test('doubles from the third failure on, up to two seconds', () => {
    expect(waits).toEqual([0, 0, 0, 100, 200, 400, 800, 1600, 2000]);
  });
  test('has elapsed for a person who types slowly', () => {
    const state = { failures: 5, lastFailureAt: at(0), blockedUntil: null };
    expect(delay_ms(limit, state, at(399))).toBe(1);
    expect(delay_ms(limit, state, at(400))).toBe(0);
    expect(delay_ms(limit, state, at(60_000))).toBe(0);
  });
  test('is never negative or longer than two seconds, even when clocks of nodes differ', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.integer({ min: -10_000, max: 10_000 }), (n, ms) => {
        const wait = delay_ms(limit, { failures: n, lastFailureAt: at(0), blockedUntil: null }, at(ms));
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(2000);
      }),
    );
  });
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
])('%s counts as %s', (ip, counted) => expect(countedAddress(ip)).toBe(counted));

test.each([
  ['::ffff:203.0.113.7', '203.0.113.7/32'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', null],
])('%s belongs to the network %s', (ip, network) => expect(networkOf(ip)).toBe(network));
