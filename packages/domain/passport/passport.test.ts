import { describe, expect, test } from 'vitest';
import { isGtin, isSerial, passportPath } from './address.ts';
import { attributeOf, attributes, categories, enteredFor, wrongValue } from './index.ts';
import { isEuMarket, passportDuty } from './scope.ts';

describe('the duty to have a passport (article 77)', () => {
  test.each([
    ['ev', 60, '2027-02-18', 'yes'],
    ['ev', 1, '2027-02-18', 'yes'],
    ['lmt', 0.5, '2027-02-18', 'yes'],
    ['ev', 60, '2027-02-17', 'later'],
    ['industrial', 2, '2027-02-18', 'no'],
    ['industrial', 2.001, '2027-02-18', 'yes'],
    ['stationary', 10, '2030-01-01', 'yes'],
    ['stationary', 10, '2026-11-23', 'later'],
    ['stationary', null, '2027-02-18', 'unknown'],
    ['lmt', null, '2027-02-18', 'yes'],
  ] as const)('%s of %s kWh, placed on the market on %s: %s', (category, kwh, day, required) => {
    const duty = passportDuty(category, kwh, day);
    expect(duty).toMatchObject({ required, from: '2027-02-18' });
    expect(duty.clause.en).toContain('77(1)');
  });

  test('the market is the European Economic Area', () => {
    expect(['DE', 'NO', 'CN', 'GB', 'CH', null].map(isEuMarket)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('the attributes', () => {
  test('have unique codes, texts in both languages, and a duty for each category', () => {
    expect(new Set(attributes.map(({ code }) => code)).size).toBe(attributes.length);
    for (const { code, name, duty, origins, access } of attributes) {
      expect(
        [name.en, name.zh].every((text) => text.length > 1),
        code,
      ).toBe(true);
      expect(
        Object.values(duty).every((each) => ['x', 'o', '-'].includes(each)),
        code,
      ).toBe(true);
      expect(Object.keys(duty), code).toEqual([...categories]);
      expect(['P', 'L', 'N'], code).toContain(access);
      expect(origins.length, code).toBeGreaterThan(0);
    }
  });

  test('match samples of the longlist', () => {
    const of = (code: string) => {
      const { duty, access, dynamic, individual } = attributeOf(code)!;
      return `${categories.map((each) => duty[each]).join('')} ${access} ${dynamic ? 'D' : 'S'} ${individual ? 'i' : 'm'}`;
    };
    expect(of('status')).toBe('xxxx L D i');
    expect(of('soce')).toBe('x--- L D i');
    expect(of('conformityTestReports')).toBe('xxxx N S m');
    expect(of('selfDischargeEvolution')).toBe('---x L D i');
    expect(of('deepDischarges')).toBe('oxox L D i');
  });

  test('that are entered are offered for the model or the battery, by category', () => {
    const codes = (subject: 'model' | 'battery', category: 'ev' | 'stationary') =>
      enteredFor(subject, category).map(({ code }) => code);
    expect(codes('model', 'ev')).toContain('exhaustionThreshold');
    expect(codes('model', 'stationary')).not.toContain('exhaustionThreshold');
    expect(codes('battery', 'stationary')).toContain('serviceDate');
    expect(codes('battery', 'ev')).not.toContain('carbonFootprint');
    expect(
      [codes('model', 'ev'), codes('battery', 'ev')].every((each) => each.includes('extinguishingAgent')),
    ).toBe(true);
  });

  test.each([
    ['carbonFootprint', '61.5', null],
    ['carbonFootprint', '1e5', 'check.decimal'],
    ['serviceDate', '2027-02-30', 'check.date'],
    ['carbonStudy', 'https://example.com/study.pdf', null],
    ['carbonStudy', 'http://example.com', 'check.webAddress'],
    ['carbonStudy', 'https://user:secret@example.com/', 'check.webAddress'],
    ['carbonStudy', 'https://user@example.com/', 'check.webAddress'],
    ['carbonStudy', 'javascript:alert(1)', 'check.webAddress'],
    ['warranty', '24 个月', null],
  ])('%s as %s: %s', (code, value, wrong) => {
    expect(wrongValue(attributeOf(code)!, value)).toBe(wrong);
  });
});

test('an address is a GS1 Digital Link with a GTIN, else a plain path', () => {
  expect([isGtin('09506000134352'), isGtin('09506000134353'), isGtin('9506000134352'), isGtin('')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  const serial = '0123456789ABCDEF0123';
  expect([
    isSerial(serial),
    isSerial(`${serial}0`),
    isSerial(serial.toLowerCase()),
    isSerial('../x'),
  ]).toEqual([true, false, false, false]);
  expect(passportPath({ gtin: '09506000134352', serial })).toBe(`/01/09506000134352/21/${serial}`);
  expect(passportPath({ gtin: null, serial })).toBe(`/passport/${serial}`);
});
