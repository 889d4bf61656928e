import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { demoFleet } from './demo-fleet.ts';
import { createSystem, step } from './fleet/index.ts';

type Ring = [number, number][];

/** Whether a point is in a polygon with holes: an odd number of edges to its east (even-odd rule). */
function inside(lon: number, lat: number, rings: Ring[]): boolean {
  let odd = false;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
      const [xi, yi] = ring[i] as [number, number];
      const [xj, yj] = ring[j] as [number, number];
      if (yi > lat !== yj > lat && lon < ((xj - xi) * (lat - yi)) / (yj - yi) + xi) odd = !odd;
    }
  }
  return odd;
}

interface Topology {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: [number, number][][];
  objects: { land: { geometries: { type: string; arcs: number[][][] }[] } };
}

/** The land polygons of world-atlas, decoded: arcs are deltas, a negative index runs backwards. */
function landPolygons(): Ring[][] {
  const path = createRequire(import.meta.url).resolve('world-atlas/land-50m.json');
  const t = JSON.parse(readFileSync(path, 'utf8')) as Topology;
  const arcs = t.arcs.map((arc) => {
    let x = 0;
    let y = 0;
    return arc.map(([dx, dy]): [number, number] => {
      x += dx;
      y += dy;
      return [
        x * t.transform.scale[0] + t.transform.translate[0],
        y * t.transform.scale[1] + t.transform.translate[1],
      ];
    });
  });
  const ring = (ids: number[]): Ring =>
    ids.flatMap((i) => (i >= 0 ? (arcs[i] as Ring) : (arcs[~i] as Ring).toReversed()));
  return t.objects.land.geometries.flatMap((g) => g.arcs.map((polygon) => polygon.map(ring)));
}

describe('the generated fleet', () => {
  const fleet = demoFleet(300, 1);

  test('is the same for the same seed, with the same beginning at every size', () => {
    expect(demoFleet(300, 1)).toEqual(fleet);
    expect(demoFleet(10, 1)).toEqual(fleet.slice(0, 10));
    expect(demoFleet(300, 2)).not.toEqual(fleet);
  });

  test('has unique ids and names, and spreads over countries and zones', () => {
    expect(new Set(fleet.map((d) => d.devid)).size).toBe(300);
    expect(new Set(fleet.map((d) => d.name)).size).toBe(300);
    for (const d of fleet) expect(d.devid).toMatch(/^HB25\d{5}$/);
    const countries = new Set(fleet.map((d) => d.place.country));
    for (const c of ['AU', 'DE', 'GB', 'ZA', 'US', 'JP', 'CN']) expect(countries).toContain(c);
    expect(new Set(fleet.map((d) => d.place.tz)).size).toBeGreaterThanOrEqual(12);
  });

  test('is entirely on land', () => {
    const land = landPolygons();
    expect(land.some((p) => inside(-30, 30, p))).toBe(false);
    for (const d of fleet) {
      expect(
        land.some((p) => inside(d.place.lon, d.place.lat, p)),
        d.name,
      ).toBe(true);
    }
  });

  test('every system runs, at any place', () => {
    const now_ms = Date.UTC(2026, 10, 21, 4);
    for (const d of fleet) {
      const system = createSystem(d, now_ms);
      step(system, 300, now_ms + 300_000);
      expect(system.state.load_w, d.devid).toBe(system.state.pv_w + system.state.grid_w + system.state.bat_w);
    }
  });
});
