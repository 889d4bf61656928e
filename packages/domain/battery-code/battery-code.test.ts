import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batteryCode } from '../checks/index.ts';
import {
  blockOf,
  codeRun,
  dateSymbols,
  explain,
  generate,
  type Known,
  nextCode,
  normalise,
  parse,
  readDate,
  warningsOf,
  writeDate,
} from './index.ts';
import { anyText, days, makings, published, soundCodes } from './testing-codes.ts';

const today = '2026-11-22';
const rulesOf = (code: string, known: Known = { today }) => warningsOf(code, known).map(({ rule }) => rule);

describe('a published code', () => {
  it.each(published)(
    '%s is valid and explained by its published parts',
    (code, maker, productType, chemistry, spec, trace, day, serial) => {
      expect(blockOf(code)).toBeNull();
      expect(batteryCode(code)).toBeNull();
      expect(parse(code)).toMatchObject({ maker, chemistry, spec, trace });
      const explanation = explain(code, { today: '2040-01-01' });
      expect(explanation).toMatchObject({
        productType,
        chemistry,
        productionDate: day,
        serial,
        warnings: [],
      });
      expect(explanation?.parts.map(({ text }) => text).join('')).toBe(code);
      expect(explanation?.parts.every(({ doubtful }) => !doubtful)).toBe(true);
      const form = code.length === 24 ? 'original' : 'echelon';
      const made = generate({
        form,
        maker,
        productType,
        chemistry,
        spec,
        date: day,
        serial,
        ...(trace && { trace }),
      });
      expect(made).toEqual({ code });
    },
  );
  it('is explained in both languages', () => {
    const parts = explain('001PB03G3C0221953RP')?.parts;
    expect(parts?.map(({ part, from, to, meaning }) => [part, from, to, meaning?.zh ?? null])).toEqual([
      ['maker', 1, 3, '宁德时代'],
      ['product', 4, 4, '电池包'],
      ['chemistry', 5, 5, '磷酸铁锂电池'],
      ['spec', 6, 7, null],
      ['date', 8, 10, '2026-03-12'],
      ['serial', 11, 17, '221953'],
      ['mark', 18, 19, '梯次利用'],
    ]);
    expect(parts?.map(({ meaning }) => meaning?.en ?? null).slice(0, 3)).toEqual([
      'CATL',
      'Battery pack',
      'Lithium iron phosphate',
    ]);
  });
});

describe('a blocking problem', () => {
  it.each([
    ['A765101015', 'check.batteryCode.length'],
    ['jbc4000090304qcb76836300', 'check.batteryCode.characters'],
    ['', 'check.batteryCode.required'],
    [' 04QCB76836300JBC40000903', 'check.batteryCode.characters'],
    ['0'.repeat(24), 'check.batteryCode.allDigits'],
    ['A'.repeat(19), 'check.batteryCode.allLetters'],
  ])('%j: %s', (code, key) => expect(blockOf(code)).toBe(key));
  it('is none of the order of parts, which only warns', () => {
    expect(blockOf('JBC4000090304QCB76836300')).toBeNull();
    expect(rulesOf('JBC4000090304QCB76836300')).toContain('product.letter');
  });
});

describe('a warning', () => {
  it.each([
    ['04OCB76836300JBC40000903', ['maker.letters'], 'O in a maker code'],
    ['04QCB76836300JBC40000903', [], 'Q of a listed maker'],
    ['001XB240000003B3C0221953', ['product.letter'], 'an unknown product letter'],
    ['001CH240000003B3C0221953', ['chemistry.letter'], 'H for other'],
    ['001CB240000003U3C0221953', ['date.year'], 'U as a year'],
    ['001CB240000003BDC0221953', ['date.month'], 'a thirteenth month'],
    ['001CB240000003B3Z0221953', ['date.day'], 'Z as a day'],
    ['001CB240000003B3I0221953', ['date.day'], 'I as a day'],
    ['001CB240000003O3C0221953', ['date.year'], 'O as a year'],
    ['001CB240000003B2Y0221953', ['date.calendar'], 'the 30th of February'],
    ['001CB240000003D2X0221953', ['date.calendar'], 'the 29th of February 2023'],
    ['001CB240000003E2X0221953', [], 'the 29th of February 2024'],
    ['001CB240000003GBN0221953', [], 'today'],
    ['001CB240000003GBP0221953', ['date.future'], 'tomorrow'],
    ['001CB240000003B3V0221953', ['date.uncertain'], 'day V'],
    ['001CB240000003B3C02219A3', ['serial.digits'], 'a serial with a letter'],
    ['001CB240000003B3C0000000', ['serial.zero'], 'serial 0'],
    ['001PB03G3C0221953RM', ['mark.product'], 'a mark of another product'],
    ['001PB03G3C0221953XP', ['mark.letters'], 'an unknown mark'],
  ])('%s: %j (%s)', (code, rules) => expect(rulesOf(code)).toEqual(rules));
  it('is raised for values that differ from those of the form', () => {
    const code = '001CB240000003B3C0221953';
    expect(rulesOf(code, { chemistry: 'B', productType: 3 })).toEqual([]);
    expect(rulesOf(code, { chemistry: 'E', productType: 1 })).toEqual([
      'product.declared',
      'chemistry.declared',
    ]);
  });
  it('is not raised for a text of another length', () => expect(warningsOf('A765101015')).toEqual([]));
  it('marks the doubtful part', () => {
    const parts = explain('001CB240000003B3Z0221953')?.parts;
    expect(parts?.filter(({ doubtful }) => doubtful).map(({ part }) => part)).toEqual(['date']);
  });
});

describe('dates', () => {
  it('encode 2019 as 9, 2020 as A, 2026 as G, 2030 as L, 2040 as Y, and the 31st as 0', () => {
    const years = ['2019-01-01', '2020-01-01', '2026-01-01', '2030-01-01', '2040-01-01'];
    expect(years.map((day) => writeDate(day)?.[0]).join('')).toBe('9AGLY');
    const list = ['10', '17', '18', '22', '23', '27', '31'].map((day) => writeDate(`2026-10-${day}`));
    expect(list).toEqual(['GAA', 'GAH', 'GAJ', 'GAN', 'GAP', 'GAV', 'GA0']);
    expect(dateSymbols.map((symbols) => new Set(symbols).size)).toEqual([30, 12, 31]);
  });
  it.each(['2010-12-31', '2041-01-01', '2023-02-29', '2023-2-1', ''])('cannot encode %j', (day) =>
    expect(writeDate(day)).toBeNull(),
  );
  it('are decoded to the encoded day', () => {
    fc.assert(fc.property(days, (day) => void expect(readDate(writeDate(day) as string).day).toBe(day)));
  });
});

describe('a generated code', () => {
  it('decodes to its parts', () => {
    fc.assert(
      fc.property(makings, (making) => {
        const { code } = generate(making);
        const explanation = explain(code as string);
        expect(explanation).toMatchObject({
          form: making.form,
          productType: making.productType,
          chemistry: making.chemistry,
          productionDate: making.date,
          serial: making.serial,
        });
        const parts = parse(code as string);
        expect(parts).toMatchObject({ maker: making.maker, spec: making.spec });
        expect(parts?.trace).toBe(making.form === 'original' ? making.trace : null);
        expect(warningsOf(code as string).filter(({ structural }) => structural)).toEqual([]);
      }),
    );
  });
  it('is followed by the next serial number, until those of the day are used up', () => {
    expect(nextCode('001PB03G3C0221999RP')).toBe('001PB03G3C0222000RP');
    expect(nextCode('001CB240000003B3C9999999')).toBeNull();
    expect(nextCode('001CB240000003B3C00000A9')).toBeNull();
    expect(nextCode('nonsense')).toBeNull();
    expect(codeRun('001CB240000003B3C9999998', 5)).toHaveLength(2);
    expect(codeRun('001CB240000003B3C0000009', 3).map((code) => code.slice(-3))).toEqual([
      '009',
      '010',
      '011',
    ]);
  });
  it.each([
    ['maker', { maker: '0b5' }],
    ['spec', { spec: '7' }],
    ['trace', { trace: '836300' }],
    ['date', { date: '2041-01-01' }],
    ['serial', { serial: 0 }],
    ['serial', { serial: 10_000_000 }],
    ['serial', { serial: 1.5 }],
  ])('is refused for an invalid %s: %j', (part, change) => {
    const right = { maker: '0B5', spec: '76', trace: '836300J', date: '2021-12-04', serial: 1 };
    const made = generate({ form: 'original', productType: 3, chemistry: 'B', ...right, ...change });
    expect(made.wrong?.part).toBe(part);
  });
});

describe('for any text', () => {
  it('nothing throws, and both implementations of the blocking check agree', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(batteryCode(text)).toBe(blockOf(text));
        for (const code of [text, normalise(text)]) {
          const explanation = explain(code, { today });
          if (blockOf(code) === null) expect(explanation?.parts.map((part) => part.text).join('')).toBe(code);
        }
      }),
    );
  });
  it('normalising is idempotent', () => {
    fc.assert(fc.property(anyText, (text) => void expect(normalise(normalise(text))).toBe(normalise(text))));
    fc.assert(fc.property(soundCodes, (code) => void expect(normalise(code)).toBe(code)));
  });
});
