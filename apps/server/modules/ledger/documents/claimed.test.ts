import { expect, test } from 'vitest';
import { type Claim, claimed, overclaimed } from './claimed.ts';

const claim = (kg: string | null, conditions: string[] | null = null): Claim => ({
  itemId: 'i',
  kg,
  conditions,
  no: 'CK1',
  by: '王',
  at: 5,
});
const keyOf = (claims: Claim[], there: string, wanted: string, conditions?: string[]) =>
  overclaimed(claims, conditions ? { conditions } : {}, there, wanted)?.key ?? null;

test('the error of a claimed battery names the document that claimed it', () => {
  expect(claimed(undefined)).toBeNull();
  expect(claimed([claim(null)])?.key).toBe('rule.document.claimed?no=CK1&by=%E7%8E%8B&at=5');
});

test('the free mass of a lot is its mass minus the claims', () => {
  expect(keyOf([], '100', '100')).toBeNull();
  expect(keyOf([claim('60')], '100', '40')).toBeNull();
  expect(keyOf([claim('60')], '100', '40.001')).toContain('lotClaimed?free=40&no=CK1');
  expect(keyOf([claim('60'), claim('50')], '100', '1')).toContain('free=0');
});

test('claims on goods in other conditions do not count', () => {
  expect(keyOf([claim('60', ['available'])], '50', '50', ['scrapped'])).toBeNull();
  expect(keyOf([claim('60', ['available'])], '50', '50', ['available', 'hold'])).toContain('free=0');
  expect(keyOf([claim('60', ['available'])], '50', '50')).toContain('free=0');
});
