import type { StockMove } from '@voltloop/contract/calls/stock.ts';

/** Pure: the stages of a battery in the business, and which of them it has reached. */

export interface BatteryStage {
  /** The state that names the stage; for the current stage, the battery's own. */
  state: string;
  how: 'done' | 'current' | 'next' | 'wrong';
  /** Business day on which it last reached the stage. */
  day?: string;
}

const STAGES: readonly { states: readonly [string, ...string[]]; reached: (move: StockMove) => boolean }[] = [
  { states: ['registered', 'in_use'], reached: () => false },
  {
    states: ['in_stock', 'on_hold', 'in_transit', 'missing'],
    reached: ({ from, to }) => to.kind === 'location' && from.kind !== 'location',
  },
  { states: ['in_test'], reached: ({ toCondition }) => toCondition === 'test' },
  { states: ['in_production'], reached: ({ to }) => to.kind === 'production' },
  {
    states: ['sold', 'handed_over', 'recycled', 'scrapped'],
    reached: ({ to, toCondition }) =>
      to.kind === 'outside' || to.kind === 'recycled' || toCondition === 'scrapped',
  },
];
/** An unwanted end. */
const wrong: ReadonlySet<string> = new Set(['missing', 'scrapped']);

/** @param moves Of the battery, latest first; voided ones and their counter-moves do not count. */
export function batteryStages(state: string, moves: readonly StockMove[]): BatteryStage[] {
  const valid = moves.filter(({ document }) => !document.reverses && document.status !== 'voided');
  const here = STAGES.findIndex(({ states }) => states.includes(state));
  return STAGES.map(({ states, reached }, place): BatteryStage => {
    const day = valid.find(reached)?.day;
    const at = day === undefined ? {} : { day };
    if (place === here) return { state, how: wrong.has(state) ? 'wrong' : 'current', ...at };
    const been = place === 0 || (place < here && day !== undefined);
    return { state: states[0], how: been ? 'done' : 'next', ...(been ? at : {}) };
  });
}
