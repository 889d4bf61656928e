/** Pure: converts the series of several things into charts by unit and a table. */
import { parseWireKey } from '@voltloop/protocol/info-model.ts';
import type { SeriesRow } from '../../telemetry/index.ts';
import { cellValue, withGaps } from '../../telemetry/index.ts';

export interface ComparedPoint {
  key: string;
  unit: string;
  /** A choice or bit field: drawn in steps, without an average. */
  discrete: boolean;
}

/** One line: a point of one thing, or of one of its packs. */
export interface Line {
  /** `devid M_SOC`, `devid P_SOC@2` */
  id: string;
  devid: string;
  /** `M_SOC`, `P_SOC@2` */
  wire: string;
  point: ComparedPoint;
  /** Pack number, 0 for the system. */
  pack: number;
  /** Aggregate of a slot that is drawn. */
  figure: string;
  rows: readonly SeriesRow[];
}

export interface UnitChart {
  unit: string;
  discrete: boolean;
  lines: Line[];
  times_ms: number[];
  columns: (number | null)[][];
}

/** The lines in the order of things and points; a thing without a reading of a point has no line for it. */
export function linesOf(
  answers: readonly { devid: string; rows: readonly SeriesRow[] }[],
  points: readonly ComparedPoint[],
  figure: string,
): Line[] {
  return answers.flatMap(({ devid, rows }) => {
    const wires = new Set(rows.flatMap((row) => Object.keys(row)));
    wires.delete('key');
    return points.flatMap((point) =>
      [...wires]
        .map((wire) => ({ wire, parsed: parseWireKey(wire) }))
        .filter(({ parsed }) => parsed?.key === point.key)
        .sort((a, b) => (a.parsed?.part ?? 0) - (b.parsed?.part ?? 0))
        .map(({ wire, parsed }) => ({
          id: `${devid} ${wire}`,
          devid,
          wire,
          point,
          pack: Math.floor((parsed?.part ?? 0) / 100),
          figure: point.discrete ? (figure === 'first' ? 'first' : 'last') : figure,
          rows,
        })),
    );
  });
}

/** Rows by time, ascending, with the values of the lines at that time. Nothing is interpolated. */
export function tableOf(lines: readonly Line[]): SeriesRow[] {
  const byTime = new Map<number, Record<string, number>>();
  for (const line of lines)
    for (const row of line.rows) {
      const value = cellValue(row, line.wire, line.figure);
      if (value === null) continue;
      const known = byTime.get(row.key);
      if (known) known[line.id] = value;
      else byTime.set(row.key, { key: row.key, [line.id]: value });
    }
  return [...byTime.values()].sort((a, b) => a.key! - b.key!) as SeriesRow[];
}

/**
 * One chart per unit, in the order in which units occur. Choices and bit fields each have their own chart, because
 * their numbers stand for names.
 * @param step_ms Length of a slot; null for raw readings
 */
export function chartsOf(lines: readonly Line[], step_ms: number | null): UnitChart[] {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const id = line.point.discrete ? `#${line.point.key}` : line.point.unit;
    groups.set(id, [...(groups.get(id) ?? []), line]);
  }
  return [...groups.values()].map((group) => {
    const ids = group.map((line) => line.id);
    const { times_ms, columns } = withGaps(tableOf(group), ids, step_ms ?? 60_000, {
      known: step_ms !== null,
      steps: group[0]!.point.discrete,
    });
    return {
      unit: group[0]!.point.discrete ? '' : group[0]!.point.unit,
      discrete: group[0]!.point.discrete,
      lines: group,
      times_ms,
      columns,
    };
  });
}
