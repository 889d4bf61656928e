import { lazy, Suspense } from 'react';
import styles from './fleet-map.module.css';
import type { FleetMapProps } from './fleet-map-drawn.tsx';

export type { Position } from './fleet-groups.ts';

const FleetMapDrawn = lazy(() => import('./fleet-map-drawn.tsx'));

/** The fleet on a map, loaded after the page. */
export function FleetMap(props: FleetMapProps) {
  return (
    <Suspense fallback={<div className={styles.map} />}>
      <FleetMapDrawn {...props} />
    </Suspense>
  );
}
