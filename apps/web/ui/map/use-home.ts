import type { Position } from '@voltloop/resources/geofence/geometry.ts';
import type { Map as MapLibre } from 'maplibre-gl';
import { useCallback, useEffect, useRef, useState } from 'react';
import { boundsOf, type Home } from './positions.ts';

/** Distance of the content from the edge of a map, px. */
const MARGIN_PX = 48;

/** Keeps the initial view of a map until the user moves it, also when the map is resized. */
export function useHome(map: MapLibre | null, home: Home, toBase: (position: Position) => Position) {
  const [away, setAway] = useState(false);
  const isAway = useRef(false);
  const show = useRef(() => {});
  show.current = () => {
    if (!map) return;
    const at = { home: true };
    if ('center' in home) map.jumpTo(home, at);
    else {
      const { clientWidth: width, clientHeight: height } = map.getContainer();
      const padding = Math.min(MARGIN_PX, width / 6, height / 6);
      const bounds = boundsOf(home.positions.map(toBase));
      map.fitBounds(bounds, { padding, maxZoom: home.most, animate: false }, at);
    }
  };
  const leave = useCallback((is: boolean) => {
    isAway.current = is;
    setAway(is);
  }, []);
  const goHome = useCallback(() => {
    leave(false);
    show.current();
  }, [leave]);
  const stay = useCallback(() => leave(true), [leave]);

  useEffect(() => {
    if (!map) return;
    const moved = (event: object) => {
      if (!('home' in event)) leave(true);
    };
    const resized = () => {
      if (!isAway.current) show.current();
    };
    map.on('movestart', moved);
    map.on('resize', resized);
    return () => {
      map.off('movestart', moved);
      map.off('resize', resized);
    };
  }, [map, leave]);
  useEffect(() => {
    if (map && !isAway.current) show.current();
  }, [map, home]);
  return { away, goHome, stay };
}
