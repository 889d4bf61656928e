import { receiptKind } from '@voltloop/resources/receipt/receipt.resource.ts';
import { expect, test } from 'vitest';
import { checkSource } from './check-source.ts';
import type { Document } from './document.ts';

const keysOf = (preset: string, more: object = {}) =>
  checkSource(
    receiptKind.presets[preset] as (typeof receiptKind.presets)[string],
    {
      enterprise_id: null,
      customer_id: null,
      ...more,
    } as unknown as Document,
  ).map(({ path, key }) => `${path} ${key}`);

test('a receipt without a source raises a warning if its reports require one', () => {
  expect(keysOf('collection')).toEqual(['enterpriseId rule.document.noSource']);
  expect(keysOf('collection', { enterprise_id: 'e' })).toEqual([]);
  expect(keysOf('collection', { customer_id: 'c' })).toEqual([]);
  expect(keysOf('vehicle')).toEqual([]);
  expect(keysOf('production')).toEqual([]);
});
