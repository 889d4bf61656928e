import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as checks from './index.ts';

/** Valid and invalid values for each rule of specification section 5, with the resulting keys. */
const cases: [
  name: string,
  check: checks.Check<checks.Raw>,
  right: checks.Raw[],
  wrong: [checks.Raw, string][],
][] = [
  [
    'visible, not reversed',
    checks.visible,
    ['', null, 'Anna', '电池', 'می\u200cخواهم', '👩\u200d🔧', 'שלום\u200f!'],
    [
      ['\u200b', 'check.invisible'],
      ['\u200f', 'check.invisible'],
      [' \u2800\u3164', 'check.invisible'],
      ['a\u202eb', 'check.reversed'],
      ['\u2066a', 'check.reversed'],
    ],
  ],
  [
    'required, at most five characters',
    checks.required(5),
    ['a', '12345', 0, '电池电池包'],
    [
      ['', 'check.required'],
      ['   ', 'check.required'],
      [null, 'check.required'],
      [undefined, 'check.required'],
      ['123456', 'check.maxLength?max=5'],
    ],
  ],
  [
    'user name',
    checks.userName,
    ['abc_12', 'ABCDEF', 'a123456789012345', ''],
    ['1abcde', 'abcde', 'a1234567890123456', 'abc-12', '用户abcdef'].map((v) => [v, 'check.userName']),
  ],
  [
    'mobile to the letter',
    checks.mobileLiteral,
    ['13800000000', '15000000000', '18912345678'],
    ['17800000000', '1380000000', '138000000000', '23800000000'].map((v) => [v, 'check.mobile']),
  ],
  [
    'mobile as it is today',
    checks.mobile,
    ['13800000000', '17800000000', '19912345678', '+8617800000000', '138 1234 5678', '138-1234-5678'],
    ['12800000000', '1780000000', '+4917800000000', '010-12345678'].map((v) => [v, 'check.mobile']),
  ],
  [
    'landline',
    checks.landline,
    ['010-12345678-12', '1234567', '02112345678', '0571-87654321'],
    ['123456', '123456789', '10-12345678', '12345678-12345'].map((v) => [v, 'check.landline']),
  ],
  [
    'phone to the letter',
    checks.phoneLiteral,
    ['010-12345678', '13800000000'],
    [
      ['', 'check.required'],
      ['17800000000', 'check.phone'],
      ['110', 'check.phone'],
    ],
  ],
  [
    'phone',
    checks.phone,
    [
      '010-12345678',
      '17800000000',
      '+8613812345678',
      '0755 88888888',
      '(0755)88888888',
      '0755-88888888转801',
      '400-820-8820',
      '4008208820',
      '95598',
      '1010 6666',
      '+49 30 901820',
      '00 49 30 901820',
      '１３８１２３４５６７８',
    ],
    [
      [null, 'check.required'],
      ...['110', '12345', '+49', '+86 12345', '0831/1234', 'call me', '0755-8888888888', '138123456789'].map(
        (v): [string, string] => [v, 'check.phone'],
      ),
    ],
  ],
  [
    'postcode',
    checks.postcode,
    ['100000', ''],
    ['10000', '1000000', '10000a'].map((v) => [v, 'check.postcode']),
  ],
  [
    'identity card to the letter',
    checks.idCardLiteral,
    ['123456789012345', '12345678901234567X', '123456789012345678', '12345678901234567a'],
    ['12345678901234567', '1234567890123456789', 'X23456789012345'].map((v) => [v, 'check.idCard']),
  ],
  [
    'identity card',
    checks.idCard,
    ['11010519491231002X', '11010519491231002x', '440524188001010014', '110105491231002'],
    [
      ['11010519491231002', 'check.idCard'],
      ['11010519491231002A', 'check.idCard'],
      ['110105194902300029', 'check.idCardBirth'],
      ['110105490230002', 'check.idCardBirth'],
      ['110105194912310021', 'check.idCardCheck'],
    ],
  ],
  ['age', checks.age, [1, '120', 35], [0, 121, '1.5', '-1', 'old', '1e1'].map((v) => [v, 'check.age'])],
  [
    'number between 1 and 5',
    checks.numberBetween(1, 5),
    ['1', '5', 2.5, ''],
    [
      ['0.99', 'check.range?min=1&max=5'],
      ['5.01', 'check.range?min=1&max=5'],
      ['x', 'check.decimal'],
      ['1e0', 'check.decimal'],
    ],
  ],
  [
    'decimal',
    checks.decimal,
    ['1.25', '7', '-0.5'],
    ['a', '1.', '.5', '1,5', '1e3'].map((v) => [v, 'check.decimal']),
  ],
  ['integer', checks.integer, ['-3', '7', '0'], ['1.5', '--1', '٣'].map((v) => [v, 'check.integer'])],
  [
    'currency',
    checks.currency,
    ['12.34', '-3', '0.5'],
    ['12.345', '12.', '¥1'].map((v) => [v, 'check.currency']),
  ],
  [
    'whole number of at least 3',
    checks.minInteger(3),
    ['3', 4],
    [
      ['', 'check.required'],
      ['2', 'check.min?min=3'],
      ['3.5', 'check.integer'],
    ],
  ],
  [
    'no spaces at the ends',
    checks.trimmed,
    ['a b', ''],
    [' a', 'a ', '\ta', 'a\n', '\u3000a'].map((v) => [v, 'check.trimmed']),
  ],
  [
    'no script',
    checks.noScript,
    ['a <b> manuscript', 'scripts < 3'],
    ['<script>', '</SCRIPT>', '< ScRiPt src=x>', 'x<script\n>'].map((v) => [v, 'check.script']),
  ],
  [
    'day',
    checks.date,
    ['2024-02-29', '2000-02-29', '2026-12-31', ''],
    ['2023-02-29', '2100-02-29', '2026-13-01', '2026-04-31', '2026-1-1', '0000-01-01', '2026-00-10'].map(
      (v) => [v, 'check.date'],
    ),
  ],
  [
    'external link',
    checks.externalLink,
    ['http://a', 'https://a', 'mailto:a@b', 'tel:1'],
    ['/x', 'javascript:alert(1)', 'httpx', 'tel', ' http:'].map((v) => [v, 'check.externalLink']),
  ],
  [
    'battery code',
    checks.batteryCode,
    ['04QCB76836300JBC40000903', '001PB03G3C0221953RP', 'A00000000000000000A'],
    [
      ['', 'check.batteryCode.required'],
      [null, 'check.batteryCode.required'],
      ['001PB03G3C0221953R', 'check.batteryCode.length'],
      ['001PB03G3C0221953RPA', 'check.batteryCode.length'],
      ['04QCB76836300JBC4000090', 'check.batteryCode.length'],
      ['04QCB76836300JBC400009031', 'check.batteryCode.length'],
      ['A765101015', 'check.batteryCode.length'],
      ['04qcb76836300jbc40000903', 'check.batteryCode.characters'],
      ['04QCB-6836300JBC40000903', 'check.batteryCode.characters'],
      ['123456789012345678901234', 'check.batteryCode.allDigits'],
      ['1234567890123456789', 'check.batteryCode.allDigits'],
      ['ABCDEFGHIJKLMNOPQRSTUVWX', 'check.batteryCode.allLetters'],
    ],
  ],
  [
    'category code',
    checks.categoryCode,
    ['A1', '00', 'ZZ'],
    ['a1', 'ABC', 'A', 'A-'].map((v) => [v, 'check.categoryCode']),
  ],
  [
    'credit code',
    checks.creditCode,
    [
      '91350100M000100Y43',
      '91350211M000100Y46',
      '91350900587527783P',
      '91440300192317458F',
      '914403001922038216',
      '9144030071526726XG',
      '914403007341643035',
      '91330100716105852F',
      '92371000MA3MXH0E3W',
      '91230184MA1BUFLT44',
      '91110108551385082Q',
      '91110000802100433B',
      '913100001000000080',
      '9131000010004000X0',
      '',
    ],
    [
      ['91350100M000100Y4', 'check.creditCode.length'],
      ['91350100M000100Y433', 'check.creditCode.length'],
      ['21350100M000100Y43', 'check.creditCode.first'],
      ['99350100M000100Y43', 'check.creditCode.category'],
      ['9135010OM000100Y43', 'check.creditCode.characters'],
      ['91A50100M000100Y43', 'check.creditCode.characters'],
      ['91350100m000100y43', 'check.creditCode.characters'],
      ['91350100M000100Y4Z', 'check.creditCode.characters'],
      ['91350100M000100Y53', 'check.creditCode.organisation'],
      ['91350100M000100Y4A', 'check.creditCode.last'],
    ],
  ],
  [
    'D-U-N-S number',
    checks.duns,
    ['804735132', '000000001', ''],
    ['80473513', '8047351322', '80473513A', '80-473-5132', '８０４７３５１３２'].map((v) => [
      v,
      'check.duns',
    ]),
  ],
  [
    'credit code or D-U-N-S number',
    checks.creditCodeOrDuns,
    ['91350100M000100Y43', '804735132', '913100001000000080', ''],
    [
      ['91350100M000100Y4A', 'check.creditCode.last'],
      ['91350100M000100Y53', 'check.creditCode.organisation'],
      ['91350100M000100Y4', 'check.creditCodeOrDuns'],
      ['80473513', 'check.creditCodeOrDuns'],
      ['80473513X', 'check.creditCodeOrDuns'],
    ],
  ],
  [
    'percentage',
    checks.percentage,
    ['0', '100', 87.5, '99.99', ''],
    [
      ['100.01', 'check.range?min=0&max=100'],
      ['-0.1', 'check.range?min=0&max=100'],
      ['80%', 'check.decimal'],
    ],
  ],
  [
    'form of a VIN',
    checks.vinForm,
    ['1M8GDM9A1KP042788', 'LSVAA0004G2000001', ''],
    ['1M8GDM9A1KP04278', '1M8GDM9A1KP0427889', 'IM8GDM9AXKP042788', '1M8GDM9AXKPO42788'].map((v) => [
      v,
      'check.vin',
    ]),
  ],
  [
    'form of an ICCID',
    checks.iccidForm,
    ['89860070310112094321', '8986010110231170983S', '8986007031011209432'],
    ['898600703101120943', '89860070310112094S2', '8986007031011209432s', '88860070310112094320'].map((v) => [
      v,
      'check.iccid',
    ]),
  ],
  [
    'VIN',
    checks.vin,
    [
      '1M8GDM9AXKP042788',
      '1HGCM82633A004352',
      '11111111111111111',
      '3VWD07AJ5EM388202',
      'LSVAA0004G2000001',
      'LC0CE4CB0N0000001',
    ],
    [
      ['1M8GDM9AXKP04278', 'check.vin'],
      ['1M8GDM9AXKP04278O', 'check.vin'],
      ['1m8gdm9axkp042788', 'check.vin'],
      ['1M8GDM9A1KP042788', 'check.vinCheck'],
    ],
  ],
  [
    'number plate',
    checks.plate,
    [
      '京A12345',
      '沪B1234学',
      '粤Z1234港',
      '粤Z1234澳',
      '豫A1234挂',
      '晋A1234警',
      '使A12345',
      '渝AD12345',
      '粤BDF1234',
      '粤BAA1234',
      '川A12345F',
      '川A12345K',
      '苏EF12345',
      '京·A12345',
      '京 A 12345',
      '京a12345',
      '京X0001应急',
      '使014578',
      '沪A1234领',
    ],
    ['A12345', '京A1234', '京AI2345', '京A1234O', '京AL12345', '粤BDI1234', '台A12345', '京A12345L'].map(
      (v) => [v, 'check.plate'],
    ),
  ],
  [
    'ICCID',
    checks.iccid,
    ['89860070310112094320', '8986010110231170983S'],
    [
      ['8986007031011209432', 'check.iccidCheck'],
      ['89860070310112094321', 'check.iccidCheck'],
      ['19860070310112094320', 'check.iccid'],
      ['898600703101', 'check.iccid'],
    ],
  ],
  [
    'IMSI',
    checks.imsi,
    ['460001234567890', '46000123456789', ''],
    ['4600012345678', '46000123456789A'].map((v) => [v, 'check.imsi']),
  ],
  [
    'number of a card',
    checks.msisdn,
    ['1064812345678', '13800138000'],
    ['1234567', '+8613800138000'].map((v) => [v, 'check.msisdn']),
  ],
];

describe.each(cases)('%s', (_name, check, right, wrong) => {
  it.each(right)('accepts %j', (value) => expect(check(value)).toBeNull());
  it.each(wrong)('refuses %j', (value, key) => expect(check(value)).toBe(key));
  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.double(), fc.constantFrom(null, undefined)),
        (value) => {
          const result = check(value);
          expect(result === null || /^check\.[\w.]+(\?[\w=&.-]+)?$/.test(result)).toBe(true);
        },
      ),
    );
  });
});

describe('an order of dates', () => {
  it.each([
    ['2026-01-01', '2026-01-01', null],
    ['2025-12-31', '2026-01-01', null],
    ['2026-01-02', '2026-01-01', 'check.dateOrder'],
    ['', '2026-01-01', null],
    ['2026-01-02', null, null],
    ['2026-02-30', '2026-01-01', null],
  ])('%j to %j: %j', (start, end, expected) => expect(checks.dateOrder(start, end)).toBe(expected));
});

describe('check characters', () => {
  const alphabet = [...'0123456789ABCDEFGHJKLMNPQRTUWXY'];
  const digits = (length: number) =>
    fc
      .array(fc.constantFrom(...'0123456789'), { minLength: length, maxLength: length })
      .map((list) => list.join(''));
  const credit = fc
    .tuple(
      fc.constantFrom('11', '51', '91', '92', 'Y1'),
      digits(6),
      fc.array(fc.constantFrom(...alphabet), { minLength: 8, maxLength: 8 }),
    )
    .map(([kind, place, body]) => {
      const first16 = kind + place + body.join('');
      const first17 = first16 + checks.organisationCheckCharacter(first16.slice(8));
      return first17 + checks.creditCheckCharacter(first17);
    });
  const other = (text: string, at: number, from: readonly string[], skip: number) => {
    const choices = from.filter((each) => each !== text[at]);
    return text.slice(0, at) + choices[skip % choices.length] + text.slice(at + 1);
  };

  it('of credit codes detect every single wrong character', () => {
    fc.assert(
      fc.property(credit, fc.integer({ min: 2, max: 17 }), fc.nat(), (code, at, skip) => {
        expect(checks.creditCode(code)).toBeNull();
        const from = at < 8 ? [...'0123456789'] : alphabet;
        expect(checks.creditCode(other(code, at, from, skip))).not.toBeNull();
      }),
    );
  });
  it('of credit codes are two: a valid last one does not hide an invalid one at place 17', () => {
    fc.assert(
      fc.property(credit, fc.nat(), (code, skip) => {
        const wrong = other(code, 16, alphabet, skip).slice(0, 17);
        const result = checks.creditCode(wrong + checks.creditCheckCharacter(wrong));
        expect(result).toBe('check.creditCode.organisation');
      }),
    );
  });
  it('of identity cards detect every single wrong digit', () => {
    const card = fc
      .tuple(
        digits(6),
        fc.integer({ min: 1900, max: 2026 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
        digits(3),
      )
      .map(([place, year, month, day, serial]) => {
        const first17 = `${place}${year}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}${serial}`;
        return first17 + checks.idCardCheckCharacter(first17);
      });
    fc.assert(
      fc.property(card, fc.integer({ min: 0, max: 16 }), fc.nat(), (text, at, skip) => {
        expect(checks.idCard(text)).toBeNull();
        expect(checks.idCard(other(text, at, [...'0123456789'], skip))).not.toBeNull();
      }),
    );
  });
  it('of VINs detect a wrong character whose value differs', () => {
    const letters = [...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'];
    const vin = fc
      .array(fc.constantFrom(...letters), { minLength: 17, maxLength: 17 })
      .map((list) => list.join(''))
      .map((text) => text.slice(0, 8) + checks.vinCheckCharacter(text) + text.slice(9));
    fc.assert(
      fc.property(vin, fc.integer({ min: 0, max: 16 }), fc.nat(), (text, at, skip) => {
        expect(checks.vin(text)).toBeNull();
        const wrong = other(text, at, [...'0123456789'], skip);
        const same = wrong[8] === checks.vinCheckCharacter(wrong);
        // A and 1 have the same weight: only then may the error go undetected.
        if (/\d/.test(text[at] as string)) expect(same).toBe(false);
        expect(checks.vin(wrong)).toBe(same ? null : 'check.vinCheck');
      }),
    );
  });
  it('of Luhn detect every single wrong digit', () => {
    fc.assert(
      fc.property(digits(14), fc.integer({ min: 0, max: 14 }), fc.nat(), (first, at, skip) => {
        const all = [...'0123456789'].map((digit) => first + digit).filter(checks.luhn);
        expect(all).toHaveLength(1);
        expect(checks.luhn(other(all[0] as string, at, [...'0123456789'], skip))).toBe(false);
      }),
    );
  });
});

describe('days', () => {
  it('must exist in the calendar', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9999 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (year, month, day) => {
          const real = new Date(Date.UTC(2000, 0, 1));
          real.setUTCFullYear(year, month - 1, day);
          const same =
            real.getUTCFullYear() === year && real.getUTCMonth() === month - 1 && real.getUTCDate() === day;
          expect(checks.isCalendarDay(year, month, day)).toBe(same);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('a telephone number', () => {
  it.each([
    ['+86 138-1234-5678', '13812345678'],
    ['8613812345678', '13812345678'],
    ['（0755）8888 8888', '0755-88888888'],
    ['010 12345678-12', '010-12345678-12'],
    ['02112345678', '021-12345678'],
    ['4008208820', '400-820-8820'],
    ['+49 30 901-820', '+4930901820'],
    ['+1 415 555 0100', '+14155550100'],
  ])('%s is stored as %s', (text, stored) => expect(checks.readPhone(text, 'china')).toBe(stored));
  it('of a portal may be in the notation of any country', () => {
    expect(checks.readPhone('0831/12 34', 'any')).toBe('0831/12 34');
    expect(checks.readPhone('0831/12 34', 'china')).toBeNull();
  });
});

describe('a day', () => {
  it.each([
    ['2026/2/3', '2026-02-03'],
    ['2026年12月31日', '2026-12-31'],
    ['２０２６．２．３', '2026-02-03'],
    ['20260105', '2026-01-05'],
    ['2026/2/3 0:00', '2026-02-03'],
    ['25.02.2026', '2026-02-25'],
    ['02/25/2026', '2026-02-25'],
    ['3.3.2026', '2026-03-03'],
  ])('%s is read as %s', (text, day) => expect(checks.readDay(text)).toEqual({ day }));
  it.each(['tomorrow', '26-02-03', '2026-02', '46056', ''])('%j is none', (text) =>
    expect(checks.readDay(text)).toBeNull(),
  );
  it('whose month could be the day is ambiguous', () => {
    expect(checks.readDay('03.02.2026')).toEqual({ either: ['2026-02-03', '2026-03-02'] });
  });
  it('may be a serial number in a cell', () => {
    expect(checks.readDayOfCell('46056')).toEqual({ day: '2026-02-03' });
    expect(checks.readDayOfCell('12')).toBeNull();
  });
  it.each([
    ['1970-01-01', true],
    ['2099-01-01', true],
    ['2016-11-09', false],
    ['2046-11-28', false],
  ])('%s is implausible: %s', (day, implausible) =>
    expect(checks.isImplausibleDay(day, '2026-11-28')).toBe(implausible),
  );
});

describe('a number plate of new energy', () => {
  it.each([
    ['粤BD12345', 'electric'],
    ['粤BF12345', 'other'],
    ['川A12345D', 'electric'],
    ['川A12345K', 'other'],
    ['京A12345', null],
  ])('%s: %s', (text, drive) => expect(checks.plateDrive(text)).toBe(drive));
});

describe('a schema with checks', () => {
  const schema = z.object({ name: checks.checked(z.string(), checks.required(5), checks.trimmed) });
  it('reports the first problem by its key', () => {
    const issuesOf = (name: string) =>
      schema.safeParse({ name }).error?.issues.map((issue) => [issue.path, issue.message]);
    expect(issuesOf('ok')).toBeUndefined();
    expect(issuesOf('')).toEqual([[['name'], 'check.required']]);
    expect(issuesOf(' too long')).toEqual([[['name'], 'check.maxLength?max=5']]);
    expect(issuesOf(' a')).toEqual([[['name'], 'check.trimmed']]);
  });
});
