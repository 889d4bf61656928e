import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/index.ts';
import { Grid } from '../../ui/map/grid.tsx';
import type { MapHandle } from '../../ui/map/map-context.ts';
import { MapFrame } from '../../ui/map/map-frame.tsx';
import { MapMark } from '../../ui/map/map-mark.tsx';
import { type Home, WORLD } from '../../ui/map/positions.ts';
import { useHasStreets } from '../../ui/map/use-base.ts';
import type { Group, Position } from './fleet-groups.ts';
import { FleetLinks } from './fleet-links.tsx';
import styles from './fleet-map.module.css';
import { FleetMarks } from './fleet-marks.tsx';
import { FleetSearch } from './fleet-search.tsx';

interface Open {
  at: Group['at'];
  devids: string[];
}
export interface FleetMapProps {
  positions: readonly Position[];
  /** Shows the device search. */
  search?: boolean;
}

/** Up to this map width marks have their normal size, px. */
const READ_AT_PX = 1000;
/** Zoom for a single place: its region. */
const REGION_ZOOM = 6;
/** Zoom for a found device: its streets, or its region on a map without streets. */
const FOUND_ZOOM = { streets: 14, land: 8 };
/** Zoom from which a map without streets shows a grid, because land alone is an empty field. */
const GRID_FROM = 6;
/** Space for the list of devices at one place, px. */
const POPUP_PX = { width: 256, height: 236 };

/** The fleet on a map; nearby devices are clustered. */
export default function FleetMapDrawn({ positions, search = false }: FleetMapProps) {
  const { t } = useTranslation('home');
  const { number } = useFormat();
  const hasStreets = useHasStreets();
  const [open, setOpen] = useState<Open | null>(null);
  const [handle, setHandle] = useState<MapHandle | null>(null);
  // States change constantly and positions hardly ever: the view depends on positions only.
  const places = useMemo(
    () => positions.map(({ longitude, latitude }) => `${longitude} ${latitude}`).join(),
    [positions],
  );
  const home = useMemo<Home>(
    () => ({ positions: positions.length > 0 ? positions : WORLD, most: REGION_ZOOM }),
    [places],
  );
  const box = useRef<HTMLDivElement>(null);
  const enlarged = useEnlarged(box);
  const show = (position: Position) => {
    const { longitude, latitude } = handle?.toBase(position) ?? position;
    handle?.map.jumpTo({
      center: [longitude, latitude],
      zoom: hasStreets ? FOUND_ZOOM.streets : FOUND_ZOOM.land,
    });
    setOpen({ at: position, devids: [position.devid] });
  };
  const listed = useMemo(() => {
    const wanted = new Set(open?.devids);
    return positions.filter(({ devid }) => wanted.has(devid));
  }, [positions, open]);

  return (
    <div ref={box} className={styles.box}>
      {search && handle && <FleetSearch positions={positions} onFound={show} />}
      <MapFrame
        className={styles.map}
        home={home}
        label={t('map.label', { count: positions.length, total: number(positions.length) })}
        onHandle={setHandle}
        onClick={() => setOpen(null)}
        onKey={(key) => {
          if (key !== 'Escape') return false;
          setOpen(null);
          return true;
        }}
        instead={<FleetLinks positions={positions} className={styles.links} />}
      >
        <Grid from={GRID_FROM} />
        <FleetMarks
          key={enlarged}
          positions={positions}
          enlarged={enlarged}
          onOpen={(at, devids) => setOpen({ at, devids })}
          onClose={() => setOpen(null)}
        />
        {open && handle && (
          <MapMark at={open.at}>
            <div className={styles.popup} style={sideOf(handle, open.at)}>
              <FleetLinks positions={listed} />
            </div>
          </MapMark>
        )}
      </MapFrame>
    </div>
  );
}

/** The side of a place on which a list fits into the map. */
function sideOf({ map, toBase }: MapHandle, at: Group['at']) {
  const { longitude, latitude } = toBase(at);
  const { x, y } = map.project([longitude, latitude]);
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  return {
    ...(x + POPUP_PX.width > width ? { right: 14 } : { left: 14 }),
    ...(y + POPUP_PX.height > height ? { bottom: 14 } : { top: 14 }),
  };
}

/** Scale of the marks on a large map, such as a wall read from afar, in quarters. */
function useEnlarged(box: { current: HTMLElement | null }): number {
  const [enlarged, setEnlarged] = useState(1);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const least = Math.min(element.clientWidth, element.clientHeight * 1.6);
      setEnlarged(Math.max(1, Math.round((4 * least) / READ_AT_PX) / 4));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return enlarged;
}
