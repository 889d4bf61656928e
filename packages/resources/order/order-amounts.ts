import { type Calculation, decimalOf, exact, productOf, rounded, type Values } from '@voltloop/resource-kit';
import { settledMass } from '../collection/collection-amounts.ts';
import { metalAmount, metalPriceFrom } from '../metal-price.ts';

/** Pure: what lines of orders cost, and what goods that are priced by metal content are settled for (decision 50). */

const byUnit = productOf(2, 'quantity', 'unitPrice');

/** The amount of a line; of one by metal content provisional, by the percentages that are expected. */
export const orderedAmount: Calculation = {
  from: ['unit', 'quantity', 'unitPrice', ...metalPriceFrom],
  of: (line) => (line.unit === 'metal' ? metalAmount(line.quantity, line) : byUnit.of(line)),
};

/** Enough that quantity times price is the amount to the cent, whatever a vehicle carries. */
export const PRICE_SCALE = 10;

/** The price of a kilogram that makes an amount; as exact as invoices have it. */
export const pricePerKg = (kg: unknown, amount: unknown): string | null => {
  const [mass, total] = [exact(kg), exact(amount)];
  return mass?.gt(0) && total ? rounded(total.div(mass), PRICE_SCALE).toFixed() : null;
};

/** What a customer has weighed and found of a delivery, and what it pays for. */
export interface Terms extends Values {
  /** As weighed by the customer. */
  kg?: unknown;
  impurityPct?: unknown;
  waterPct?: unknown;
}

/** The mass that is paid for, and its amount; null while something for it is missing. */
export function settledDelivery(terms: Terms): { kg: string; amount: string } | null {
  const kg = settledMass.of({ ...terms, grossKg: terms.kg });
  const amount = kg === null ? null : metalAmount(kg, terms);
  return kg !== null && amount !== null && decimalOf(kg).gt(0) ? { kg, amount } : null;
}
