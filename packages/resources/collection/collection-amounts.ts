import { type Calculation, decimalOf, exact, rounded } from '@voltloop/resource-kit';
import { metalAmount, metalPriceFrom } from '../metal-price.ts';

/** Pure: the mass of collected goods after deductions, and their price (decision 36). */

const GRAMS = 3;
const CENTS = 2;

const share = (percent: unknown) => decimalOf(100).minus(decimalOf(percent)).div(100);

/**
 * The settled mass: gross less tare and rejected goods, less impurities (扣杂), less water (扣水). Each deduction is a
 * percentage of the mass before it; the result is rounded once, to grams.
 */
export const settledMass: Calculation = {
  from: ['grossKg', 'tareKg', 'rejectedKg', 'impurityPct', 'waterPct'],
  of({ grossKg, tareKg, rejectedKg, impurityPct, waterPct }) {
    const gross = exact(grossKg);
    if (!gross) return null;
    const taken = gross.minus(decimalOf(tareKg)).minus(decimalOf(rejectedKg));
    return rounded(taken.times(share(impurityPct)).times(share(waterPct)), GRAMS).toFixed();
  },
};

/** The unit of a price: pieces, kWh, or kilograms. */
const countedBy = (kg: string): Readonly<Record<string, string>> => ({
  piece: 'pieces',
  kwh: 'kwh',
  kg,
  metal: kg,
});

/** The amount of a line, rounded to cents; null while an input is missing. @param kg The field of its mass. */
export const lineAmount = (kg: string): Calculation => ({
  from: ['basis', 'pieces', 'kwh', kg, 'unitPrice', ...metalPriceFrom],
  of(line) {
    if (line.basis === 'metal') return metalAmount(line[kg], line);
    const counted = exact(line[countedBy(kg)[String(line.basis)] ?? '']);
    const price = exact(line.unitPrice);
    return counted && price ? rounded(counted.times(price), CENTS).toFixed() : null;
  },
});

/** The field of a line that its price multiplies, in a quotation (`kg`) or a settlement (`settledKg`). */
export const countedField = (basis: unknown, kg: string): string => countedBy(kg)[String(basis)] ?? kg;
