import type { GeoJSONSource } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { isAlive, useMap } from '../../parts/map/map-context.ts';
import { nearestCopy } from '../../parts/map/positions.ts';
import { countsByState, type Group, groupsOf, type Position, pointsOf } from './fleet-groups.ts';

const SOURCE = 'fleet';
/** Marks nearer than this join, px: the largest disc and some air. */
const RADIUS_PX = 48;
/** Up to this zoom near devices gather; beyond it each is shown separately, or several at one place are listed. */
export const GATHERED_TO = 17;
/** How often at most what has changed is handed to the engine, which copies the whole fleet, ms. */
const EVERY_MS = 1000;

/** The marks that are in sight, as the engine's worker gathers them. */
export function useFleetGroups(
  positions: readonly Position[],
  byId: ReadonlyMap<string, Position>,
  enlarged: number,
): Group[] {
  const { map, toBase, fromBase } = useMap();
  const [groups, setGroups] = useState<Group[]>([]);
  const current = useRef({ positions, byId });
  current.current = { positions, byId };

  useEffect(() => {
    map.addSource(SOURCE, {
      type: 'geojson',
      data: pointsOf(current.current.positions, toBase),
      cluster: true,
      clusterRadius: RADIUS_PX * enlarged,
      clusterMaxZoom: GATHERED_TO,
      clusterProperties: countsByState as never,
    });
    // The marks are buttons of the page; a layer that shows nothing keeps the engine's tiles of them loaded.
    map.addLayer({
      id: SOURCE,
      type: 'circle',
      source: SOURCE,
      paint: { 'circle-radius': 0, 'circle-opacity': 0 },
    });
    let shown = '';
    const read = () => {
      if (!map.isSourceLoaded(SOURCE)) return;
      const { clientWidth: width, clientHeight: height } = map.getContainer();
      const found = groupsOf(map.querySourceFeatures(SOURCE), current.current.byId, fromBase).filter(
        ({ at }) => {
          const place = toBase(at);
          const { x, y } = map.project([nearestCopy(place.longitude, map.getCenter().lng), place.latitude]);
          return x > -30 && x < width + 30 && y > -30 && y < height + 30;
        },
      );
      const text = JSON.stringify(found);
      if (text === shown) return;
      shown = text;
      setGroups(found);
    };
    map.on('render', read);
    return () => {
      map.off('render', read);
      if (!isAlive(map)) return;
      map.removeLayer(SOURCE);
      map.removeSource(SOURCE);
    };
  }, [map, toBase, fromBase, enlarged]);

  const first = useRef(true);
  const last = useRef(0);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const wait = Math.max(0, last.current + EVERY_MS - Date.now());
    const timer = setTimeout(() => {
      last.current = Date.now();
      if (isAlive(map)) void map.getSource<GeoJSONSource>(SOURCE)?.setData(pointsOf(positions, toBase));
    }, wait);
    return () => clearTimeout(timer);
  }, [map, positions, toBase]);
  return groups;
}
