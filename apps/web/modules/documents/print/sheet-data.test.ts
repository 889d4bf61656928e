import { issueKind } from '@voltloop/resources/issue/issue.resource.ts';
import { receiptKind } from '@voltloop/resources/receipt/receipt.resource.ts';
import { describe, expect, test } from 'vitest';
import type { Row } from '../../resources/index.ts';
import { factsOf, tableOf, totalsOf } from './sheet-data.ts';
import { signaturesOf, titleOf } from './words.ts';

const row = (values: object) => ({ titles: {}, ...values }) as Row;

describe('the facts of a printed document', () => {
  test('are the filled fields of its header, with the net mass from gross and tare', () => {
    const facts = factsOf(
      receiptKind,
      row({
        no: 'RK1',
        preset: 'purchase',
        day: '2026-11-22',
        storeId: 's',
        enterpriseId: 'e',
        status: 'posted',
        grossKg: '12000.5',
        tareKg: '8000',
        plate: '粤B12345',
        kg: '4000',
        remark: null,
        titles: { storeId: '收货库', enterpriseId: '某拆解厂' },
      }),
      'zh',
    );
    expect(facts).toEqual([
      ['业务日期', '2026-11-22'],
      ['仓库', '收货库'],
      ['来源企业', '某拆解厂'],
      ['车牌号', '粤B12345'],
      ['毛重', '12,000.5 kg'],
      ['皮重', '8,000 kg'],
      ['净重', '4,000.5 kg'],
    ]);
  });
});

describe('the table of a printed document', () => {
  test('has the non-empty columns, the counted mass, and amounts of priced lines', () => {
    const table = tableOf(
      issueKind,
      [
        { clientKey: 'a', code: '001P', kg: null, mass: '402.5', unitPrice: '1250.255', remark: '' },
        {
          clientKey: 'b',
          code: null,
          lotNo: 'L-1',
          material: 'cell',
          kg: '10.5',
          mass: '10.5',
          unitPrice: '8.1',
        },
        { clientKey: 'c', code: '002P', kg: null, mass: null, unitPrice: null },
      ],
      'zh',
    );
    expect(table.columns.map(({ label }) => label)).toEqual([
      '电池编码',
      '批号',
      '材料形态',
      '重量（kg）',
      '单价',
      '金额（元）',
    ]);
    expect(table.rows).toEqual([
      ['001P', '', '', '402.5', '1,250.255', '1,250.26'],
      ['', 'L-1', '单体', '10.5', '8.1', '85.05'],
      ['002P', '', '', '', '', ''],
    ]);
    expect(table.amount).toBe('1335.31');
  });

  test('has no amount without prices', () => {
    expect(tableOf(issueKind, [{ clientKey: 'a', code: '001P', mass: '1' }], 'en').amount).toBeNull();
  });
});

describe('the totals of a printed document', () => {
  const input = { pieces: 8, kg: '40' };
  test('are those of its lines, without pieces where all goods are by mass', () => {
    expect(totalsOf('issue', row({ status: 'posted' }), input, 'zh')).toEqual([
      ['件数', '8'],
      ['重量（kg）', '40'],
    ]);
    expect(totalsOf('scrap', row({ status: 'posted' }), { pieces: 0, kg: '1030.5' }, 'zh')).toEqual([
      ['重量（kg）', '1,030.5'],
    ]);
  });

  test('are the input of a run, and the input and the products of a posted production', () => {
    expect(totalsOf('recyclingRun', row({ status: 'posted' }), { pieces: 0, kg: '100' }, 'zh')).toEqual([
      ['投入重量（kg）', '100'],
    ]);
    const made = { pieces: 1, kg: '42.5' };
    expect(totalsOf('production', row({ status: 'draft', ...made }), input, 'zh')).toHaveLength(2);
    expect(totalsOf('production', row({ status: 'posted', ...made }), input, 'zh')).toEqual([
      ['投入件数', '8'],
      ['投入重量（kg）', '40'],
      ['产出件数', '1'],
      ['产出重量（kg）', '42.5'],
    ]);
  });
});

describe('the title of a printed document', () => {
  test('is the usual term of the trade', () => {
    const one = { en: 'Receipt', zh: '入库单' };
    expect(titleOf('receipt', 'purchase', one, { en: 'Purchase', zh: '采购入库' })).toEqual({
      en: 'Receipt: Purchase',
      zh: '采购入库单',
    });
    expect(titleOf('scrap', 'coded', one, { en: 'x', zh: 'x' }).zh).toBe('报废处置单');
    expect(titleOf('issue', 'handover', one, { en: 'x', zh: 'x' }).zh).toBe('报废电池移交单');
    expect(titleOf('movement', null, { en: 'Move', zh: '移库单' }, undefined).zh).toBe('移库单');
    expect(signaturesOf('issue').map(({ zh }) => zh)).toContain('押运员');
    expect(signaturesOf('collection').length).toBeGreaterThan(2);
  });
});
