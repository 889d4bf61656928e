import type { Facts, StoredRow, Values } from '@voltloop/resource-kit';
import { describe, expect, it } from 'vitest';
import { batteryRules } from './battery.rules.ts';

const now = new Date('2026-04-01T00:00:00Z');
const derived = (values: Values, before: Values | null = null) =>
  batteryRules.derive?.({ values, before: before as StoredRow | null }, now) ?? {};

/** The problems of a row after derivation; the database returns `rows` in turn, by table. */
async function problemsOf(values: Values, rows: Record<string, object[]> = {}, before: Values | null = null) {
  const table = (sql: string) => {
    if (sql.includes('min(')) return 'parts';
    if (sql.includes('jsonb_array_elements')) return 'used';
    if (sql.includes('no key update')) return 'originals';
    return sql.includes('battery_code as code') ? 'ended' : 'wholes';
  };
  const query = async (sql: string) => rows[table(sql)] ?? [];
  const facts = { tenantId: 't', accountId: 'a', now, query } as Facts;
  const found = await batteryRules.check?.(facts, [
    { values: derived(values, before), before: before as StoredRow | null },
  ]);
  return (found?.[0] ?? []).map(({ field, key }) => [field, key.replace('rule.battery.', '')]);
}

const cell = '04QCB76836300JBC40000903';
const echelonPack = '001PB03G3C0221953RP';

describe('values derived from a code', () => {
  it('of 24 characters', () => {
    expect(derived({ batteryCode: cell })).toEqual({
      batteryCode: cell,
      productType: 3,
      chemistry: 'B',
      batteryType: '2',
      isCascade: 2,
      makerCode: '04Q',
      specCode: '76',
      traceCode: '836300J',
      productionDate: '2021-12-04',
      serial: '0000903',
    });
  });

  it('of 19 characters, which has no traceability code and an earlier date position', () => {
    expect(derived({ batteryCode: echelonPack })).toMatchObject({
      productType: 1,
      isCascade: 1,
      makerCode: '001',
      traceCode: null,
      productionDate: '2026-03-12',
      serial: '0221953',
    });
  });

  it('come from a scanned text as it is, but not from a text that is not a code', () => {
    expect(derived({ batteryCode: ' 04qcb76836300\njbc40000903 ' })).toMatchObject({ makerCode: '04Q' });
    for (const batteryCode of ['', 'A765101015', undefined, null, 5])
      expect(derived({ batteryCode })).toMatchObject({ makerCode: null, productionDate: null, serial: null });
  });

  it('omit a date that does not exist in the calendar', () => {
    expect(derived({ batteryCode: cell.replace('BC4', 'B2Y') }).productionDate).toBeNull();
  });

  it('do not overwrite a value entered by a person, but follow a corrected code', () => {
    expect(derived({ batteryCode: cell, chemistry: 'E' })).toMatchObject({
      chemistry: 'E',
      batteryType: '5',
    });
    const before = { batteryCode: cell, productType: 3, chemistry: 'B', isCascade: 2 };
    expect(derived({ ...before, batteryCode: cell.replace('QCB', 'QME') }, before)).toMatchObject({
      productType: 2,
      chemistry: 'E',
      batteryType: '5',
    });
    expect(
      derived({ ...before, batteryCode: cell.replace('QC', 'QM'), productType: 1 }, before),
    ).toMatchObject({
      productType: 1,
    });
  });

  it('map H to other, and a supercapacitor to type 7', () => {
    expect(derived({ batteryCode: cell.replace('QCB', 'QCH') })).toMatchObject({
      chemistry: 'Z',
      batteryType: '7',
    });
    expect(derived({ batteryCode: cell.replace('QCB', 'QCF') })).toMatchObject({
      chemistry: 'F',
      batteryType: '7',
    });
  });
});

describe('a battery', () => {
  const original = { isCode: 1, code: cell };
  const uncoded = { isCode: 2, source: '某厂', quantity: 4 };
  const found = { originals: [{ code: cell, chemistry: 'B', state: 'in_stock' }] };
  it.each<[string, Values, [string, string][]]>([
    ['that agrees with its code', { batteryCode: cell }, []],
    [
      'of another product type than its code',
      { batteryCode: cell, productType: 1 },
      [['productType', 'productTypeDiffers']],
    ],
    ['of another chemistry', { batteryCode: cell, chemistry: 'A' }, [['chemistry', 'chemistryDiffers']]],
    [
      'marked as an echelon product against its code',
      { batteryCode: cell, isCascade: 1, originalCodes: [uncoded] },
      [['isCascade', 'isCascadeDiffers']],
    ],
    [
      'whose code lacks product type and chemistry',
      { batteryCode: cell.replace('QCB', 'Q4X') },
      [
        ['productType', 'productTypeMissing'],
        ['chemistry', 'chemistryMissing'],
      ],
    ],
    [
      'whose missing product type and chemistry are entered',
      { batteryCode: cell.replace('QCB', 'Q4X'), productType: 1, chemistry: 'E' },
      [],
    ],
    [
      'reused in a form that its product type allows',
      { batteryCode: echelonPack, cascadeType: 2, originalCodes: [uncoded] },
      [],
    ],
    [
      'of the second life without originals',
      { batteryCode: echelonPack },
      [['originalCodes', 'originalsMissing']],
    ],
    [
      'whose code has a production date in the future',
      { batteryCode: cell.replace('JBC4', 'JG42') },
      [['batteryCode', 'producedInFuture?date=2026-04-02']],
    ],
    [
      'reused in a form that its product type does not allow',
      { batteryCode: echelonPack, cascadeType: 3, originalCodes: [uncoded] },
      [['cascadeType', 'cascadeType']],
    ],
    ['made of other batteries', { batteryCode: echelonPack, originalCodes: [original, uncoded] }, []],
    [
      'made of incomplete originals',
      { batteryCode: echelonPack, originalCodes: [{ isCode: 1 }, { isCode: 2 }] },
      [
        ['originalCodes.0.code', 'originalCodeMissing'],
        ['originalCodes.1.source', 'originalSource'],
      ],
    ],
    [
      'that names an original twice',
      { batteryCode: echelonPack, originalCodes: [original, original] },
      [['originalCodes.1.code', 'originalCodeTwice']],
    ],
    [
      'that names itself as an original',
      { batteryCode: echelonPack, originalCodes: [{ isCode: 1, code: echelonPack }] },
      [
        ['originalCodes.0.code', 'originalCodeTwice'],
        ['originalCodes.0.code', 'originalUnknown'],
      ],
    ],
  ])('%s', async (_name, values, expected) => expect(await problemsOf(values, found)).toEqual(expected));

  const module = { batteryCode: cell.replace('QC', 'QM') };
  const whole = (product_type: number, state = 'in_stock') => ({
    wholes: [{ id: 'w', product_type, chemistry: 'B', state }],
  });
  it.each<[string, Values, Record<string, object[]>, [string, string][]]>([
    ['module in a pack', module, whole(1), []],
    ['cell in a pack', { batteryCode: cell }, whole(1), []],
    ['module in a module', module, whole(2), [['parentId', 'parentLevel']]],
    ['module in a cell', module, whole(3), [['parentId', 'parentLevel']]],
    ['module in a scrapped pack', module, whole(1, 'scrapped'), [['parentId', 'parentClosed']]],
    [
      'cell in a pack of another chemistry',
      { batteryCode: cell.replace('QCB', 'QCE') },
      whole(1),
      [['parentId', 'parentChemistry']],
    ],
  ])('as a %s', async (_name, values, rows, expected) => {
    expect(await problemsOf({ ...values, parentId: 'w' }, rows)).toEqual(expected);
  });

  it('with cells cannot become a cell itself', async () => {
    const before = { id: 'm', batteryCode: module.batteryCode, productType: 2, chemistry: 'B', isCascade: 2 };
    const values = { ...before, batteryCode: cell };
    expect(
      await problemsOf(values, { parts: [{ parent_id: 'm', highest: 3, chemistries: ['B'] }] }, before),
    ).toEqual([['productType', 'partsLevel']]);
    expect(await problemsOf(values, { parts: [] }, before)).toEqual([]);
  });

  it('can stay in the scrapped pack that it is already in', async () => {
    const before = { id: 'm', ...module, productType: 2, chemistry: 'B', isCascade: 2, parentId: 'w' };
    expect(await problemsOf({ ...before, remark: 'x' }, whole(1, 'scrapped'), before)).toEqual([]);
  });
});
