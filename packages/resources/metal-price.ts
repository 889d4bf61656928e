import { decimal, decimalOf, exact, rounded, type Values } from '@voltloop/resource-kit';

/** Prices by metal content, of quotations, settlements and orders (decisions 36, 50). */

const CENTS = 2;
const KG_PER_TONNE = 1000;

/** Metals that a price by content may include: one percent of it in a tonne is a point. */
export const metals = ['li', 'ni', 'co'] as const;

/** Fields of a line that determine its price by metal content. */
export const metalPriceFrom: readonly string[] = [
  'coefficientPct',
  ...metals.flatMap((metal) => [`${metal}Pct`, `${metal}Price`]),
];

type Big = ReturnType<typeof decimalOf>;

/** The price of a tonne: for each metal its percentage times the price of a point, times the payable coefficient. */
export function tonnePrice(line: Values): Big | null {
  const priced = metals.filter((metal) => exact(line[`${metal}Pct`]) && exact(line[`${metal}Price`]));
  if (priced.length === 0) return null;
  const sum = priced.reduce(
    (all, metal) => all.plus(decimalOf(line[`${metal}Pct`]).times(decimalOf(line[`${metal}Price`]))),
    decimalOf(0),
  );
  return sum.times(exact(line.coefficientPct) ?? 100).div(100);
}

/** The price of a mass in kg by its metals, rounded to cents; null while an input is missing. */
export function metalAmount(kg: unknown, line: Values): string | null {
  const [mass, price] = [exact(kg), tonnePrice(line)];
  return mass && price ? rounded(mass.times(price).div(KG_PER_TONNE), CENTS).toFixed() : null;
}

const percent = { scale: 4, max: 100, unit: '%' } as const;

const points = (counted: Counted, metal: string, en: string, zh: string) => ({
  [`${metal}Pct`]: decimal(`${en} content`, `${zh}品位`, { ...percent, ...counted }),
  [`${metal}Price`]: decimal(`${en} point price per t`, `${zh}点价（每吨）`, {
    scale: 4,
    max: 9_999_999,
    unit: '¥',
    ...counted,
  }),
});

interface Counted {
  when?: { field: string; is: readonly string[] };
}

/** The fields of goods priced by metal content. @param counted Condition under which they count; always by default. */
export const metalFields = (counted: Counted = {}) => ({
  ...points(counted, 'li', 'Li', '锂'),
  ...points(counted, 'ni', 'Ni', '镍'),
  ...points(counted, 'co', 'Co', '钴'),
  coefficientPct: decimal('Payable coefficient', '系数', {
    ...percent,
    ...counted,
    hint: { en: 'Empty: 100 %', zh: '留空为 100 %' },
  }),
});
