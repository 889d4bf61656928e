import { type Dated, inForce } from '../dated-rules/in-force.ts';
import type { Category } from './attribute.ts';

interface PassportRule extends Dated {
  category: Category;
  /** Batteries must have more than this. */
  aboveKwh?: number;
}

const clause = {
  en: 'Regulation (EU) 2023/1542, article 77(1)',
  zh: '欧盟条例 (EU) 2023/1542 第 77 条第 1 款',
};
const from = '2027-02-18';

/**
 * The batteries that need a passport, by the day on which they are placed on the EU market (Regulation (EU)
 * 2023/1542, Article 77).
 */
const rules: readonly PassportRule[] = [
  { from, clause, category: 'ev' },
  { from, clause, category: 'lmt' },
  { from, clause, category: 'industrial', aboveKwh: 2 },
  { from, clause, category: 'stationary', aboveKwh: 2 },
];

/** Members of the European Union, and the other members of the European Economic Area. */
const market = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK IS LI NO'.split(' '),
);

/** Whether goods sold to a country (ISO 3166-1, two letters) are placed on the market of the regulation. */
export const isEuMarket = (country: string | null): boolean => country !== null && market.has(country);
export const marketCountries: readonly string[] = [...market];

export interface Duty {
  /** `later` if it will be required from a future day on. */
  required: 'yes' | 'later' | 'no' | 'unknown';
  from: string;
  clause: Dated['clause'];
}

/**
 * Whether a battery must have a passport when it is placed on the market; `unknown` if that depends on its unknown
 * energy.
 */
export function passportDuty(category: Category, energyKwh: number | null, placedOn: string): Duty {
  const rule = rules.find((each) => each.category === category) as PassportRule;
  const of = (required: Duty['required']): Duty => ({ required, from: rule.from, clause: rule.clause });
  if (rule.aboveKwh !== undefined) {
    if (energyKwh === null) return of('unknown');
    if (energyKwh <= rule.aboveKwh) return of('no');
  }
  return of(inForce([rule], placedOn).length > 0 ? 'yes' : 'later');
}
