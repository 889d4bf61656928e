import { expect, test } from 'vitest';
import { formatMoney } from './money.ts';

test.each(['en', 'zh'])('an amount in %s has its sign before the symbol, and at least cents', (language) => {
  expect(formatMoney('-4680', language)).toBe('-¥4,680.00');
  expect(formatMoney('99999999999999.99', language)).toBe('¥99,999,999,999,999.99');
  expect(formatMoney('0.335', language)).toBe('¥0.335');
  expect(formatMoney(null, language)).toBe('–');
});
