import fc from 'fast-check';
import { generate, type Making } from './generate.ts';

/** Published codes with their parts; the last three are invented. */
export const published = [
  ['04QCB76836300JBC40000903', '04Q', 3, 'B', '76', '836300J', '2021-12-04', 903],
  ['001CB240000003B3C0221953', '001', 3, 'B', '24', '0000003', '2021-03-12', 221953],
  ['001CB310000009B960502763', '001', 3, 'B', '31', '0000009', '2021-09-06', 502763],
  ['04QCB76718400JB630001092', '04Q', 3, 'B', '76', '718400J', '2021-06-03', 1092],
  ['04QCB76830200JD2A0005567', '04Q', 3, 'B', '76', '830200J', '2023-02-10', 5567],
  ['X12MCPM27KLPCLX2M2382320', 'X12', 2, 'C', 'PM', '27KLPCL', '2039-02-21', 2382320],
  ['001PB03G3C0221953RP', '001', 1, 'B', '03', null, '2026-03-12', 221953],
  ['001MB03GA00000001RM', '001', 2, 'B', '03', null, '2026-10-31', 1],
] as const;

const ALL = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const letters = (length: number, from = ALL) =>
  fc.array(fc.constantFrom(...from), { minLength: length, maxLength: length }).map((list) => list.join(''));

/** Days that codes can encode: 2011 to 2040. */
export const days = fc
  .integer({ min: Date.UTC(2011, 0, 1) / 86_400_000, max: Date.UTC(2040, 11, 31) / 86_400_000 })
  .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));

/** Arbitrary texts of characters that occur in codes. */
export const makings: fc.Arbitrary<Making> = fc.record({
  form: fc.constantFrom('original', 'echelon'),
  maker: letters(3),
  productType: fc.constantFrom(1, 2, 3),
  chemistry: fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'G', 'Z'),
  spec: letters(2),
  trace: letters(7),
  date: days,
  serial: fc.integer({ min: 1, max: 9_999_999 }),
});

/** Codes without warnings: not of the future, no V, no letters of a maker that look like digits. */
export const soundCodes = makings
  .filter(({ maker, date }) => !/[IOQ]/.test(maker) && date <= '2026-11-22' && !date.endsWith('27'))
  .map((making) => generate(making).code as string)
  .filter((code) => /[A-Z]/.test(code) && /\d/.test(code));

export const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 60 }),
  letters(24),
  letters(19),
  fc.string({ unit: fc.constantFrom(...`${ALL}abc]-\u001d \r\n０Ａ`), minLength: 15, maxLength: 60 }),
);
