import { type Calculation, decimalOf, exact, productOf, rounded, type Values } from '@voltloop/resource-kit';
import { settledMass } from '../collection/collection-amounts.ts';
import { metalAmount, metalPriceFrom } from '../metal-price.ts';

/** Pure: amounts of order lines, and settlements of goods priced by metal content (decision 50). */

const byUnit = productOf(2, 'quantity', 'unitPrice');

/** The amount of a line; provisional for a price by metal content, by the expected percentages. */
export const orderedAmount: Calculation = {
  from: ['unit', 'quantity', 'unitPrice', ...metalPriceFrom],
  of: (line) => (line.unit === 'metal' ? metalAmount(line.quantity, line) : byUnit.of(line)),
};

/** Enough decimals that quantity times price is the amount to the cent, for any truckload. */
export const PRICE_SCALE = 10;

/** The price of a kilogram that yields an amount, with the precision of invoices. */
export const pricePerKg = (kg: unknown, amount: unknown): string | null => {
  const [mass, total] = [exact(kg), exact(amount)];
  return mass?.gt(0) && total ? rounded(total.div(mass), PRICE_SCALE).toFixed() : null;
};

/** The customer's weighing and analysis of a delivery, and the agreed prices. */
export interface Terms extends Values {
  /** As weighed by the customer. */
  kg?: unknown;
  impurityPct?: unknown;
  waterPct?: unknown;
}

/** The settled mass and its amount; null while an input is missing. */
export function settledDelivery(terms: Terms): { kg: string; amount: string } | null {
  const kg = settledMass.of({ ...terms, grossKg: terms.kg });
  const amount = kg === null ? null : metalAmount(kg, terms);
  return kg !== null && amount !== null && decimalOf(kg).gt(0) ? { kg, amount } : null;
}
