import { area_m2, type Position } from '@voltloop/resources/geofence/geometry.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { useFormat } from '../../ui/index.ts';
import { Grid, useMoves } from '../../ui/map/grid.tsx';
import { type MapHandle, useMap } from '../../ui/map/map-context.ts';
import { MapFrame } from '../../ui/map/map-frame.tsx';
import { CHINA, type Home } from '../../ui/map/positions.ts';
import { AreaHandles } from './area-handles.tsx';
import { Outline, PlaceMarks } from './area-layers.tsx';
import styles from './area-map.module.css';
import { Coordinates } from './coordinates.tsx';
import {
  areaDrawn,
  clicked,
  type Drawn,
  extentOf,
  metresPerPixel,
  outlineOf,
  scaleBar,
} from './edit-shape.ts';
import { GoTo } from './go-to.tsx';
import { lastView, saveView } from './last-view.ts';
import { useDrawTools } from './use-draw-tools.ts';
import { usePlaces } from './use-places.ts';

interface AreaMapProps {
  drawn: Drawn;
  /** Without it the map is read-only. */
  onChange?: (drawn: Drawn) => void;
  label: string;
  /** The colour: forbidden areas are red. */
  tone?: 'accent' | 'danger';
  /** The drawn shape is invalid. */
  wrong?: boolean;
  /** From the typed coordinates to WGS-84, if they use another system. */
  convert?: ((position: Position) => Position) | undefined;
}

/** Maximum zoom: a street corner fills the screen. */
const MAX_ZOOM = 20;
/** Zoom for a single position: some kilometres around it. */
const TOWN_ZOOM = 13;
const FOUND_ZOOM = 15;

/**
 * A position, circle or polygon on a map; with `onChange` it can be drawn by mouse, finger or keyboard. The initial
 * view is the shape, else the last view of the account, else a place of the business.
 */
export function AreaMap({
  drawn,
  onChange,
  label,
  tone = 'accent',
  wrong = false,
  convert = (position) => position,
}: AreaMapProps) {
  const account = useSession((session) => session.login?.user_id ?? '');
  const places = usePlaces();
  const [handle, setHandle] = useState<MapHandle | null>(null);
  const [live, setLive] = useState<Drawn | null>(null);
  const home = useInitialView(drawn, account, places);
  useSaveView(handle, onChange ? account : null);

  // Typed coordinates are scrolled into view; drawing does not move the map.
  const drawing = useRef(false);
  useEffect(() => {
    setLive(null);
    if (drawing.current) drawing.current = false;
    else handle?.goHome();
  }, [drawn, handle]);
  const change =
    onChange &&
    ((next: Drawn) => {
      drawing.current = true;
      handle?.stay();
      onChange(next);
    });
  const colour = tone === 'danger' || wrong ? '--vl-danger-mark' : '--vl-accent';
  const tools = useDrawTools(handle, change ? { drawn, colour, onLive: setLive, onDone: change } : null);
  const outline = useMemo(() => outlineOf(drawn), [drawn]);
  const isDrawnByTools = change && areaDrawn(drawn);
  const click = (at: Position, { map }: MapHandle) => {
    const isPartial = drawn.shape === 'polygon' && drawn.ring.length > 0 && drawn.ring.length < 3;
    if (drawn.shape === 'point' || isPartial) change?.(clicked(drawn, at, map.getZoom()));
  };

  const board = (
    <MapFrame
      home={home}
      label={label}
      mostZoom={MAX_ZOOM}
      oneFinger={onChange !== undefined}
      className={`${styles.map} ${styles[tone]} ${onChange ? styles.board : ''}`}
      onHandle={setHandle}
      onClick={click}
      onKey={(key, { map, fromBase }) => {
        if (key !== 'Enter' || !change || tools.current?.isDrawing()) return false;
        const { lng, lat } = map.getCenter().wrap();
        change(clicked(drawn, fromBase({ longitude: lng, latitude: lat }), map.getZoom()));
        return true;
      }}
      instead={<Coordinates drawn={drawn} />}
    >
      <Grid />
      <PlaceMarks places={places} />
      <Outline
        key={`${colour} ${wrong}`}
        outline={isDrawnByTools ? [] : outline}
        colour={colour}
        wrong={wrong}
      />
      {change && <span className={styles.cross} aria-hidden="true" />}
      <AreaHandles drawn={drawn} onChange={change} />
      <Foot drawn={live ?? drawn} />
    </MapFrame>
  );
  if (!onChange) return board;
  const go = (position: Position) => {
    const { longitude, latitude } = handle?.toBase(position) ?? position;
    handle?.map.jumpTo({ center: [longitude, latitude], zoom: FOUND_ZOOM });
  };
  return (
    <>
      <GoTo onGo={(position) => go(convert(position))} onPlace={go} />
      {board}
    </>
  );
}

function useInitialView(drawn: Drawn, account: string, places: ReturnType<typeof usePlaces>): Home {
  return useMemo(() => {
    const extent = extentOf(drawn);
    if (extent.length > 0) return { positions: extent, most: extent.length > 1 ? MAX_ZOOM : TOWN_ZOOM };
    // Read only when the shape changes: while the map moves, its home would move with it.
    const before = lastView(account);
    if (before) return before;
    return places[0] ? { positions: [places[0].at], most: TOWN_ZOOM } : { positions: CHINA, most: TOWN_ZOOM };
  }, [drawn, account, places]);
}

/** Saves the view, for the next drawing. */
function useSaveView(handle: MapHandle | null, account: string | null): void {
  useEffect(() => {
    if (!handle || !account) return;
    const { map } = handle;
    const keep = () => {
      const { lng, lat } = map.getCenter();
      saveView(account, { center: [lng, lat], zoom: map.getZoom() });
    };
    map.on('moveend', keep);
    return () => {
      map.off('moveend', keep);
    };
  }, [handle, account]);
}

/** The map scale, and the size of the drawn shape. */
function Foot({ drawn }: { drawn: Drawn }) {
  const { t } = useTranslation('map');
  const format = useFormat();
  const { map } = useMap();
  useMoves();
  const bar = scaleBar(metresPerPixel(map.getCenter().lat, map.getZoom()), 110);
  const area = areaDrawn(drawn);
  return (
    <div className={styles.foot} aria-hidden="true">
      <span className={styles.bar} style={{ width: bar.px }}>
        {bar.metres >= 1000
          ? t('length.km', { n: format.number(bar.metres / 1000) })
          : t('length.m', { n: format.number(bar.metres, bar.metres < 1 ? 1 : 0) })}
      </span>
      {area && (
        <span className={styles.size}>
          {area.shape === 'circle' && `${t('length.radius', { n: format.number(area.radius_m) })} · `}
          {sizeText(area_m2(area), format.number)}
        </span>
      )}
    </div>
  );
}

/** Formats an area in m² or km². */
function sizeText(area: number, number: (value: number, decimals?: number) => string): string {
  return area < 1e6 ? `${number(area)} m²` : `${number(area / 1e6, area < 1e8 ? 2 : 0)} km²`;
}
