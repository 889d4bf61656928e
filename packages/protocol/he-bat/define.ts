/** Short forms for rows of the dictionary, so that a file of points reads as a table. */
import { MAX_PACKS, type PointDefinition, partOf, type Text } from '../info-model.ts';

type Prefix = PointDefinition['prefix'];
type Range = [min: number, max: number];

/** Wh or Ah of a lifetime: 30 kW without a pause for 19 years. */
const MAX_COUNTER = 5e9;
const MAX_BITS = 2 ** 32 - 1;

/** The point definitions of one prefix, which the keys repeat (a test checks it). */
export function pointsOf(prefix: Prefix) {
  const define =
    (kind: PointDefinition['kind'], part: PointDefinition['part']) =>
    (
      id: number,
      key: string,
      group: string,
      en: string,
      zh: string,
      unit: string,
      step: number,
      [min, max]: Range,
    ): PointDefinition => ({ id, key, prefix, group, label: { en, zh }, unit, step, min, max, kind, part });
  /** {@link define} for points with a common range; by default integers without a unit. */
  const within =
    (kind: PointDefinition['kind'], range: Range) =>
    (id: number, key: string, group: string, en: string, zh: string, unit = '', step = 1): PointDefinition =>
      define(kind, part)(id, key, group, en, zh, unit, step, range);
  const part = prefix === 'P' ? 'pack' : 'system';
  return {
    gauge: define('gauge', part),
    /** Only rises, except for a restart from zero when a board is replaced. */
    counter: within('counter', [0, MAX_COUNTER]),
    bits: within('bits', [0, MAX_BITS]),
    /** pack * 100 + cell, as {@link partOf}; 0 for none. */
    position: within('position', [0, partOf(MAX_PACKS, 99)]),
    /** One value per cell or sensor of a pack; an array on the wire. */
    cell: define('gauge', 'cell'),
    choice: (
      id: number,
      key: string,
      group: string,
      en: string,
      zh: string,
      values: Record<string, Text>,
    ): PointDefinition => {
      const numbers = Object.keys(values).map(Number);
      const range: Range = [Math.min(...numbers), Math.max(...numbers)];
      return { ...within('enum', range)(id, key, group, en, zh), values };
    },
  };
}

/** `labels('Off', '关', 'On', '开')` → the values 0, 1, … in that order. */
export function labels(...pairs: string[]): Record<string, Text> {
  const values: Record<string, Text> = {};
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    values[String(i / 2)] = { en: pairs[i] as string, zh: pairs[i + 1] as string };
  }
  return values;
}
