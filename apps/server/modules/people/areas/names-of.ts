import { type AreaMap, COUNTRY } from './rules.ts';

/** The names on the path to an area from its province down; empty for an unknown code. */
export function namesOf(areas: AreaMap, code: string): string[] {
  const province = `${code.slice(0, 2)}0000`;
  const city = `${code.slice(0, 4)}00`;
  const way: [string, string][] = [
    [COUNTRY, province],
    [province, city],
    [city, code],
  ];
  const names = way
    .filter(([parent, child]) => parent !== child)
    .map(([parent, child]) => areas[parent]?.[child]);
  const known = code === province ? names.slice(0, 1) : code === city ? names.slice(0, 2) : names;
  return known.flatMap((name) => name ?? []);
}
