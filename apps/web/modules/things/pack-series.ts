/** Pure: series of packs and cells, from rows under their wire names (`P_SOC@2`, `P_CELL_V@2.07`). */
import { parseWireKey } from '@voltloop/protocol/info-model.ts';
import { cellValue, type SeriesRow } from '../telemetry/index.ts';

/** What the history of packs shows: a point of every pack, the spread of its cells, or the cells of one pack. */
export interface PackView {
  show: 'packs' | 'spread' | 'cells';
  key: string;
}

/** Parses `packs:P_SOC`; null if invalid. */
export function parsePackView(text: string): PackView | null {
  const [show, key = ''] = text.split(':');
  return (show === 'packs' || show === 'spread' || show === 'cells') && key ? { show, key } : null;
}

/** Names of the lines of a view, in order: packs by number, cells of `pack` by number. */
export function packLines(
  rows: readonly SeriesRow[],
  { show, key }: PackView,
  pack: number,
): { wire: string; no: number }[] {
  const parts = new Map<number, string>();
  for (const row of rows)
    for (const wire of Object.keys(row)) {
      const parsed = parseWireKey(wire);
      if (parsed?.key !== key) continue;
      if (show === 'cells') {
        if (Math.floor(parsed.part / 100) === pack && parsed.part % 100 > 0) parts.set(parsed.part, wire);
      } else if (show === 'packs') {
        if (parsed.part % 100 === 0) parts.set(parsed.part, wire);
      } else parts.set(Math.floor(parsed.part / 100) * 100, `${key}@${Math.floor(parsed.part / 100)}`);
    }
  return [...parts]
    .sort(([a], [b]) => a - b)
    .map(([part, wire]) => ({ wire, no: show === 'cells' ? part % 100 : Math.floor(part / 100) }));
}

/**
 * Rows with the spread (maximum minus minimum) of the cells of each pack under the pack's name. A time with fewer
 * than two cells of a pack has none.
 */
export function spreadRows(rows: readonly SeriesRow[], key: string): SeriesRow[] {
  return rows.flatMap((row) => {
    const ends = new Map<number, { low: number; high: number; cells: number }>();
    for (const wire of Object.keys(row)) {
      const parsed = parseWireKey(wire);
      const value = parsed?.key === key ? cellValue(row, wire) : null;
      if (!parsed || value === null || parsed.part % 100 === 0) continue;
      const pack = Math.floor(parsed.part / 100);
      const known = ends.get(pack);
      ends.set(pack, {
        low: Math.min(known?.low ?? value, value),
        high: Math.max(known?.high ?? value, value),
        cells: (known?.cells ?? 0) + 1,
      });
    }
    const cells: Record<string, number> = {};
    for (const [pack, { low, high, cells: count }] of ends)
      if (count > 1) cells[`${key}@${pack}`] = Math.round((high - low) * 1000) / 1000;
    return Object.keys(cells).length > 0 ? [{ key: row.key, ...cells } as SeriesRow] : [];
  });
}
