import type { Feature } from 'geojson';
import { describe, expect, it } from 'vitest';
import {
  clusterRadius,
  groupsOf,
  type Position,
  pointsOf,
  searched,
  WARNING,
  worseThan,
} from './fleet-groups.ts';

const same = <T>(place: T) => place;
const position = (devid: string, status = 1, devname = '', problem_level = 0): Position => ({
  devid,
  devname,
  status,
  problem_level,
  longitude: 13.4,
  latitude: 52.5,
});
const fleetOf = (...positions: Position[]) => new Map(positions.map((each) => [each.devid, each]));
const cluster = (id: number, counts: Record<string, number>, longitude = 10): Feature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [longitude, 50] },
  properties: {
    cluster: true,
    cluster_id: id,
    point_count: Object.values(counts).reduce((a, b) => a + b, 0),
    s0: 0,
    s1: 0,
    s2: 0,
    s3: 0,
    s4: 0,
    s5: 0,
    ...counts,
  },
});

describe('groups', () => {
  it('are shown once even if several tiles contain them', () => {
    const positions = [position('a'), position('b', 2)];
    const points = pointsOf(positions, same).features;
    const found = groupsOf(
      [...points, ...points, cluster(7, { s1: 2 }), cluster(7, { s1: 2 }, 370)],
      fleetOf(...positions),
      same,
    );
    expect(found.map(({ key, count }) => [key, count])).toEqual([
      ['b', 1],
      ['cluster 7', 2],
      ['a', 1],
    ]);
  });
  it('have the most severe state first', () => {
    const [group] = groupsOf([cluster(1, { s1: 900, s0: 3, s2: 1 })], fleetOf(), same);
    expect(group?.states).toEqual([
      { status: 2, count: 1 },
      { status: 0, count: 3 },
      { status: 1, count: 900 },
    ]);
    expect(worseThan(0, 1)).toBe(true);
    expect(worseThan(0, 2)).toBe(false);
  });
  it('show the worst active event, whatever the state', () => {
    const away = position('away', 0, '', 3);
    const warned = position('warned', 1, '', 2);
    const noted = position('noted', 0, '', 1);
    const found = groupsOf(
      pointsOf([noted, warned, away], same).features,
      fleetOf(noted, warned, away),
      same,
    );
    expect(found.map(({ key, states }) => [key, states[0]?.status])).toEqual([
      ['away', 2],
      ['warned', WARNING],
      ['noted', 0],
    ]);
    const [group] = groupsOf([cluster(1, { s1: 5, s0: 2, s5: 1 })], fleetOf(), same);
    expect(group?.states.map(({ status }) => status)).toEqual([WARNING, 0, 1]);
  });
  it('skip devices removed meanwhile', () => {
    expect(
      groupsOf(pointsOf([position('a'), position('b')], same).features, fleetOf(position('a')), same),
    ).toHaveLength(1);
  });
});

it('a search finds names and numbers, matches near their beginning first', () => {
  const fleet = [
    position('SIM01', 1, 'Harbour 12'),
    position('SIM12', 1, 'Mill'),
    position('SIM03', 1, '12 Elm'),
  ];
  expect(searched(fleet, '12', 5).map(({ devid }) => devid)).toEqual(['SIM03', 'SIM12', 'SIM01']);
  expect(searched(fleet, 'harb', 5)).toHaveLength(1);
  expect(searched(fleet, ' ', 5)).toEqual([]);
  expect(searched(fleet, 'sim', 2)).toHaveLength(2);
});

it('a disc grows with its count up to a limit', () => {
  expect(clusterRadius(1)).toBe(7);
  expect(clusterRadius(10)).toBeLessThan(clusterRadius(1000));
  expect(clusterRadius(1e9)).toBe(22);
});
