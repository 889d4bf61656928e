import { DAY_MIN, type OwnerValues, type OwnerWindow } from './settings.ts';

/** The range in which an owner may set a battery; the installer decides. */
export interface OwnerLimits {
  enabled: boolean;
  reserve_min_pct: number;
  reserve_max_pct: number;
  modes: readonly number[];
  /** 0: no windows. */
  windows_max: number;
  /** Whether windows may charge; the battery is then charged from the grid too. */
  grid_charge: boolean;
  /** The most power of a window. */
  power_max_w: number;
}

/** A value that is not allowed: its path, and the key of the text that explains it. */
export interface LimitProblem {
  path: string;
  key: string;
}

/** The stretches of one day that a window takes; two when it runs over midnight. */
const stretches = ({ start_min, end_min }: OwnerWindow): [number, number][] =>
  end_min > start_min
    ? [[start_min, end_min]]
    : [
        [start_min, DAY_MIN],
        [0, end_min],
      ];

const overlap = (a: OwnerWindow, b: OwnerWindow): boolean =>
  stretches(a).some(([from, to]) => stretches(b).some(([begin, end]) => from < end && begin < to));

/** What of `values` the limits do not allow, each at its field; empty when nothing is wrong. */
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
