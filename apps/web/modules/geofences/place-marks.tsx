import { type MapView, toScreen } from '../../parts/map/map-view.ts';
import styles from './area-map.module.css';
import { pointOf } from './edit-shape.ts';
import type { Place } from './use-places.ts';

/** What a name takes on the map, px; another one within it would lie over it. */
const NAME = { width: 120, height: 18 };

interface PlaceMarksProps {
  places: readonly Place[];
  view: MapView;
  width: number;
  height: number;
}

/** Where the business has its places, with as many names as there is room for: something to find one's way by. */
export function PlaceMarks({ places, view, width, height }: PlaceMarksProps) {
  const shown = places
    .map((place) => ({ ...place, ...toScreen(pointOf(place.at), view, width, height) }))
    .filter(({ x, y }) => x > 0 && y > 0 && x < width && y < height);
  const named: typeof shown = [];
  for (const mark of shown) {
    const free = named.every(
      ({ x, y }) => Math.abs(x - mark.x) > NAME.width || Math.abs(y - mark.y) > NAME.height,
    );
    if (free) named.push(mark);
  }
  return (
    <div className={styles.places} aria-hidden="true">
      {shown.map((mark) => (
        <span
          key={mark.id}
          className={styles.place}
          style={{ transform: `translate(${mark.x}px, ${mark.y}px)` }}
        >
          {named.includes(mark) && <span className={styles.placeName}>{mark.name}</span>}
        </span>
      ))}
    </div>
  );
}
