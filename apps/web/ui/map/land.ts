/**
 * The land of the world, without any border between countries: Natural Earth through world-atlas (1:110 million for the
 * overview, 1:50 million closer up), fetched from this server when first shown.
 */
import { feature } from 'topojson-client';
import fineUrl from 'world-atlas/land-50m.json?url';
import coarseUrl from 'world-atlas/land-110m.json?url';
import { type Land, landOf } from './land-shapes.ts';

/** From this zoom the finer coast is worth its 170 KiB. */
export const FINE_FROM = 2.4;

const cache = new Map<string, Promise<Land>>();

/** The land in the detail for a zoom. */
export function landFor(zoom: number): Promise<Land> {
  const url = zoom >= FINE_FROM ? fineUrl : coarseUrl;
  let land = cache.get(url);
  if (!land) {
    land = load(url);
    land.catch(() => cache.delete(url));
    cache.set(url, land);
  }
  return land;
}

async function load(url: string): Promise<Land> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status}`);
  const topology = (await response.json()) as Parameters<typeof feature>[0];
  return landOf(feature(topology, topology.objects.land!));
}
