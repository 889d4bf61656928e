import type { Position } from '@voltloop/resources/geofence/geometry.ts';
import type { Map as MapLibre } from 'maplibre-gl';
import { createContext, useContext } from 'react';

/** A map that is drawn, for what lies on it. */
export interface MapHandle {
  map: MapLibre;
  /** Shows what it showed at first. */
  goHome: () => void;
  /** It stays where it is although what is on it changes. */
  stay: () => void;
  /** From WGS-84 to the coordinates of the base, and back: tiles of Chinese services are in GCJ-02. */
  toBase: (position: Position) => Position;
  fromBase: (position: Position) => Position;
}

export const MapContext = createContext<MapHandle | null>(null);

/** The map around a part of it. */
export function useMap(): MapHandle {
  const handle = useContext(MapContext);
  if (!handle) throw new Error('outside a map');
  return handle;
}

/**
 * Whether a map still has its style: what lies on it may end after the map, or after its graphics context was lost,
 * and then has nothing to remove.
 */
export const isAlive = (map: MapLibre): boolean =>
  Boolean(map.style) && map.getContainer().contains(map.getCanvas());
