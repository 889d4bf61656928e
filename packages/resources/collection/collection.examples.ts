import type { Examples } from '@voltloop/resource-kit';

const cells = { material: 'cell', chemistry: 'B', basis: 'kg', pieces: 100, kg: '540', unitPrice: '7.6' };

export const collectionExamples: Examples = {
  row: async (n, make) => ({
    customerType: 0,
    clientId: await make('customer', { customerType: 0 }),
    siteId: await make('recycleSite'),
    contact: '王小明',
    phone: '13800138000',
    pickupAddress: '福建省厦门市思明区湖滨南路1号',
    pickupDate: '2027-03-01',
    validUntil: '2027-02-28',
    lines: [cells, { material: 'pack', chemistry: 'E', basis: 'piece', pieces: 2, unitPrice: '2500.5' }],
    remark: `备注 ${n}`,
  }),
  change: { field: 'remark', to: '新备注' },
  wrong: [
    ['customerType', 2, 'validation.invalid_value'],
    ['clientId', crypto.randomUUID(), 'resource.noReference'],
    ['siteId', crypto.randomUUID(), 'resource.noReference'],
    ['validUntil', '2027-02-29', 'check.date'],
    ['phone', '1', 'check.phone'],
    ['lines', [{ ...cells, basis: 'gift' }], 'validation.invalid_value'],
    ['lines', [{ ...cells, kg: '-1' }], 'validation.too_small'],
    ['lines', [{ ...cells, kg: '1.0001' }], 'check.decimals'],
    ['lines', [{ ...cells, basis: 'metal', liPct: '100.1' }], 'validation.too_big'],
    ['lines', [{ kg: '1' }], 'resource.required'],
  ],
  // These steps require input or a reason.
  guarded: ['quote', 'accept', 'receive', 'inspect', 'settle', 'decline', 'cancel'],
};
