import type { Examples } from '@voltloop/resource-kit';

const permit = { type: 5, no: '91350200-001P', issuer: '厦门市生态环境局', validTo: '2028-06-30' };

export const recycleSiteExamples: Examples = {
  row: (n) => ({
    name: `第${n}回收网点 Site ${n}`,
    code: `WD-${String(n).padStart(4, '0')}`,
    kind: 2,
    region: '350203',
    address: '福建省厦门市思明区湖滨南路1号',
    longitude: '118.089425',
    latitude: '24.479834',
    contact: '林建国',
    phone: '0592-5551234',
    capacityTpa: '1200.5',
    storageLimitKg: '30000',
    permits: [permit],
    remark: 'note',
  }),
  change: { field: 'name', to: '新网点' },
  wrong: [
    ['name', 'x'.repeat(101), 'validation.too_big'],
    ['longitude', '181', 'validation.too_big'],
    ['latitude', '24.4798341', 'check.decimals'],
    ['storageLimitKg', '-1', 'validation.too_small'],
    ['storageLimitKg', '1e9', 'check.decimal'],
    ['kind', 9, 'validation.invalid_value'],
    ['region', '3502', 'check.region'],
    ['phone', '12345', 'check.phone'],
    ['permits', [{ ...permit, validTo: '2027-02-29' }], 'check.date'],
    ['permits', [{ ...permit, type: 77 }], 'validation.invalid_value'],
  ],
};
