import { DAY_MIN, type OwnerValues, type OwnerWindow } from './settings.ts';

/** The range of settings allowed to an owner; the installer sets it. */
export interface OwnerLimits {
  enabled: boolean;
  reserve_min_pct: number;
  reserve_max_pct: number;
  modes: readonly number[];
  /** 0: no windows. */
  windows_max: number;
  /** Whether windows may charge, which uses the grid too. */
  grid_charge: boolean;
  /** Maximum power of a window. */
  power_max_w: number;
}

/** A disallowed value: its path, and the key of its text. */
export interface LimitProblem {
  path: string;
  key: string;
}

/** The intervals of a window within one day; two if it spans midnight. */
const intervals = ({ start_min, end_min }: OwnerWindow): [number, number][] =>
  end_min > start_min
    ? [[start_min, end_min]]
    : [
        [start_min, DAY_MIN],
        [0, end_min],
      ];

const overlap = (a: OwnerWindow, b: OwnerWindow): boolean =>
  intervals(a).some(([from, to]) => intervals(b).some(([begin, end]) => from < end && begin < to));

/** The values that exceed the limits, each with its field; empty if all are allowed. */
export function limitProblems(values: OwnerValues, limits: OwnerLimits): LimitProblem[] {
  const { reserve_pct, mode, windows = [] } = values;
  const problems: LimitProblem[] = [];
  const add = (path: string, key: string) => problems.push({ path, key: `ownerControl.${key}` });
  if (reserve_pct !== undefined && reserve_pct < limits.reserve_min_pct) add('reserve_pct', 'reserveLow');
  if (reserve_pct !== undefined && reserve_pct > limits.reserve_max_pct) add('reserve_pct', 'reserveHigh');
  if (mode !== undefined && !limits.modes.includes(mode)) add('mode', 'mode');
  if (windows.length > limits.windows_max) add('windows', 'tooManyWindows');
  for (const [i, window] of windows.entries()) {
    const at = `windows.${i}`;
    if (window.start_min === window.end_min) add(`${at}.end_min`, 'emptyWindow');
    else if (windows.slice(0, i).some((other) => overlap(window, other))) add(`${at}.start_min`, 'overlap');
    if (window.action === 'charge' && !limits.grid_charge) add(`${at}.action`, 'gridCharge');
    if (window.power_w > limits.power_max_w) add(`${at}.power_w`, 'power');
  }
  return problems;
}
