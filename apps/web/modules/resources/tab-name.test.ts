import { receipt } from '@voltloop/resources/receipt/receipt.resource.ts';
import { expect, test } from 'vitest';
import { tabName } from './tab-name.ts';
import type { Row } from './views.ts';

test('the tab of a draft is named by its kind and partner, that of a document by its number', () => {
  const draft = { titles: { enterpriseId: '福建回收', storeId: '一号库' }, no: null } as unknown as Row;
  expect(tabName(receipt, draft, 'zh')).toBe('入库单 · 福建回收');
  expect(tabName(receipt, { ...draft, no: 'RK20261128-0001' } as Row, 'zh')).toBe('RK20261128-0001');
  expect(tabName(receipt, { ...draft, titles: {} } as Row, 'zh')).toBe('入库单');
});
