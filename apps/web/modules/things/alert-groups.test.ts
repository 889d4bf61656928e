import { expect, test } from 'vitest';
import { alertGroups, nameWithoutPack } from './alert-groups.ts';

const event = (code: string, level: number, begin_time: number, name = code) => ({
  code,
  level,
  begin_time,
  event_name: { en: name, zh: name },
});

test('groups alerts of the same level and code across packs', () => {
  const groups = alertGroups([
    event('P_PROT.3@2', 3, 50, 'Over-voltage (pack 2)'),
    event('M_NET.1', 1, 90, 'Weak signal'),
    event('P_PROT.3@1', 3, 40, 'Over-voltage (pack 1)'),
    event('M_PROT1.3', 3, 60, 'Fan fault'),
  ]);
  expect(groups.map(({ code, count, packs, since }) => ({ code, count, packs, since }))).toEqual([
    { code: 'M_PROT1.3', count: 1, packs: [], since: 60 },
    { code: 'P_PROT.3', count: 2, packs: [1, 2], since: 40 },
    { code: 'M_NET.1', count: 1, packs: [], since: 90 },
  ]);
});

test('keeps one code at two levels as two alerts, the more severe first', () => {
  const groups = alertGroups([event('P_TEMP.above@1', 2, 9), event('P_TEMP.above@1', 3, 1)]);
  expect(groups.map(({ level, count }) => [level, count])).toEqual([
    [3, 1],
    [2, 1],
  ]);
});

test('names packs once, beside the alert', () => {
  expect(nameWithoutPack('Over-voltage (pack 12)')).toBe('Over-voltage');
  expect(nameWithoutPack('过压（2号包）')).toBe('过压');
  expect(nameWithoutPack('Fan fault (pack)')).toBe('Fan fault (pack)');
});
