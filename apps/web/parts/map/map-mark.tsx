import type { Position } from '@voltloop/resources/geofence/geometry.ts';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useMap } from './map-context.ts';
import styles from './map-frame.module.css';
import { nearestTurn } from './positions.ts';

/** Elements of the page at a position of the map: buttons that take the focus, which a picture could not offer. */
export function MapMark({ at, children }: { at: Position; children: ReactNode }) {
  const { map, toBase } = useMap();
  const { longitude, latitude } = toBase(at);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The engine says "move" within the frame in which it draws, so both stay together.
    const place = () => {
      const { x, y } = map.project([nearestTurn(longitude, map.getCenter().lng), latitude]);
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
