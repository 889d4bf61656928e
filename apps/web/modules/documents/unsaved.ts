import type { Line } from './queries.ts';

/** Pure: changes of lines that the server has not confirmed, by key; null for a removed line. */
export type Unsaved = ReadonlyMap<string, Line | null>;

/** The saved lines with the unsaved changes: a refetch must not hide what is being saved or has been refused. */
export function withUnsaved(saved: readonly Line[], unsaved: Unsaved): Line[] {
  const known = new Set(saved.map(({ clientKey }) => clientKey));
  return [
    ...saved.flatMap((line) => {
      const own = unsaved.get(line.clientKey);
      return own === undefined ? [line] : (own ?? []);
    }),
    ...[...unsaved.values()].flatMap((line) => (line && !known.has(line.clientKey) ? line : [])),
  ];
}
