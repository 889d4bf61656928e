import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LinkState } from './link-state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a link that was never up is reported after ten seconds, with its cause', () => {
  const link = new LinkState();
  expect(link.cause()).toBeNull();
  link.down('broker_rights');
  vi.advanceTimersByTime(10_000);
  expect(link.cause()).toBe('broker_rights');
});

test('a link that is up is healthy, and a short break is not reported', () => {
  const link = new LinkState();
  link.up();
  vi.advanceTimersByTime(60_000);
  expect(link.cause()).toBeNull();
  link.down('broker_link');
  vi.advanceTimersByTime(9000);
  expect(link.cause()).toBeNull();
});

test('links that replace each other every half second do not count as up', () => {
  const link = new LinkState();
  for (let i = 0; i < 30; i++) {
    link.up();
    vi.advanceTimersByTime(500);
    link.down('broker_link');
  }
  expect(link.cause()).toBe('broker_link');
});

test('the wait grows to a quarter of a minute, and restarts after the link was up', () => {
  const link = new LinkState();
  const waits = Array.from({ length: 8 }, () => link.down('broker_link'));
  expect(waits[0]).toBeLessThanOrEqual(625);
  expect(waits[7]).toBeGreaterThanOrEqual(11_250);
  expect(waits[7]).toBeLessThanOrEqual(18_750);
  link.up();
  vi.advanceTimersByTime(2000);
  expect(link.down('broker_link')).toBeLessThanOrEqual(625);
});
