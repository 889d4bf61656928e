import { vinCheckCharacter } from '@voltloop/domain/checks/index.ts';
import type { Examples } from '@voltloop/resource-kit';

/** The nth valid VIN. */
function vin(n: number): string {
  const serial = String(n).padStart(8, '0');
  return `LC0CE4CB${vinCheckCharacter(`LC0CE4CB0${serial}`)}${serial}`;
}

export const vehicleExamples: Examples = {
  row: async (n, make) => ({
    vin: vin(n),
    plateNo: `粤BD${String(n).padStart(5, '0')}`,
    brand: '比亚迪',
    model: `唐 EV ${n}`,
    category: 'BEV',
    useNature: 'taxi',
    ownerType: 2,
    ownerCustomerId: await make('customer', { customerType: 0 }),
    regDate: '2021-05-06',
    purchaseDate: '2021-04-30',
    mileageKm: 120_500,
    batteryComplete: 1,
    remark: 'note',
  }),
  change: { field: 'mileageKm', to: 130_000 },
  wrong: [
    ['vin', '1M8GDM9A1KP042788', 'check.vinCheck'],
    ['vin', 'LC0CE4CB0N000000I', 'check.vin'],
    ['vin', 'X'.repeat(18), 'validation.too_big'],
    ['plateNo', '粤BI2345', 'check.plate'],
    ['category', 'EV', 'validation.invalid_value'],
    ['regDate', '2023-02-29', 'check.date'],
    ['mileageKm', -5, 'validation.too_small'],
    ['mileageKm', 1e12, 'validation.too_big'],
    ['ownerCustomerId', '018f0000-0000-7000-8000-000000000001', 'resource.noReference'],
  ],
};
