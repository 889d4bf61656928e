import { useEffect, useReducer } from 'react';
import { gridLines } from './grid-lines.ts';
import { useMap } from './map-context.ts';
import styles from './map-frame.module.css';
import { useHasStreets } from './use-base.ts';

/** Height of the scale at the lower edge, px. */
const FOOT_PX = 28;
/** The right edge, where a longitude would be cut off. */
const LABEL_PX = 64;

/** Renders again whenever the map has moved. */
export function useMoves(): void {
  const { map } = useMap();
  const [, rerender] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    map.on('move', rerender);
    map.on('resize', rerender);
    return () => {
      map.off('move', rerender);
      map.off('resize', rerender);
    };
  }, [map]);
}

/**
 * Lines of longitude and latitude with their degrees; hidden on maps with streets.
 * @param from The zoom from which the coast line alone no longer gives orientation
 */
export function Grid({ from = 0 }: { from?: number }) {
  const { map } = useMap();
  useMoves();
  return useHasStreets() || map.getZoom() < from ? null : <Lines />;
}

function Lines() {
  const { map } = useMap();
  const bounds = map.getBounds();
  const center = map.getCenter();
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const [west, south, east, north] = [
    bounds.getWest(),
    bounds.getSouth(),
    bounds.getEast(),
    bounds.getNorth(),
  ];
  const { longitudes, latitudes } = gridLines([west, south, east, north], width);
  return (
    <svg className={styles.grid} aria-hidden="true">
      {longitudes.map(({ degrees, text }) => {
        const { x } = map.project([degrees, center.lat]);
        return (
          <g key={text}>
            <line x1={x} x2={x} y1={0} y2={height} />
            {x < width - LABEL_PX && (
              <text x={x + 4} y={13}>
                {text}
              </text>
            )}
          </g>
        );
      })}
      {latitudes.map(({ degrees, text }) => {
        const { y } = map.project([center.lng, degrees]);
        return (
          <g key={text}>
            <line x1={0} x2={width} y1={y} y2={y} />
            {y < height - FOOT_PX && (
              <text x={4} y={y - 4}>
                {text}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
