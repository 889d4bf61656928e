import { describeResource } from '../../../apps/server/testing/describe-resource.ts';
import { order } from './order.resource.ts';

let codes = 0;

describeResource(order, {
  row: async (n, make) => ({
    customerType: 0,
    clientId: await make('customer', { clientName: `张三 ${n}`, customerType: 0 }),
    productType: 1,
    categoryId: await make('deviceCategory', {
      categoryName: `电池包 ${n}`,
      categoryCode: (++codes).toString(36).toUpperCase().padStart(2, '0'),
      productType: 1,
    }),
    cascadeType: 2,
    quantity: 30 + n,
    unitPrice: '1999.9999',
    tolerancePct: '2.5',
    invoiceType: 2,
    deliveryDate: '2027-03-01',
    address: '福建省厦门市',
    remark: 'note',
  }),
  change: { field: 'address', to: '福建省泉州市' },
  // An emptied type falls back to that of the customer; an order needs at least one line.
  kept: ['customerType', 'productType', 'quantity', 'lines', 'tolerancePct'],
  guarded: ['close'],
  wrong: [
    ['clientId', crypto.randomUUID(), 'resource.noReference'],
    ['productType', 4, 'validation.invalid_value'],
    ['quantity', 0, 'validation.too_small'],
    ['quantity', -5, 'validation.too_small'],
    ['quantity', 3e9, 'validation.too_big'],
    ['quantity', '1.5', 'check.integer'],
    ['quantity', '<script>', 'check.integer'],
    ['unitPrice', '-1', 'validation.too_small'],
    ['unitPrice', '0.00001', 'check.decimals'],
    ['unitPrice', '1e3', 'check.decimal'],
    ['lines', [{ productType: 1, quantity: '0', unit: 'kg' }], 'validation.too_small'],
    ['lines', [{ productType: 1, quantity: '1.5', unit: 'piece' }], 'rule.order.wholePieces'],
    ['lines', [{ productType: 1, quantity: '1.0001', unit: 'kg' }], 'check.decimals'],
    ['lines', [{ productType: 1, unit: 'kg' }], 'resource.required'],
    ['tolerancePct', '10.01', 'validation.too_big'],
    ['deliveryDate', '2027-02-29', 'check.date'],
    ['invoiceType', 3, 'validation.invalid_value'],
  ],
});
