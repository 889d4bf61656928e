import { expect, test } from 'vitest';
import { currencyOfZone } from './currency-of.ts';

test.each([
  ['Australia/Sydney', 'AUD'],
  ['Europe/Berlin', 'EUR'],
  ['Europe/Busingen', 'EUR'],
  ['Europe/Zurich', 'CHF'],
  ['Asia/Shanghai', 'CNY'],
  ['Asia/Kolkata', 'INR'],
  ['Asia/Calcutta', 'INR'],
  ['Europe/Kyiv', 'UAH'],
  ['America/Argentina/Buenos_Aires', 'ARS'],
  ['America/Sao_Paulo', 'BRL'],
  ['America/Los_Angeles', 'USD'],
  ['UTC', null],
  ['Etc/GMT+5', null],
])('the currency in %s is %s', (zone, currency) => {
  expect(currencyOfZone(zone)).toBe(currency);
});
