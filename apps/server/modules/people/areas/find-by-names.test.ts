import { expect, test } from 'vitest';
import areas from './area-2025.json' with { type: 'json' };
import { findByNames } from './find-by-names.ts';

test.each([
  ['350203', '350203'],
  ['福建省厦门市思明区', '350203'],
  ['福建 / 厦门 / 思明', '350203'],
  ['福建省-厦门市', '350200'],
  ['福建省', '350000'],
  ['内蒙古', '150000'],
  ['广西壮族自治区 南宁市', '450100'],
  ['北京市朝阳区', '110105'],
  ['重庆市渝中区', '500103'],
])('%s is %s', (text, code) => {
  expect(findByNames(areas, text)).toBe(code);
});

test.each(['', '999999', '亚特兰蒂斯', '福建省上海市', '朝阳区', '福建省厦门市思明区1号'])(
  '%j is not an area',
  (text) => {
    expect(findByNames(areas, text)).toBeUndefined();
  },
);
