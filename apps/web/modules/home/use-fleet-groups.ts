import type { GeoJSONSource } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { isAlive, useMap } from '../../ui/map/map-context.ts';
import { nearestCopy } from '../../ui/map/positions.ts';
import { countsByState, type Group, groupsOf, type Position, pointsOf } from './fleet-groups.ts';

const SOURCE = 'fleet';
/** Marks nearer than this are clustered, px: the largest disc and a margin. */
const RADIUS_PX = 48;
/** Maximum zoom with clusters; above it each device is shown separately, or several at one place are listed. */
export const MAX_CLUSTER_ZOOM = 17;
/** Minimum interval between updates of the engine, which copies the whole fleet, ms. */
const UPDATE_MS = 1000;

/** The visible marks, clustered in the engine's worker. */
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
      clusterMaxZoom: MAX_CLUSTER_ZOOM,
      clusterProperties: countsByState,
    });
    // The marks are buttons of the page; an invisible layer keeps the engine's tiles loaded.
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
    const wait = Math.max(0, last.current + UPDATE_MS - Date.now());
    const timer = setTimeout(() => {
      last.current = Date.now();
      if (isAlive(map)) void map.getSource<GeoJSONSource>(SOURCE)?.setData(pointsOf(positions, toBase));
    }, wait);
    return () => clearTimeout(timer);
  }, [map, positions, toBase]);
  return groups;
}
