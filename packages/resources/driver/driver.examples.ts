import { idCardCheckCharacter } from '@voltloop/domain/checks/index.ts';
import type { Examples } from '@voltloop/resource-kit';

/** The nth valid identity card of a person born on 15 June 1985. */
function idCard(n: number): string {
  const first17 = `44030019850615${String(n % 1000).padStart(3, '0')}`;
  return first17 + idCardCheckCharacter(first17);
}

export const driverExamples: Examples = {
  row: (n) => ({
    name: `司机${n}`,
    mobile: `1390013${String(n % 10_000).padStart(4, '0')}`,
    idCard: idCard(n),
    licenceNo: idCard(n),
    licenceClass: 'B2',
    licenceValidTo: '2031-05-06',
    dangerousGoodsCertNo: `440300${String(n).padStart(8, '0')}`,
    dangerousGoodsCertValidTo: '2028-01-31',
    emergencyContact: '李四',
    emergencyPhone: '0755-26001234',
    remark: 'note',
  }),
  change: { field: 'licenceClass', to: 'A2' },
  wrong: [
    ['name', '名'.repeat(51), 'validation.too_big'],
    ['mobile', '12345678901', 'check.mobile'],
    ['idCard', idCard(1).replace(/.$/, (last) => (last === '1' ? '2' : '1')), 'check.idCardCheck'],
    ['idCard', '440300198502300011', 'check.idCardBirth'],
    ['licenceClass', 'Z9', 'validation.invalid_value'],
    ['licenceValidTo', '2031-13-01', 'check.date'],
    ['emergencyPhone', 'call me', 'check.phone'],
    ['licencePictures', ['a', 'b', 'c', 'd', 'e'], 'validation.too_big'],
  ],
};
