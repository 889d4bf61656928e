import { luhn } from '@voltloop/domain/checks/index.ts';
import type { Examples } from '@voltloop/resource-kit';

/** The nth valid number of a China Mobile card. */
function iccid(n: number): string {
  const first19 = `8986002${String(n).padStart(12, '0')}`;
  return [...'0123456789'].map((last) => first19 + last).find(luhn) as string;
}

export const simExamples: Examples = {
  row: (n) => ({
    iccid: iccid(n),
    imsi: `46000${String(n).padStart(10, '0')}`,
    msisdn: `10648${String(n).padStart(8, '0')}`,
    operator: 'CMCC',
    plan: '物联网 100 MB',
    dataQuotaMb: 100,
    apn: 'cmiot',
    activateDate: '2024-01-31',
    expireDate: '2027-01-31',
    remark: 'note',
  }),
  change: { field: 'dataQuotaMb', to: 500 },
  wrong: [
    ['iccid', iccid(1).replace(/.$/, (last) => (last === '1' ? '2' : '1')), 'check.iccidCheck'],
    ['iccid', '12345', 'check.iccid'],
    ['imsi', '46000-123', 'check.imsi'],
    ['msisdn', '+86 138', 'check.msisdn'],
    ['operator', 'T-Mobile', 'validation.invalid_value'],
    ['dataQuotaMb', -1, 'validation.too_small'],
    ['expireDate', '2027-02-30', 'check.date'],
  ],
};
