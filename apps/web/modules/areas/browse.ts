/** Pure: the administrative divisions in three levels, and their search. */

import type { Area, AreaData } from '@voltloop/contract/calls/areas.ts';

const COUNTRY = '100000';
/** Maximum of search results; typing narrows the list. */
const FOUND = 100;

/** A place with its ancestors, outermost first. */
export interface Found extends Area {
  above: readonly Area[];
}

/** The places directly below one, by code; without one, the provinces. */
export function below(data: AreaData, code: string = COUNTRY): Area[] {
  return Object.entries(data[code] ?? {}).map(([id, name]) => ({ id, name }));
}

/** Number of places below one, at every depth. */
export function countBelow(data: AreaData, code: string): number {
  return below(data, code).reduce((sum, { id }) => sum + 1 + countBelow(data, id), 0);
}

/**
 * Places whose code begins with the text or whose name contains it: provinces before cities before districts, and
 * within each those whose name begins with the text first.
 */
export function searchAreas(data: AreaData, text: string): { list: Found[]; total: number } {
  const wanted = text.trim();
  if (wanted === '') return { list: [], total: 0 };
  const found: Found[] = [];
  const look = (code: string, above: readonly Area[]) => {
    for (const area of below(data, code)) {
      if (area.id.startsWith(wanted) || area.name.includes(wanted)) found.push({ ...area, above });
      look(area.id, [...above, area]);
    }
  };
  look(COUNTRY, []);
  const rank = ({ above, name }: Found) => above.length * 2 + (name.startsWith(wanted) ? 0 : 1);
  found.sort((a, b) => rank(a) - rank(b));
  return { list: found.slice(0, FOUND), total: found.length };
}
