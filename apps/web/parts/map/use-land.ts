import { useEffect, useState } from 'react';
import { landFor, type Shape } from './land.ts';

/** The land in the detail of a scale; what is there stays until the finer one has come. */
export function useLand(scale: number): Shape[] | null {
  const [land, setLand] = useState<Shape[] | null>(null);
  useEffect(() => {
    let current = true;
    landFor(scale).then(
      (shapes) => {
        if (current) setLand(shapes);
      },
      // Without its land the map still shows where the devices are to one another.
      () => {},
    );
    return () => {
      current = false;
    };
  }, [scale]);
  return land;
}
