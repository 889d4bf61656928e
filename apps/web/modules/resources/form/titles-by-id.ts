import { get } from 'react-hook-form';
import type { Row } from '../views.ts';

const known = new WeakMap<Row, Record<string, string>>();

/** The titles of all rows that a row and its lines refer to, by id: a line keeps its titles wherever it moves. */
export function titlesById(row: Row): Readonly<Record<string, string>> {
  const before = known.get(row);
  if (before) return before;
  const titles = Object.fromEntries(
    Object.entries(row.titles).map(([path, title]) => [String(get(row, path)), title]),
  );
  known.set(row, titles);
  return titles;
}
