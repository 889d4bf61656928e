import { daysFrom } from '../companies.ts';
import type { Counts } from '../rows.ts';
import { busyDays } from './calendar.ts';
import { echelonCells, modulesFromCells, packsFromModules } from './echelon.ts';
import { recycling } from './recycling.ts';
import {
  blackMass,
  bulk,
  corrected,
  count,
  damaged,
  mistakes,
  openings,
  partlyReturned,
  sentBack,
  transfer,
  truck,
  vehicles,
  waste,
} from './stories.ts';
import { today } from './today.ts';
import { type Dated, type Tools, toolsOf } from './world.ts';

/** Stories by name: their number in two years, and in a small business, and their number of packs. */
const kinds: readonly [
  name: string,
  full: number,
  small: number,
  make: (tools: Tools, packs?: number) => void,
][] = [
  ['回收车次', 235, 3, truck],
  ['散料车次', 350, 2, bulk],
  ['黑粉', 60, 2, blackMass],
  ['整车批次', 46, 1, vehicles],
  ['破损批次', 34, 1, damaged],
  ['废料', 12, 1, waste],
  ['调拨批次', 46, 1, transfer],
  ['盘点批次', 24, 1, count],
  ['更正批次', 24, 2, corrected],
  ['退供批次', 16, 1, sentBack],
  ['差错批次', 30, 1, mistakes],
  ['销退批次', 16, 1, partlyReturned],
  ['梯次模块', 14, 2, modulesFromCells],
  ['梯次电池包', 14, 1, packsFromModules],
  ['梯次单体', 8, 1, echelonCells],
  ['再生批次', 22, 1, recycling],
];
const SMALL_PACKS = 3;
/** Stories are numbered by kind. */
const MAX_STORIES = 1000;

/**
 * The activities of two years apart from the batteries of vehicles, in chronological order: trucks that arrive, are
 * processed and leave, with typical mistakes; and the open work of today.
 * @param first the first day with customers
 * @param customers the number of customers on a day
 */
export function flowOf(counts: Counts, first: Date, now: Date, customers: (day: Date) => number): Dated[] {
  const small = counts.flow === 'small';
  const all: Dated[] = [];
  const tools = (number: number, title: string, day: Date) =>
    toolsOf(counts, customers, number, title, { day, now }, (dated) => all.push(dated));
  const dayAt = busyDays(daysFrom(first, 1), daysFrom(now, -1));
  openings(tools(1, '期初批次', daysFrom(first, 1)), small ? SMALL_PACKS : undefined);
  kinds.forEach(([name, full, few, make], kind) => {
    const stories = small ? few : full;
    for (let n = 0; n < stories; n += 1) {
      const title = `${name} ${String(n + 1).padStart(4, '0')}`;
      make(
        tools((kind + 1) * MAX_STORIES + n, title, dayAt((n + 0.5) / stories)),
        small ? SMALL_PACKS : undefined,
      );
    }
  });
  today((number, title, daysAgo) =>
    tools((kinds.length + 1) * MAX_STORIES + number, title, daysFrom(now, -daysAgo)),
  );
  return inOrder(all.filter(({ day }) => day <= now));
}

/** Kinds of documents in the order of a day; similar ones are grouped. */
const ranks = [
  'opening',
  'receipt',
  'movement',
  'conditionChange',
  'stockTake',
  'correction',
  'scrap',
  'tests',
  'matching',
  'production',
  'recyclingRun',
  'issue',
];

function rankOf({ activity }: Dated): number {
  if ('document' in activity) return 1 + ranks.indexOf(activity.document.kind);
  for (const name of ['tests', 'matching']) if (name in activity) return 1 + ranks.indexOf(name);
  return 'resource' in activity && activity.resource !== 'assay' ? 0 : 20;
}

function inOrder(all: readonly Dated[]): Dated[] {
  return all
    .map((dated, n) => ({
      dated,
      key: [Math.floor(dated.day.getTime() / 86_400_000), rankOf(dated), n] as const,
    }))
    .sort((a, b) => a.key[0] - b.key[0] || a.key[1] - b.key[1] || a.key[2] - b.key[2])
    .map(({ dated }) => dated);
}
