import { code24, type Design, designOf, ratingOf } from '../batteries.ts';
import { daysFrom } from '../companies.ts';
import type { Dice } from '../dice.ts';
import { ofPlaces } from '../exact.ts';
import type { DemoLine } from '../stock-steps.ts';
import { packPrice } from './calendar.ts';

/** A pack that arrives on a truck, not registered before. */
export interface Pack {
  code: string;
  design: Design;
  kg: string;
}

/** Serials of packs on trucks begin after those of vehicles. */
const FIRST_SERIAL = 1_000_000;
/** Maximum number of packs in one story. */
const MAX_PACKS = 100;

/** @param story the unique number of the story */
export function packsOf(dice: Dice, story: number, count: number, day: Date): Pack[] {
  return Array.from({ length: count }, (_, n) => {
    const design = designOf(dice);
    const made = daysFrom(day, -dice.whole(1500, 3200));
    return {
      code: code24(design, 'P', made, FIRST_SERIAL + story * MAX_PACKS + n),
      design,
      kg: ratingOf(design, 'P').mass_kg,
    };
  });
}

/** Lines of packs, each at one of these locations. */
export const linesAt = (packs: readonly Pack[], locations: readonly string[]): DemoLine[] =>
  packs.map(({ code }, n) => ({ code, location: locations[n % locations.length] as string }));

export const linesOf = (packs: readonly Pack[]): DemoLine[] => packs.map(({ code }) => ({ code }));

/** Lines of packs that arrive for the first time. */
export const freshLines = (packs: readonly Pack[], locations: readonly string[]): DemoLine[] =>
  packs.map(({ code, kg }, n) => ({ code, kg, location: locations[n % locations.length] as string }));

/** The price of a pack of this mass on a day, in yuan. */
export const priceOf = (kg: string, day: Date): string =>
  ofPlaces(Math.round(Number(kg) * Number(packPrice(day))), 0);

/** A share of a mass, rounded to a hundred grams. */
export const massOf = (kg: string, share: number): string => ofPlaces(Math.round(Number(kg) * share * 10), 1);

/** Tons of goods, rounded to ten kilograms, in kg. */
export const tons = (dice: Dice, from: number, to: number): string =>
  ofPlaces(dice.whole(from * 100, to * 100) * 10, 0);
