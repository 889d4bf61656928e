import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { project } from '../../parts/map/map-view.ts';
import { clusterRadius, clusters, statesOf, worseThan } from './cluster.ts';

const at = (devid: string, longitude: number, latitude: number, status = 1) => ({
  devid,
  status,
  at: project(longitude, latitude),
});

describe('clusters', () => {
  it('gathers neighbours and parts them when zoomed in', () => {
    const things = [at('a', 13.4, 52.5), at('b', 13.5, 52.6), at('c', 151, -33)];
    expect(
      clusters(things, 800)
        .map((c) => c.members.length)
        .sort(),
    ).toEqual([1, 2]);
    expect(clusters(things, 2_000_000)).toHaveLength(3);
  });
  it('loses nobody and invents nobody, at any zoom', () => {
    const thing = fc.record({
      devid: fc.uuid(),
      lon: fc.double({ min: -180, max: 180, noNaN: true }),
      lat: fc.double({ min: -80, max: 80, noNaN: true }),
      status: fc.integer({ min: 0, max: 4 }),
    });
    fc.assert(
      fc.property(
        fc.array(thing, { maxLength: 60 }),
        fc.double({ min: 200, max: 4e6, noNaN: true }),
        (raw, scale) => {
          const things = raw.map((r) => at(r.devid, r.lon, r.lat, r.status));
          const found = clusters(things, scale);
          expect(found.flatMap((c) => c.members.map((m) => m.devid)).sort()).toEqual(
            things.map((t) => t.devid).sort(),
          );
          for (const c of found) expect(c.members.some((m) => worseThan(m.status, c.status))).toBe(false);
        },
      ),
    );
  });
  it('shows the state that needs a look', () => {
    const [cluster] = clusters([at('a', 13.4, 52.5, 1), at('b', 13.4, 52.5, 2), at('c', 13.4, 52.5, 0)], 500);
    expect(cluster?.status).toBe(2);
  });
});

it('statesOf counts the states, the worst first', () => {
  const things = [at('a', 0, 0, 1), at('b', 0, 0, 2), at('c', 0, 0, 1), at('d', 0, 0, 0)];
  expect(statesOf(things)).toEqual([
    { status: 2, count: 1 },
    { status: 0, count: 1 },
    { status: 1, count: 2 },
  ]);
});

it('a disc grows with its count and stays a disc', () => {
  expect(clusterRadius(1)).toBe(7);
  expect(clusterRadius(10)).toBeLessThan(clusterRadius(1000));
  expect(clusterRadius(1e9)).toBe(22);
});
