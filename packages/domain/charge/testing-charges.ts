import type { BatteryCharge, SharedCharge } from './charge.ts';

const of = (soc_pct: number | null, rated_wh: number | null, left_wh: number | null): BatteryCharge => ({
  soc_pct,
  rated_wh,
  left_wh,
});

/** Charges of batteries and of all of them together, for the rule in TypeScript and in SQL. */
export const chargeCases: { title: string; batteries: BatteryCharge[]; charge: SharedCharge }[] = [
  {
    title: 'a large empty battery weighs more than a small full one',
    batteries: [of(100, 10_000, 10_000), of(10, 40_000, 4000)],
    charge: { soc_pct: 28, left_wh: 14_000, rated_wh: 50_000, batteries: 2, counted: 2 },
  },
  {
    title: 'aged batteries that are full are full together',
    batteries: [of(100, 10_000, 9000), of(100, 20_000, 17_000)],
    charge: { soc_pct: 100, left_wh: 26_000, rated_wh: 30_000, batteries: 2, counted: 2 },
  },
  {
    title: 'the only battery needs no rated energy',
    batteries: [of(55, null, null)],
    charge: { soc_pct: 55, left_wh: null, rated_wh: null, batteries: 1, counted: 1 },
  },
  {
    title: 'the only battery with a state of charge is counted, the other one is not',
    batteries: [of(40, null, 3000), of(null, 10_000, 5000)],
    charge: { soc_pct: 40, left_wh: 3000, rated_wh: null, batteries: 2, counted: 1 },
  },
  {
    title: 'batteries of unknown size are not counted',
    batteries: [of(100, 10_000, 10_000), of(50, 30_000, 15_000), of(5, null, 900), of(5, 0, 0)],
    charge: { soc_pct: 62.5, left_wh: 25_000, rated_wh: 40_000, batteries: 4, counted: 2 },
  },
  {
    title: 'several batteries of unknown size have no common state of charge',
    batteries: [of(100, null, null), of(50, null, null)],
    charge: { soc_pct: null, left_wh: null, rated_wh: null, batteries: 2, counted: 0 },
  },
  {
    title: 'energy left is unknown unless each counted battery reports it',
    batteries: [of(100, 10_000, 10_000), of(50, 10_000, null)],
    charge: { soc_pct: 75, left_wh: null, rated_wh: 20_000, batteries: 2, counted: 2 },
  },
  {
    title: 'no battery has no state of charge',
    batteries: [],
    charge: { soc_pct: null, left_wh: null, rated_wh: null, batteries: 0, counted: 0 },
  },
];
