import { describe, expect, test } from 'vitest';
import { reportFields } from './fields.ts';
import { isRequired, payloadProblems, valueProblem } from './problems.ts';
import { reportSteps } from './steps.ts';

const receipt = {
  code: '04QPB12345678A6B90000001',
  level: 'P',
  inboundDate: '2026-04-01',
  sourceKind: 'company',
  sourceUscc: '91350100M000100Y43',
  sourceName: '某拆解厂',
  batteryType: 'B',
  mass: '400.5',
  store: '收货库',
  receiptNo: 'RK20260401-0001',
};

describe('a record', () => {
  test('has fields for every type, each named once', () => {
    for (let type = 1; type <= 10; type++) {
      const names = reportFields(type).map(({ name }) => name);
      expect(names.length).toBeGreaterThan(8);
      expect(new Set(names).size).toBe(names.length);
      const missing = payloadProblems(type, {}).map(({ field }) => field);
      expect(missing).toEqual(
        reportFields(type)
          .filter(({ required, when }) => required && !when)
          .map(({ name }) => name),
      );
    }
    expect(reportFields(11)).toEqual([]);
  });

  test('has no problem if complete', () => expect(payloadProblems(8, receipt)).toEqual([]));

  test('requires a field only if another one calls for it', () => {
    const { sourceUscc: _, ...person } = { ...receipt, sourceKind: 'person' };
    expect(payloadProblems(8, person)).toEqual([]);
    expect(payloadProblems(8, { ...person, sourceKind: 'company' })).toEqual([
      { field: 'sourceUscc', key: 'check.required' },
    ]);
  });

  test('has no more mass than its weighing', () => {
    const byMass = {
      batteryType: 'B',
      form: 'black_mass',
      net: '1000',
      inboundDate: '2026-04-01',
      lotNo: 'L-1',
      sourceKind: 'person',
      sourceName: '张三',
      store: '收货库',
      weighTicketNo: 'BD-1',
    };
    const weighed = (gross: string, tare: string) => payloadProblems(9, { ...byMass, gross, tare });
    expect(weighed('15991', '15000')).toEqual([]);
    // The truck had other goods, too.
    expect(weighed('25000', '15000')).toEqual([]);
    expect(weighed('1500', '600')).toEqual([
      { field: 'gross', key: 'reporting.heavierThanWeighed?kg=1000&weighed=900' },
    ]);
    expect(weighed('600', '1500')).toEqual([{ field: 'tare', key: 'reporting.tareTooHeavy' }]);
  });

  test('requires the credit code of a company only', () => {
    const field = reportFields(8).find(({ name }) => name === 'sourceUscc');
    expect(['company', 'person'].map((sourceKind) => field && isRequired(field, { sourceKind }))).toEqual([
      true,
      false,
    ]);
  });

  test('is checked inside its lists', () => {
    const components = [
      { isCode: true, origCode: 'x' },
      { isCode: false, sourceDuns: '123456789' },
    ];
    const problems = payloadProblems(4, { components }).filter(({ field }) => field.startsWith('components'));
    expect(problems).toEqual([
      { field: 'components.0.origCode', key: 'check.batteryCode.characters' },
      { field: 'components.1.sourceEnt', key: 'check.required' },
    ]);
  });
});

test('has values that are checked by their kind', () => {
  const field = (type: number, name: string) => {
    const found = reportFields(type).find((each) => each.name === name);
    if (!found) throw new Error(name);
    return found;
  };
  for (const [value, key] of [
    ['400.125', null],
    ['400.1250', null],
    ['400.1255', 'check.decimals?max=3'],
    ['-1', 'check.decimal'],
    ['1e9', 'check.decimal'],
    [400, 'check.decimal'],
    ['2000000000', 'check.range?min=0&max=1000000000'],
    ['', null],
    [null, null],
  ] as const)
    expect([value, valueProblem(field(8, 'mass'), value)]).toEqual([value, key]);
  expect(valueProblem(field(8, 'inboundDate'), '2026-02-30')).toBe('check.date');
  expect(valueProblem(field(8, 'inboundDate'), '9999-12-31')).toBe('check.businessDay');
  expect(valueProblem(field(8, 'contractNo'), 'x'.repeat(51))).toBe('check.maxLength?max=50');
  expect(valueProblem(field(1, 'packCount'), 1.5)).toBe('check.integer');
  expect(valueProblem(field(1, 'batteryComplete'), 'yes')).toBe('reporting.choice');
  expect(valueProblem(field(1, 'damage'), 'none')).toBeNull();
  expect(valueProblem(field(1, 'damage'), 'nothing')).toBe('reporting.choice');
});

test('a report goes from not reported to reporting, then to accepted or failed, and can be retried', () =>
  expect(reportSteps).toEqual([
    [1, 2],
    [2, 3],
    [2, 4],
    [4, 2],
  ]));
