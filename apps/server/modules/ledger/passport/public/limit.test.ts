import { expect, test } from 'vitest';
import { ReadLimit } from './limit.ts';

const at = (s: number) => new Date(s * 1000);

test('refused reads do not prolong the wait', () => {
  const limit = new ReadLimit();
  for (let i = 0; i < 60; i++) expect(limit.take('192.0.2.1', at(0))).toBe(0);
  for (let i = 0; i < 640; i++) expect(limit.take('192.0.2.1', at(0))).toBe(1);
  expect(limit.take('192.0.2.1', at(1))).toBe(0);
  expect(limit.take('192.0.2.1', at(1))).toBe(1);
});

test('addresses of one /64 share a limit, others do not', () => {
  const limit = new ReadLimit();
  for (let i = 0; i < 60; i++) expect(limit.take(`2001:db8::${i + 1}`, at(0))).toBe(0);
  expect(limit.take('2001:db8::ffff', at(0))).toBeGreaterThan(0);
  expect(limit.take('2001:db8:0:1::1', at(0))).toBe(0);
});
