import { expect, it } from 'vitest';
import { rank, score } from './rank.ts';

const items = [
  { name: 'Home' },
  { name: 'Device List' },
  { name: 'Monitoring Device' },
  { name: '设备列表', also: 'Device List' },
];

it('ranks a whole name first, then a prefix, then the beginning of a word', () => {
  expect(score('Home', 'home')).toBeGreaterThan(score('Homework', 'home'));
  expect(score('Device List', 'dev')).toBeGreaterThan(score('Monitoring Device', 'dev'));
  expect(score('Monitoring Device', 'dev')).toBeGreaterThan(score('Undeveloped', 'dev'));
  expect(score('Undeveloped', 'dev')).toBeGreaterThan(score('Double Events', 'dev'));
});

it('matches letters in their order, words in any order, and ignores accents', () => {
  expect(score('Device List', 'dl')).toBeGreaterThan(0);
  expect(score('Device List', 'list dev')).toBeGreaterThan(0);
  expect(score('Müller', 'muller')).toBe(5);
  expect(score('Device List', 'xyz')).toBe(0);
  expect(score('Device List', 'device xyz')).toBe(0);
});

it('omits non-matching items, and keeps the order of equal matches', () => {
  expect(rank(items, 'dev').map((each) => each.name)).toEqual([
    'Device List',
    '设备列表',
    'Monitoring Device',
  ]);
  expect(rank(items, '设备').map((each) => each.name)).toEqual(['设备列表']);
  expect(rank(items, '  ')).toHaveLength(4);
});
