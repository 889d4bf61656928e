import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AreaData } from '@voltloop/contract/calls/areas.ts';
import { describe, expect, it } from 'vitest';
import { allPlaces, findPlaces, placeText } from './address-rules.ts';

const file = path.resolve(import.meta.dirname, '../../../server/modules/people/areas/area-2025.json');
const places = allPlaces(JSON.parse(readFileSync(file, 'utf8')) as AreaData);
const found = (text: string) => findPlaces(places, text).map(({ names }) => names.join(''));

describe('the search for a place', () => {
  it('contains every district, and cities without districts', () => {
    expect(places.length).toBeGreaterThan(3000);
    expect(places.filter(({ codes }) => codes.length === 2).map(({ names }) => names[1])).toEqual([
      '东莞市',
      '中山市',
      '儋州市',
      '嘉峪关市',
    ]);
  });
  it('finds repeated names, each with its path', () => {
    expect(found('朝阳区')).toEqual(['北京市北京市朝阳区', '吉林省长春市朝阳区']);
    expect(findPlaces(places, '朝阳区')[0]?.codes).toEqual(['110000', '110100', '110105']);
  });
  it('matches several parts in order', () => {
    expect(found('广东 南山')).toEqual(['广东省深圳市南山区']);
    expect(found('重庆/两江')).toEqual(['重庆市重庆市两江新区']);
    expect(found('南山 广东')).toEqual([]);
  });
  it('ranks names that begin with the text before those that contain it', () => {
    const list = found('东莞');
    expect(list[0]).toBe('广东省东莞市');
    expect(found('深圳').every((name) => name.includes('深圳市'))).toBe(true);
  });
  it('finds nothing for an empty text', () => {
    expect([found(''), found(' / '), found('亚特兰蒂斯'), found('[')]).toEqual([[], [], [], []]);
  });
});

describe('a place in one line', () => {
  it.each([
    [['北京市', '北京市', '朝阳区'], '北京市 / 朝阳区'],
    [['广东省', '东莞市'], '广东省 / 东莞市'],
    [[], ''],
  ])('%j is written as %j', (names, text) => expect(placeText(names)).toBe(text));
});
