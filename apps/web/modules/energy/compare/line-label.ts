import type { Thing } from '@voltloop/contract';
import type { Dictionary } from '../../telemetry/index.ts';
import type { Line } from './compare-series.ts';

/** Labels lines by what distinguishes them: the thing, the point, or both; and the pack, if any. */
export function lineLabels(
  lines: readonly Line[],
  things: readonly Thing[],
  dictionary: Dictionary,
  pack: (no: number) => string,
): Map<string, string> {
  const manyThings = new Set(lines.map((line) => line.devid)).size > 1 || things.length > 1;
  const manyPoints = new Set(lines.map((line) => line.point.key)).size > 1;
  const names = new Map<string, string>();
  for (const thing of things) {
    // Two things may have the same name; the id is unique.
    const shared = things.filter((each) => each.devname === thing.devname).length > 1;
    names.set(thing.devid, shared || !thing.devname ? thing.devid : thing.devname);
  }
  return new Map(
    lines.map((line) => {
      const parts = [
        manyThings ? (names.get(line.devid) ?? line.devid) : '',
        manyPoints || !manyThings ? dictionary.label(line.point.key) : '',
        line.pack ? pack(line.pack) : '',
      ];
      return [line.id, parts.filter(Boolean).join(' · ')];
    }),
  );
}
