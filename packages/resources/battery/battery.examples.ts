import type { Examples } from '@voltloop/resource-kit';

/** The nth pack code of a maker, with production date 1 March 2025. */
const packCode = (n: number) => `001PB030000001F31${String(n).padStart(7, '0')}`;

export const batteryExamples: Examples = {
  row: async (n) => ({
    batteryCode: packCode(n),
    productType: 1,
    chemistry: 'B',
    isCascade: 2,
    ratedCapacityAh: '280.5',
    ratedEnergyKwh: '60.125',
    ratedVoltageV: '352',
    massKg: '410.25',
    cycleCount: 1200,
    remark: 'note',
  }),
  filledAgain: ['productType', 'chemistry', 'isCascade'],
  change: { field: 'massKg', to: '409' },
  wrong: [
    ['batteryCode', 'A765101015', 'check.batteryCode.length'],
    ['batteryCode', '001PB03-000001F310000001', 'check.batteryCode.characters'],
    ['batteryCode', '0'.repeat(24), 'check.batteryCode.allDigits'],
    ['productType', 2, 'rule.battery.productTypeDiffers'],
    ['chemistry', 'E', 'rule.battery.chemistryDiffers'],
    ['isCascade', 1, 'rule.battery.isCascadeDiffers'],
    ['productType', 4, 'validation.invalid_value'],
    ['chemistry', 'X', 'validation.invalid_value'],
    ['massKg', '-1', 'validation.too_small'],
    ['massKg', '1.2345', 'check.decimals'],
    ['massKg', 'NaN', 'check.decimal'],
    ['cycleCount', '1.5', 'check.integer'],
    ['parentId', '018f0000-0000-7000-8000-000000000001', 'resource.noReference'],
    ['batteryCode', '001PB030000001S310000001', 'rule.battery.producedInFuture'],
    ['parentId', 'x', 'validation.invalid_format'],
  ],
};
