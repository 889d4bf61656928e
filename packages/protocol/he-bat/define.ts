/** Short forms for the rows of the dictionary, so that a file of points reads as a table. */
import type { PointDefinition, Text } from '../info-model.ts';

type Prefix = PointDefinition['prefix'];

/** The point definitions of one prefix; the key's own prefix must be the same (a test checks it). */
export function pointsOf(prefix: Prefix) {
  const define =
    (kind: PointDefinition['kind'], part: PointDefinition['part']) =>
    (
      id: number,
      key: string,
      group: string,
      en: string,
      zh: string,
      unit = '',
      step = 1,
    ): PointDefinition => ({ id, key, prefix, group, label: { en, zh }, unit, step, kind, part });
  const part = prefix === 'P' ? 'pack' : 'system';
  return {
    gauge: define('gauge', part),
    /** Only ever rises, except that it starts again from zero when a board is replaced. */
    counter: define('counter', part),
    bits: define('bits', part),
    /** pack * 100 + cell, as {@link partOf}. */
    position: define('position', part),
    /** One value per cell or sensor of a pack; an array on the wire. */
    cell: define('gauge', 'cell'),
    choice: (
      id: number,
      key: string,
      group: string,
      en: string,
      zh: string,
      values: Record<string, Text>,
    ): PointDefinition => ({ ...define('enum', part)(id, key, group, en, zh), values }),
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
