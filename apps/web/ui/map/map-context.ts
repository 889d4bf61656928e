import type { Position } from '@voltloop/resources/geofence/geometry.ts';
import type { Map as MapLibre } from 'maplibre-gl';
import { createContext, useContext } from 'react';

/** A rendered map, for the layers and marks on it. */
export interface MapHandle {
  map: MapLibre;
  /** Returns to the initial view. */
  goHome: () => void;
  /** Keeps the current view although the content changes. */
  stay: () => void;
  /** Converts from WGS-84 to the coordinates of the base, and back: tiles of Chinese services are in GCJ-02. */
  toBase: (position: Position) => Position;
  fromBase: (position: Position) => Position;
}

export const MapContext = createContext<MapHandle | null>(null);

/** The surrounding map. */
export function useMap(): MapHandle {
  const handle = useContext(MapContext);
  if (!handle) throw new Error('outside a map');
  return handle;
}

/**
 * Whether a map still has its style. Layers may be unmounted after the map, or after its graphics context was lost, and
 * then have nothing to remove.
 */
export const isAlive = (map: MapLibre): boolean =>
  Boolean(map.style) && map.getContainer().contains(map.getCanvas());
