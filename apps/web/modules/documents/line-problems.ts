import type { LineField } from '@voltloop/resource-kit';
import type { Line } from './queries.ts';
import type { FieldProblem } from './verdicts.ts';

/** Pure: problems of lines as texts, and differences between two states of the lines. */

/** One text, and the lines that it is about. */
export interface LineProblems {
  text: string;
  /** In the order of the lines, from 1; empty for a problem that belongs to no known line. */
  numbers: number[];
  /** What the only line names: its code or lot. */
  name: string;
}

/** The key of the line that a path names; null for another path. */
export const lineKeyIn = (path: string): string | null => /^lines\.([^.]+)/.exec(path)?.[1] ?? null;

/** Problems with the same text as one, in the order of their first lines. */
export function groupProblems(
  problems: readonly FieldProblem[],
  lines: readonly Line[],
  textOf: (problem: FieldProblem) => string,
): LineProblems[] {
  const places = new Map(lines.map((line, index) => [line.clientKey, { line, number: index + 1 }]));
  const groups = Map.groupBy(problems, textOf);
  return [...groups]
    .map(([text, of]): LineProblems => {
      const found = [...new Set(of.map(({ path }) => lineKeyIn(path)))].flatMap(
        (key) => places.get(key ?? '') ?? [],
      );
      const [only] = found;
      return {
        text,
        numbers: found.map(({ number }) => number).sort((x, y) => x - y),
        name: found.length === 1 && only ? String(only.line.code || only.line.lotNo || '') : '',
      };
    })
    .sort((x, y) => (x.numbers[0] ?? 0) - (y.numbers[0] ?? 0));
}

/** Ascending numbers as text, three or more in a row as a range: `1–3, 7`. */
export function rangesOf(numbers: readonly number[], separator: string): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges
    .map(([from, to]) => {
      if (from === to) return String(from);
      return to === from + 1 ? `${from}${separator}${to}` : `${from}–${to}`;
    })
    .join(separator);
}

/** The number of lines that were added, removed or changed between two states. */
export function countDifferences(
  fields: Readonly<Record<string, LineField>>,
  before: readonly Line[],
  after: readonly Line[],
): number {
  const rest = new Map(before.map((line) => [line.clientKey, line]));
  let count = 0;
  for (const line of after) {
    const former = rest.get(line.clientKey);
    rest.delete(line.clientKey);
    if (!former || Object.entries(fields).some(([name, field]) => !isSame(field, former[name], line[name])))
      count += 1;
  }
  return count + rest.size;
}

/** As saved: the server trims texts, writes codes in capitals, and stores `402.50` as `402.5`. */
function isSame({ kind, server }: LineField, before: unknown, after: unknown): boolean {
  const [a, b] = [before, after].map((value) =>
    String(value ?? '')
      .trim()
      .toUpperCase(),
  );
  if (server || a === b) return true;
  return (kind === 'decimal' || kind === 'integer') && a !== '' && b !== '' && Number(a) === Number(b);
}
