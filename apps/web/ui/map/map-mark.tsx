import type { Position } from '@voltloop/resources/geofence/geometry.ts';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useMap } from './map-context.ts';
import styles from './map-frame.module.css';
import { nearestCopy } from './positions.ts';

/** DOM elements at a position of the map: buttons, which can be focused, unlike the canvas. */
export function MapMark({ at, children }: { at: Position; children: ReactNode }) {
  const { map, toBase } = useMap();
  const { longitude, latitude } = toBase(at);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The engine emits "move" within its own animation frame, so both move together.
    const place = () => {
      const { x, y } = map.project([nearestCopy(longitude, map.getCenter().lng), latitude]);
      if (box.current) box.current.style.transform = `translate(${x}px, ${y}px)`;
    };
    place();
    map.on('move', place);
    map.on('resize', place);
    return () => {
      map.off('move', place);
      map.off('resize', place);
    };
  }, [map, longitude, latitude]);
  return (
    <div ref={box} className={styles.mark}>
      {children}
    </div>
  );
}
