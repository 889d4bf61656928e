/** Months of the past in seconds: the same model, run before the live simulation, which continues from its state. */
import type { Frame } from '@voltloop/protocol';
import { packFrame, type System, statusFrame, step } from './fleet/index.ts';

export interface HistoryOptions {
  /** Interval of frames of all packs, s; 0 for none. A multiple of `step_s`. */
  packs_every_s?: number;
  /** Only these points in status frames: a chart needs a dozen of the hundred. */
  keys?: readonly string[];
  /** Step of the model, up to 150 s; default 60. Half the step takes nearly twice as long. */
  longest_step_s?: number;
}

/**
 * Runs a system from `from_ms` to `to_ms` (half open) and yields a status frame for each `step_s`, at multiples of it.
 * Afterwards the system is at the last of them; `saveState` stores it for the live simulation. Events of that time wait
 * in `drainEvents`, which keeps the newest 200: drain them during the run. Throws RangeError for a step that is not
 * positive.
 */
export function* historyFrames(
  system: System,
  from_ms: number,
  to_ms: number,
  step_s: number,
  options: HistoryOptions = {},
): Generator<Frame, void, undefined> {
  if (!(step_s > 0)) throw new RangeError(`step_s must be positive, not ${step_s}`);
  const step_ms = step_s * 1000;
  const packs_ms = (options.packs_every_s ?? 0) * 1000;
  for (let at_ms = Math.ceil(from_ms / step_ms) * step_ms; at_ms < to_ms; at_ms += step_ms) {
    step(system, step_s, at_ms, options.longest_step_s);
    const frame = statusFrame(system, at_ms);
    if (options.keys) frame.data = only(frame.data ?? {}, options.keys);
    yield frame;
    if (packs_ms > 0 && at_ms % packs_ms === 0) yield packFrame(system, at_ms);
  }
}

function only(data: Record<string, number>, keys: readonly string[]): Record<string, number> {
  const some: Record<string, number> = {};
  for (const key of keys) {
    const value = data[key];
    if (value !== undefined) some[key] = value;
  }
  return some;
}
