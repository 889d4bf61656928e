import { daysFrom } from '../companies.ts';
import { ofPlaces } from '../exact.ts';

/** The activity of a recycler by day, and prices of materials. Pure. */

const DAY_MS = 86_400_000;

/** First days of the Spring Festival. */
const springFestivals = ['2024-02-10', '2025-01-29', '2026-02-17', '2027-02-06', '2028-01-26'].map((day) =>
  Date.parse(day),
);

/** No work on Sundays, little around the Spring Festival, and a busy end of the year. */
function season(day: Date): number {
  if (day.getUTCDay() === 0) return 0;
  const after = springFestivals.map((first) => (day.getTime() - first) / DAY_MS);
  if (after.some((days) => days >= -6 && days <= 14)) return 0.2;
  return day.getUTCMonth() === 11 ? 1.25 : 1;
}

/** The day itself, or Monday instead of Sunday. */
export const workday = (day: Date): Date => (day.getUTCDay() === 0 ? daysFrom(day, 1) : day);

/**
 * Days of a growing business: `dayAt(q)` is the day by which the share `q` of all activity between `first` and `last`
 * has happened. The end has twice the activity of the beginning.
 */
export function busyDays(first: Date, last: Date): (q: number) => Date {
  const count = Math.max(1, Math.round((last.getTime() - first.getTime()) / DAY_MS));
  const sums: number[] = [];
  let sum = 0;
  for (let n = 0; n <= count; n += 1) {
    sum += season(daysFrom(first, n)) * (0.7 + (0.7 * n) / count);
    sums.push(sum);
  }
  return (q) => {
    const found = sums.findIndex((each) => each > q * sum);
    return daysFrom(first, found < 0 ? count : found);
  };
}

type Quote = readonly [day: string, price: number];

/** Black mass of LFP: yuan per ton and percent of lithium (锂点). */
const lithiumPoint: readonly Quote[] = [
  ['2024-11-01', 3000],
  ['2025-06-01', 2600],
  ['2025-09-15', 2725],
  ['2025-11-13', 3175],
  ['2026-01-08', 5600],
  ['2026-07-23', 6900],
];
/** Packs of LFP by the kilogram, two thirds of the price of their cells. */
const lfpPack: readonly Quote[] = [
  ['2024-11-01', 5.4],
  ['2025-09-15', 5.3],
  ['2026-04-15', 8],
  ['2026-07-23', 9.2],
];

function priceOn(quotes: readonly Quote[], day: Date): number {
  const time = day.getTime();
  const at = quotes.map(([quoted, price]) => [Date.parse(quoted), price] as const);
  const after = at.findIndex(([quoted]) => quoted > time);
  if (after === 0) return (at[0] as Quote2)[1];
  if (after < 0) return (at.at(-1) as Quote2)[1];
  const [from, to] = [at[after - 1] as Quote2, at[after] as Quote2];
  return from[1] + ((to[1] - from[1]) * (time - from[0])) / (to[0] - from[0]);
}
type Quote2 = readonly [time: number, price: number];

/** Percent of lithium in the black mass of LFP. */
const LITHIUM_PCT = 3;

/** Yuan per kilogram of black mass on a day, with two decimals. */
export const blackMassPrice = (day: Date): string =>
  ofPlaces(Math.round((priceOn(lithiumPoint, day) * LITHIUM_PCT) / 10), 2);

/** Yuan per kilogram of LFP packs on a day, with two decimals. */
export const packPrice = (day: Date): string => ofPlaces(Math.round(priceOn(lfpPack, day) * 100), 2);
