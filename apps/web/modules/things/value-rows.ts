/** Pure: newest or first values as table rows. */

import { parseWireKey } from '@voltloop/protocol/info-model.ts';
import { folded } from '../../ui/text/folded.ts';
import type { Dictionary, Point } from '../telemetry/index.ts';

export interface ValueRow {
  wire: string;
  label: string;
  group: string;
  text: string;
  unit: string;
  /** As the device sent it. */
  raw: number;
  /** Device time, epoch ms. */
  time: number;
}

interface Words extends Pick<Dictionary, 'label' | 'unit' | 'valueText'> {
  points: readonly Pick<Point, 'key' | 'prefix' | 'group'>[];
}

/** Rows in the order of the dictionary, packs and cells by number; points missing from the dictionary come last. */
export function valueRows(
  fields: Record<string, { value: number; time: number }>,
  dictionary: Words,
  groupName: (prefix: string, group: string) => string,
): ValueRow[] {
  const order = new Map(dictionary.points.map((point, i) => [point.key, { i, point }]));
  return Object.entries(fields)
    .map(([wire, { value, time }]) => {
      const parsed = parseWireKey(wire);
      const key = parsed?.key ?? wire;
      const known = order.get(key);
      const place = wire.slice(key.length);
      return {
        rank: known?.i ?? order.size,
        part: parsed?.part ?? 0,
        row: {
          wire,
          label: `${dictionary.label(key)}${place ? ` ${place}` : ''}`,
          group: known ? groupName(known.point.prefix, known.point.group) : '',
          text: dictionary.valueText(key, value),
          unit: dictionary.unit(key),
          raw: value,
          time,
        },
      };
    })
    .sort((a, b) => a.rank - b.rank || a.part - b.part)
    .map(({ row }) => row);
}

/** Rows whose name, key, group or unit contains every word of `search`, case-insensitively. */
export function matching(rows: readonly ValueRow[], search: string): ValueRow[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const text = folded(`${row.label} ${row.wire} ${row.group} ${row.unit}`);
    return words.every((word) => text.includes(word));
  });
}
