import { creditCheckCharacter, organisationCheckCharacter } from '@voltloop/domain/checks/index.ts';
import type { Examples } from '@voltloop/resource-kit';

/** The nth valid credit code of a company in Guangdong. */
function creditCode(n: number): string {
  const organisation = String(20_000_000 + n);
  const first17 = `91440300${organisation}${organisationCheckCharacter(organisation)}`;
  return first17 + creditCheckCharacter(first17);
}
const permit = {
  type: 2,
  no: 'GD-HW-440301',
  issuer: '广东省生态环境厅',
  validFrom: '2024-01-01',
  validTo: '2029-01-01',
};

export const enterpriseExamples: Examples = {
  row: (n) => ({
    name: `第${n}再生 Recycler ${n}`,
    kind: 6,
    creditCode: creditCode(n),
    duns: String(100_000_000 + n),
    makerCode: n.toString(36).toUpperCase().padStart(3, '0'),
    filingNo: 'BA-2024-001',
    legalPerson: '陈志强',
    contact: '王小明',
    phone: '13800138000',
    region: '440305',
    address: '广东省深圳市南山区科技园路1号',
    longitude: '113.943062',
    latitude: '22.540503',
    permits: [permit, { ...permit, no: 'GD-HW-440302', validTo: '2027-05-31' }],
    eiaNo: '深环批〔2021〕12号',
    dischargePermitNo: '91440300001P',
    onIndustryList: 1,
    remark: 'note',
  }),
  change: { field: 'name', to: '新企业' },
  wrong: [
    ['name', 'x'.repeat(101), 'validation.too_big'],
    ['kind', 9, 'validation.invalid_value'],
    ['creditCode', creditCode(1).replace(/.$/, '!'), 'check.creditCode.characters'],
    ['duns', '12345678', 'check.duns'],
    ['makerCode', 'A-1', 'check.makerCode'],
    ['phone', '12345', 'check.phone'],
    ['longitude', '200', 'validation.too_big'],
    ['onIndustryList', 2, 'validation.invalid_value'],
    ['permits', [{ ...permit, validTo: '31.02.2027' }], 'check.date'],
    ['permits', 'none', 'validation.invalid_type'],
  ],
};
