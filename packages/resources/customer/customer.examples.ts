import { creditCheckCharacter, organisationCheckCharacter } from '@voltloop/domain/checks/index.ts';
import type { Examples } from '@voltloop/resource-kit';

/** The nth valid credit code of a company in Fujian. */
function creditCode(n: number): string {
  const organisation = String(10_000_000 + n);
  const first17 = `91350200${organisation}${organisationCheckCharacter(organisation)}`;
  return first17 + creditCheckCharacter(first17);
}

export const customerExamples: Examples = {
  row: (n) => ({
    clientName: `第${n}电池 Company ${n}`,
    customerType: 1,
    creditCode: creditCode(n),
    contact: '王小明',
    phone: `138001380${String(n % 100).padStart(2, '0')}`,
    email: `c${n}@example.org`,
    address: '福建省厦门市思明区湖滨南路1号',
    remark: 'note',
  }),
  change: { field: 'clientName', to: '新名称' },
  wrong: [
    ['clientName', 'x'.repeat(101), 'validation.too_big'],
    ['customerType', 2, 'validation.invalid_value'],
    ['creditCode', creditCode(1).replace(/.$/, '!'), 'check.creditCode.characters'],
    ['creditCode', '9135020010000001X', 'check.creditCode.length'],
    ['duns', '12345678', 'check.duns'],
    ['phone', '12345', 'check.phone'],
    ['postcode', '12', 'check.postcode'],
    ['email', 'c1 at example.org', 'account.email'],
    ['remark', 'see <script>alert(1)</script>', 'check.script'],
  ],
};
