import { useSetupInfo } from '../../context/setup-info.ts';
import { gridLines } from '../../parts/map/grid-lines.ts';
import type { MapView } from '../../parts/map/map-view.ts';
import styles from './area-map.module.css';

/** Lines of longitude and latitude with their degrees; not over tiles, which say more. */
export function Grid({ view, width, height }: { view: MapView; width: number; height: number }) {
  const tiles = useSetupInfo((info) => info.map_tiles);
  if (tiles || width === 0) return null;
  const { longitudes, latitudes } = gridLines(view, width, height);
  return (
    <svg className={styles.grid} aria-hidden="true">
      {longitudes.map(({ at, text }) => (
        <g key={text}>
          <line x1={at} x2={at} y1={0} y2={height} />
          <text x={at + 4} y={13}>
            {text}
          </text>
        </g>
      ))}
      {latitudes.map(({ at, text }) => (
        <g key={text}>
          <line x1={0} x2={width} y1={at} y2={at} />
          <text x={4} y={at - 4}>
            {text}
          </text>
        </g>
      ))}
    </svg>
  );
}
