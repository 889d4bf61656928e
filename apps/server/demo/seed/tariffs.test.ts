import { tariffContent } from '@voltloop/contract';
import { expect, test } from 'vitest';
import { towns } from '../../../../simulator/places.ts';
import { tariffOf } from './tariffs.ts';

test('every country of the fleet has a valid tariff in its own currency', () => {
  const currencies = new Map<string, string>();
  for (const { country } of towns) {
    const tariff = tariffContent.parse(tariffOf(country));
    expect(tariff).toEqual({ ...tariffOf(country), ...('source_url' in tariff ? { source_url: null } : {}) });
    currencies.set(country, tariff.currency);
  }
  expect(Object.fromEntries(currencies)).toEqual({
    AU: 'AUD',
    BR: 'BRL',
    CN: 'CNY',
    DE: 'EUR',
    ES: 'EUR',
    GB: 'GBP',
    IN: 'INR',
    IT: 'EUR',
    JP: 'JPY',
    NZ: 'NZD',
    US: 'USD',
    ZA: 'ZAR',
  });
});
