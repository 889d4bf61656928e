/** Pure: validates the text of a setting's field. The server checks against the same model again. */

import { readDecimal } from '@voltloop/domain/checks/read-decimal.ts';

export interface SettingLike {
  key: string;
  min?: number;
  max?: number;
  step?: number;
  values?: Record<string, unknown>;
}

export type SettingProblem =
  | { key: 'empty' }
  /** A key of the catalogue of checks. */
  | { key: 'unreadable'; problem: string }
  | { key: 'below'; min: number }
  | { key: 'above'; max: number }
  | { key: 'step'; step: number }
  | { key: 'choice' };

/** Parses a setting's text into a number, or returns the problem. */
export function readSetting(
  setting: SettingLike,
  text: string,
): { value: number } | { problem: SettingProblem } {
  const read = readDecimal(text);
  if (read === null) return { problem: { key: 'empty' } };
  if ('problem' in read) return { problem: { key: 'unreadable', problem: read.problem } };
  const value = Number(read.text);
  if (setting.values) return String(value) in setting.values ? { value } : { problem: { key: 'choice' } };
  if (setting.min !== undefined && value < setting.min)
    return { problem: { key: 'below', min: setting.min } };
  if (setting.max !== undefined && value > setting.max)
    return { problem: { key: 'above', max: setting.max } };
  if (setting.step) {
    const steps = (value - (setting.min ?? 0)) / setting.step;
    // A step of 0.1 is not exact in binary: a millionth of a step is rounding, not an invalid value.
    if (Math.abs(steps - Math.round(steps)) > 1e-6) return { problem: { key: 'step', step: setting.step } };
  }
  return { value };
}
