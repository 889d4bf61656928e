import type { Examples } from '@voltloop/resource-kit';

export const bomExamples: Examples = {
  row: async (n, make) => ({
    name: `第${n}号清单 Parts ${n}`,
    parentId: await make('deviceCategory'),
    revision: 'V1.0',
    lines: [
      { childId: await make('deviceCategory', { productType: 2 }), quantity: 12 },
      { childId: await make('deviceCategory', { productType: 3 }), quantity: 96 },
    ],
    remark: 'note',
  }),
  change: { field: 'revision', to: 'V1.1' },
  wrong: [
    ['name', 'x'.repeat(101), 'validation.too_big'],
    ['parentId', crypto.randomUUID(), 'resource.noReference'],
    ['lines', [{ childId: 'x', quantity: 1 }], 'validation.invalid_format'],
    ['lines', [{ childId: crypto.randomUUID() }], 'resource.required'],
    ['lines', [{ childId: crypto.randomUUID(), quantity: 0 }], 'validation.too_small'],
    ['lines', [{ childId: crypto.randomUUID(), quantity: 1.5 }], 'check.integer'],
    ['lines', [{ childId: crypto.randomUUID(), quantity: 1e9 }], 'validation.too_big'],
  ],
};
