import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockOf, codesWithin, repairs } from './index.ts';
import { anyText, published, soundCodes } from './testing-codes.ts';

const today = '2026-11-22';
const code = '04QCB76836300JBC40000903';
const proposed = (text: string) => repairs(text, today).map((repair) => repair.code);
const wide = (text: string) =>
  text.replace(/[0-9A-Z]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));

describe('a misread code is repaired to the original', () => {
  it.each([
    ['jbc4000090304qcb76836300', code, 'two lines in the wrong order, run together'],
    ['JBC40000903\r\n04QCB76836300', code, 'two lines in the wrong order'],
    ['04QCB76836300\r\nJBC40000903', code, 'two lines'],
    ['04qcb76836300jbc40000903', code, 'small letters'],
    [wide(code), code, 'full width'],
    [`]C1${code}`, code, 'prefix of Code 128'],
    [`]d2\u001d${code}`, code, 'prefix of Data Matrix and GS'],
    [`${code}\u001d`, code, 'GS behind'],
    [`<GS>${code}<EOT>`, code, 'control characters spelt out'],
    [code + code, code, 'scanned twice'],
    [`${code}\n${code}`, code, 'scanned twice on two lines'],
    ['04QCB76836300JBC4OO009O3', code, 'O for 0 in date and serial'],
    ['001PB03G3CO22I953RP', '001PB03G3C0221953RP', 'O and I in a serial'],
    ['OOlPB03G3C0221953RP', '001PB03G3C0221953RP', 'a maker in letters'],
    ['OB5CB76836300JBC40000903', '0B5CB76836300JBC40000903', 'OB5'],
    ['01JCB76836300JBC40000903', '0IJCB76836300JBC40000903', 'I of a maker'],
    ['4QCB76836300JBC40000903', code, 'the first character lost'],
    [`${code}X`, code, 'one character behind'],
    [`Z${code}`, code, 'one character before'],
    ['04QCB768363000JBC40000903', code, 'a bounced key'],
    ['001PB03G3C0221953R', '001PB03G3C0221953RP', 'a mark cut short'],
    ['001PB03G3C0221953', '001PB03G3C0221953RP', 'no mark'],
    ['04QCB-76836300 JBC4/0000903', code, 'separators'],
    [`https://example.com/p?code=${code}&v=1`, code, 'a link'],
    [`(21)${code}`, code, 'an identifier in front'],
    [`SN:${code}`, code, 'a label in front'],
    ['001CH240000003B3C0221953', '001CZ240000003B3C0221953', 'H for other'],
  ])('%j (%#)', (text, original) => expect(proposed(text)[0]).toBe(original));

  const corruptions = fc.constantFrom<(text: string, at: number) => string>(
    (text) => text.toLowerCase(),
    (text) => wide(text),
    (text, at) => `${text.slice(0, at)}\r\n${text.slice(at)}`,
    (text) => `]C1${text}`,
    (text) => `]d2${text}\u001d`,
    (text) => `  ${text}\t`,
    (text) => text + text,
    (text) => `${text}\n${text}`,
    (text) =>
      text.replace(
        /\d(?=\d{0,6}(R[PMC])?$)/,
        (digit) => ({ 0: 'O', 1: 'I', 5: 'S', 8: 'B' })[digit] ?? digit,
      ),
  );
  it('for any code', () => {
    fc.assert(
      fc.property(soundCodes, corruptions, fc.integer({ min: 1, max: 18 }), (original, corrupt, at) => {
        const text = corrupt(original, at);
        if (text !== original) expect(proposed(text)).toContain(original);
      }),
      { numRuns: 400 },
    );
  });
  it('among other proposals when its two lines were swapped', () => {
    fc.assert(
      fc.property(soundCodes, fc.integer({ min: 1, max: 18 }), (original, at) => {
        expect(proposed(`${original.slice(at)}\n${original.slice(0, at)}`)).toContain(original);
      }),
    );
  });
});

describe('repairs', () => {
  it('are not proposed for a valid code', () => {
    for (const [each] of published) expect(repairs(each, '2040-01-01')).toEqual([]);
  });
  it('explain the correction in both languages', () => {
    expect(repairs('04QCB76836300JBC4000O903', today)[0]?.why).toEqual({
      en: '0 for O at place 21',
      zh: '第 21 位 O 改为 0',
    });
    expect(repairs(`]C1${code.toLowerCase()}`, today)[0]?.why.zh).toBe(
      '去除扫码枪前缀 ]C1；改为半角大写并去除空格',
    );
  });
  it('never propose a production date in the future', () => {
    const swapped = '0221953RP001PB03GB';
    for (const each of proposed(swapped)) expect(each).not.toContain('GB0');
    expect(repairs('001PB03GCCO221953RP', today).map((repair) => repair.code)).toEqual([]);
    expect(repairs('001PB03GCCO221953RP', '2026-12-31')[0]?.code).toBe('001PB03GCC0221953RP');
  });
  it('propose nothing for other texts', () => {
    for (const text of ['', 'A765101015', '你好', '{"a":1}', '0'.repeat(400)])
      expect(repairs(text, today)).toEqual([]);
  });
  it('find each code in a scan of several', () => {
    const second = '001CB310000009B960502763';
    expect(codesWithin(`${code}\n${second}`, today)).toEqual([code, second]);
  });
  it('never throw, and propose only codes that can be saved', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const repair of repairs(text, today)) {
          expect(blockOf(repair.code)).toBeNull();
          expect(repair.code).not.toBe(text);
          expect(repair.why.en).not.toBe('');
        }
        expect(repairs(text, today).length).toBeLessThanOrEqual(5);
      }),
      { numRuns: 300 },
    );
  });
});
