import { describe, expect, it } from 'vitest';
import { below, countBelow, searchAreas } from './browse.ts';

const data = {
  '100000': { '110000': '北京市', '440000': '广东省' },
  '440000': { '440100': '广州市', '440300': '深圳市', '441900': '东莞市' },
  '440300': { '440305': '南山区', '440306': '宝安区' },
  '440100': { '440103': '荔湾区' },
};

describe('administrative divisions', () => {
  it('are browsed level by level', () => {
    expect(below(data).map(({ name }) => name)).toEqual(['北京市', '广东省']);
    expect(below(data, '440300').map(({ id }) => id)).toEqual(['440305', '440306']);
    expect(below(data, '441900')).toEqual([]);
    expect(countBelow(data, '440000')).toBe(6);
  });
  it('are found by the beginning of a code and by any part of a name, with their ancestors', () => {
    expect(searchAreas(data, '4403').list.map(({ id }) => id)).toEqual(['440300', '440305', '440306']);
    expect(searchAreas(data, '南山').list).toEqual([
      {
        id: '440305',
        name: '南山区',
        above: [
          { id: '440000', name: '广东省' },
          { id: '440300', name: '深圳市' },
        ],
      },
    ]);
    expect(searchAreas(data, '区').total).toBe(3);
    expect(searchAreas(data, ' ').total).toBe(0);
    expect(searchAreas(data, '不存在').total).toBe(0);
  });
  it('list matches at the beginning first', () => {
    const two = { '100000': { '1': '新东', '2': '东新' } };
    expect(searchAreas(two, '东').list.map(({ id }) => id)).toEqual(['2', '1']);
  });
});
