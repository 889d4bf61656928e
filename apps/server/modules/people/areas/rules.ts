import type { Area, AreaTree } from '@voltloop/contract';

/** Children by the code of their parent (specification section 3): 100000 has the provinces. */
export type AreaMap = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const COUNTRY = '100000';

export const isProvince = (code: string) => /^\d\d0000$/.test(code) && code !== COUNTRY;
export const isCity = (code: string) => /^\d{4}00$/.test(code) && !code.endsWith('0000');

/** The direct children of a code, in the order of codes. */
export function childrenOf(areas: AreaMap, code: string): Area[] {
  return Object.entries(areas[code] ?? {}).map(([id, name]) => ({ id, name }));
}

/** Whether the code exists. */
export function isArea(areas: AreaMap, code: string): boolean {
  const parent = isProvince(code)
    ? COUNTRY
    : isCity(code)
      ? `${code.slice(0, 2)}0000`
      : `${code.slice(0, 4)}00`;
  return areas[parent]?.[code] !== undefined;
}

/** Provinces with their cities. */
export function provinceTree(areas: AreaMap): AreaTree {
  return {
    id: COUNTRY,
    label: '中国',
    children: childrenOf(areas, COUNTRY).map(({ id, name }) => ({
      id,
      label: name,
      children: childrenOf(areas, id).map((city) => ({ id: city.id, label: city.name, children: [] })),
    })),
  };
}
