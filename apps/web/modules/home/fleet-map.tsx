import { lazy, Suspense } from 'react';
import styles from './fleet-map.module.css';
import type { FleetMapProps } from './fleet-map-drawn.tsx';

export type { Position } from './fleet-groups.ts';

const FleetMapDrawn = lazy(() => import('./fleet-map-drawn.tsx'));

/** The fleet on a map, whose code comes after the page's own. */
export function FleetMap(props: FleetMapProps) {
  return (
    <Suspense fallback={<div className={styles.map} />}>
      <FleetMapDrawn {...props} />
    </Suspense>
  );
}
