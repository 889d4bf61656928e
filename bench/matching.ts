import {
  houseLimits,
  type MatchTask,
  type Member,
  match,
  randomFrom,
} from '@voltloop/domain/matching/index.ts';
import type { BenchRow } from './ingest.ts';

const CELLS = 10_000;
const SERIES = 16;

interface Population {
  name: string;
  health: number;
  scatter: number;
}

/**
 * Cells out of modules of one vehicle model: 36 retired cells had 95 % of their capacity on average, with a scatter of
 * 2.4 % (arXiv 2507.14020). Cells out of many packs scatter more; no public figure was found, so 80 ± 5 % is used for
 * the usual retirement limit of the trade. Resistance grows as capacity falls (arXiv 2203.12376), here by two parts per
 * part of capacity, with 4 % of independent scatter; OCV scatters by 2 mV. The last three figures are assumptions.
 */
const populations: readonly Population[] = [
  { name: 'one model, 95 ± 2.4 %', health: 0.95, scatter: 0.024 },
  { name: 'mixed, 80 ± 5 %', health: 0.8, scatter: 0.05 },
];

function cellsOf({ health, scatter }: Population): Member[] {
  const random = randomFrom(20_260_401);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: CELLS }, (_, n) => {
    const own = health + scatter * normal();
    return {
      id: `${n}`,
      kind: '1',
      capacity_Ah: 280 * own,
      dcir_mOhm: 0.4 * (1 + 2 * (1 - own) + 0.04 * normal()),
      ocv_V: 3.3 + 0.002 * normal(),
      selfDischarge_mVPerDay: null,
      made_month: Math.floor(random() * 6),
      cycles: null,
    };
  });
}

/**
 * 10,000 cells into packs of 16 in series within the default limits, compared with unsorted cells and cells sorted by
 * capacity.
 */
export function benchMatching(): BenchRow[] {
  return populations.flatMap((population) => {
    const members = cellsOf(population);
    const task: MatchTask = {
      members,
      series: SERIES,
      parallel: 1,
      limits: { parallel: houseLimits.parallel, series: houseLimits.series },
      seed: 1,
    };
    const begun = performance.now();
    const matched = match(task);
    const took_ms = performance.now() - begun;
    // For a sorted task, `before` is the result of cutting it in that order.
    const sorted = match({ ...task, members: [...members].sort((a, b) => a.capacity_Ah - b.capacity_Ah) });
    const packs = Math.floor(CELLS / SERIES);
    const spreads = ({ capacity, dcir, ocv }: typeof matched.after) =>
      `spread of capacity ${capacity?.toFixed(2)} %, resistance ${dcir?.toFixed(1)} %, OCV ${ocv?.toFixed(1)} mV`;
    return [
      {
        what: `${population.name}: at random`,
        measured: `${matched.withinBefore} of ${packs} packs within the limits; ${spreads(matched.before)}`,
        budget: '',
      },
      {
        what: `${population.name}: sorted by capacity`,
        measured: `${sorted.withinBefore} of ${packs}; ${spreads(sorted.before)}`,
        budget: '',
      },
      {
        what: `${population.name}: matched`,
        measured: `${matched.packs.length} of ${packs}; ${spreads(matched.after)}; ${(took_ms / 1000).toFixed(1)} s`,
        budget: '≤ 10 s',
      },
    ];
  });
}
