import { degreesText } from '@voltloop/resources/geofence/geometry.ts';
import styles from './area-map.module.css';
import type { Drawn } from './edit-shape.ts';

/** The drawn shape in numbers, where no map can be shown. */
export function Coordinates({ drawn }: { drawn: Drawn }) {
  const positions = drawn.shape === 'polygon' ? drawn.ring : drawn.center ? [drawn.center] : [];
  return (
    <ol className={styles.coordinates}>
      {positions.map(({ longitude, latitude }, index) => (
        <li key={index}>
          {degreesText(longitude)}°, {degreesText(latitude)}°
        </li>
      ))}
    </ol>
  );
}
