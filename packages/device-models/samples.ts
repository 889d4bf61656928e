import { derive, noDeriveState } from './derive.ts';
import { compileMapping, type MappedValue } from './mapping.ts';
import type { DeviceModel } from './model.ts';

/** A reading of a sample that is not what it names. */
export interface FailedSample {
  path: string;
  key: string;
  message: string;
}

/**
 * What messages give, by point with the number of its pack: `soc`, `cell_voltage@1` with a list of cells. Derived points
 * are among them.
 */
export function readingsOf(
  model: DeviceModel,
  messages: readonly { topic: string; payload: string }[],
  now_ms: number,
): Record<string, number | (number | null)[]> {
  const mapping = compileMapping(model);
  const state = noDeriveState();
  const readings: Record<string, number | (number | null)[]> = {};
  for (const { topic, payload } of messages) {
    const read = mapping.read(topic, payload, 'UTC');
    if (!read) continue;
    for (const value of [...read.values, ...derive(model, state, read.values, now_ms)]) put(readings, value);
  }
  return readings;
}

function put(into: Record<string, number | (number | null)[]>, { to, pack, cell, value }: MappedValue): void {
  const name = pack === 0 ? to : `${to}@${pack}`;
  if (cell === 0) {
    into[name] = value;
    return;
  }
  const list = into[name];
  const cells = Array.isArray(list) ? list : [];
  into[name] = cells;
  while (cells.length < cell) cells.push(null);
  cells[cell - 1] = value;
}

/** Samples whose messages give other readings than they name, as errors of their fields. */
export function failedSamples(model: DeviceModel): FailedSample[] {
  return model.samples.flatMap(({ messages, expect }, i) => {
    const got = readingsOf(model, messages, 0);
    return Object.entries(expect).flatMap(([name, value]) => {
      const is = got[name];
      if (isSame(is, value)) return [];
      const message = `${name} is ${is === undefined ? 'missing' : JSON.stringify(is)} instead of ${JSON.stringify(value)}`;
      return [{ path: `samples.${i}.expect.${name}`, key: 'deviceModel.sample', message }];
    });
  });
}

function isSame(a: number | (number | null)[] | undefined, b: number | (number | null)[]): boolean {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= Math.abs(b) * 1e-9 + 1e-9;
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  return a.every((value, i) => value === b[i] || Math.abs((value ?? 0) - (b[i] ?? 0)) < 1e-9);
}
