import type { Examples } from '@voltloop/resource-kit';

const goods = { goods: '电池包', unit: '件', quantity: '2', unitPrice: '1000', taxRate: 13 };

export const invoiceExamples: Examples = {
  row: async (n, make) => ({
    direction: 'out',
    invoiceType: 1,
    clientId: await make('customer', { customerType: 0 }),
    lines: [goods, { ...goods, goods: '运费', quantity: '1', unitPrice: '99.99', taxRate: 9 }],
    remark: `备注 ${n}`,
  }),
  change: { field: 'remark', to: '新备注' },
  wrong: [
    ['direction', 'sideways', 'validation.invalid_value'],
    ['invoiceType', 3, 'validation.invalid_value'],
    ['clientId', crypto.randomUUID(), 'resource.noReference'],
    ['lines', [{ ...goods, quantity: '0' }], 'rule.invoice.nothing'],
    ['lines', [{ ...goods, quantity: '-1' }], 'rule.invoice.nothing'],
    ['lines', [{ ...goods, unitPrice: '-1' }], 'validation.too_small'],
    ['lines', [{ ...goods, taxRate: 12 }], 'validation.invalid_value'],
    ['lines', [{ ...goods, deliveryId: crypto.randomUUID() }], 'rule.invoice.notDelivered'],
    ['lines', [{ ...goods, deliveryId: 'x' }], 'rule.invoice.notDelivered'],
    ['remark', 'x'.repeat(231), 'validation.too_big'],
  ],
  // This step requires a number and a day.
  guarded: ['issue'],
};
