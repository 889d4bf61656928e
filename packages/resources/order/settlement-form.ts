import { businessDay } from '@voltloop/domain/checks/index.ts';
import { date, decimal, type Resource, text } from '@voltloop/resource-kit';
import { metalFields, metalPriceFrom } from '../metal-price.ts';
import { order } from './order.resource.ts';
import { settledDelivery } from './order-amounts.ts';

const mass = { scale: 3, max: 10_000_000, unit: 'kg' } as const;
const percent = { scale: 2, max: 100, unit: '%' } as const;
const from = ['kg', 'impurityPct', 'waterPct', ...metalPriceFrom];
const { life: _, ...rest } = order;

const fields = {
  settledOn: date('Settled on', '结算日期', { required: true, today: true, checks: [businessDay] }),
  assayNo: text('Assay', '化验单号', { max: 50 }),
  kg: decimal('Mass as weighed by the customer', '客户过磅重量', { ...mass, required: true }),
  impurityPct: decimal('Impurities', '扣杂', percent),
  waterPct: decimal('Water', '扣水', { ...percent, scale: 4 }),
  settledKg: decimal('Settled mass', '结算重量', {
    ...mass,
    server: true,
    calculated: { from, of: (values) => settledDelivery(values)?.kg ?? null },
  }),
  ...metalFields(),
  amount: decimal('Amount', '结算金额', {
    scale: 2,
    max: 100_000_000_000_000,
    unit: '¥',
    server: true,
    calculated: { from, of: (values) => settledDelivery(values)?.amount ?? null },
  }),
} satisfies Resource['fields'];

/** The input of a settlement by metal content: the same check in the form and on the server. */
export const settlementForm: Resource = {
  ...rest,
  fields,
  form: [{ title: { en: 'Settlement', zh: '结算' }, fields: Object.keys(fields) }],
};
