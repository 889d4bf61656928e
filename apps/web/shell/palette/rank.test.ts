import { expect, it } from 'vitest';
import { rank, score } from './rank.ts';

const items = [
  { name: 'Home' },
  { name: 'Device List' },
  { name: 'Monitoring Device' },
  { name: '设备列表', also: 'Device List' },
];

it('prefers a whole name, then its beginning, then the beginning of a word', () => {
  expect(score('Home', 'home')).toBeGreaterThan(score('Homework', 'home'));
  expect(score('Device List', 'dev')).toBeGreaterThan(score('Monitoring Device', 'dev'));
  expect(score('Monitoring Device', 'dev')).toBeGreaterThan(score('Undeveloped', 'dev'));
  expect(score('Undeveloped', 'dev')).toBeGreaterThan(score('Double Events', 'dev'));
});

it('finds letters in their order, words in any order, and accents without them', () => {
  expect(score('Device List', 'dl')).toBeGreaterThan(0);
  expect(score('Device List', 'list dev')).toBeGreaterThan(0);
  expect(score('Müller', 'muller')).toBe(5);
  expect(score('Device List', 'xyz')).toBe(0);
  expect(score('Device List', 'device xyz')).toBe(0);
});

it('leaves out what does not fit, and keeps the order of what fits alike', () => {
  expect(rank(items, 'dev').map((each) => each.name)).toEqual([
    'Device List',
    '设备列表',
    'Monitoring Device',
  ]);
  expect(rank(items, '设备').map((each) => each.name)).toEqual(['设备列表']);
  expect(rank(items, '  ')).toHaveLength(4);
});
