import { toGcj02 } from '@voltloop/resources/geofence/gcj02.ts';
import { area_m2, type Position } from '@voltloop/resources/geofence/geometry.ts';
import { useFormat } from '@voltloop/ui';
import { type PointerEvent, useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { useSetupInfo } from '../../context/setup-info.ts';
import { MapFrame } from '../../parts/map/map-frame.tsx';
import { type MapView, type Point, toScreen, unproject } from '../../parts/map/map-view.ts';
import { tilesFor } from '../../parts/map/tiles.ts';
import { arrows, useMapView } from '../../parts/map/use-map-view.ts';
import styles from './area-map.module.css';
import {
  areaDrawn,
  clicked,
  type Drawn,
  type Handle,
  MOST_SCALE,
  metresPerPixel,
  moved,
  outlineOf,
  pointOf,
  rimOf,
  scaleBar,
  viewAround,
  viewOf,
  viewOfChina,
  withoutCorner,
} from './edit-shape.ts';
import { GoTo } from './go-to.tsx';
import { Grid } from './grid.tsx';
import { keepView, lastView } from './last-view.ts';
import { PlaceMarks } from './place-marks.tsx';
import { usePlaces } from './use-places.ts';

interface AreaMapProps {
  drawn: Drawn;
  /** Without it the map only shows. */
  onChange?: (drawn: Drawn) => void;
  label: string;
  /** The colour: what may not be entered is red. */
  tone?: 'accent' | 'danger';
  /** Something is wrong with what is drawn. */
  wrong?: boolean;
  /** From the coordinates that are typed to WGS-84, where they are others. */
  convert?: ((position: Position) => Position) | undefined;
}

/** Pointers that moved less have clicked, px. */
const CLICK_PX = 5;

/**
 * A place, circle or polygon on a map of land, and with `onChange` a board to draw it on: by mouse, finger or keyboard.
 * It opens on what is drawn, else where the account drew last, else at a place of the business. The land is a local file without borders; where the operator has chosen tiles, they lie over it.
 */
export function AreaMap({
  drawn,
  onChange,
  label,
  tone = 'accent',
  wrong = false,
  convert = (position) => position,
}: AreaMapProps) {
  const { t } = useTranslation('map');
  const format = useFormat();
  const pressed = useRef<Point | null>(null);
  const account = useSession((session) => session.login?.user_id ?? '');
  const places = usePlaces();
  // Read when something else is drawn, not while the map moves: its home would move with it.
  const before = useMemo(() => lastView(account), [account, drawn]);
  const home = useCallback(
    (width: number, height: number) =>
      viewOf(drawn, width, height) ??
      before ??
      (places[0] ? viewAround([pointOf(places[0].at)], width, height) : viewOfChina(width, height)),
    [drawn, before, places],
  );
  const map = useMapView(home, MOST_SCALE);
  const { box, view, width, height, show } = map;
  const outline = useMemo(() => outlineOf(drawn), [drawn]);
  const used = onChange !== undefined && width > 0 && (map.away || outline.length > 0);
  useEffect(() => {
    if (used) keepView(account, view);
  }, [used, account, view]);

  // What is typed in the fields beside and lies elsewhere is brought into sight; what is drawn here stays put.
  const drawing = useRef(false);
  const screen = (point: Point) => toScreen(point, view, width, height);
  useEffect(() => {
    if (drawing.current) drawing.current = false;
    else show(null);
  }, [drawn, show]);
  const change = (next: Drawn) => {
    drawing.current = true;
    show(view);
    onChange?.(next);
  };

  const positionOf = ({ x, y }: Point): Position =>
    unproject({
      x: view.center.x + (x - width / 2) / view.scale,
      y: view.center.y + (y - height / 2) / view.scale,
    });
  const place = (event: PointerEvent): Point => {
    const rect = box.current?.getBoundingClientRect();
    return { x: event.clientX - (rect?.left ?? 0), y: event.clientY - (rect?.top ?? 0) };
  };
  const move = (handle: Handle, to: Point) => change(moved(drawn, handle, positionOf(to)));
  const center = drawn.shape === 'polygon' ? null : drawn.center;
  const latitude = unproject(view.center).latitude;
  const bar = scaleBar(metresPerPixel(latitude, view.scale), 110);
  const area = areaDrawn(drawn);
  const path = outline
    .map(screen)
    .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join(' ');

  const board = (
    <MapFrame
      map={map}
      label={label}
      className={`${styles.map} ${styles[tone]} ${onChange ? styles.board : ''}`}
      onKey={(key) => {
        if (key !== 'Enter' || !onChange) return false;
        change(clicked(drawn, positionOf({ x: width / 2, y: height / 2 }), view.scale));
        return true;
      }}
      onPress={(event) => {
        const control = (event.target as HTMLElement).closest('button');
        pressed.current = control || event.button !== 0 ? null : place(event);
      }}
      onRelease={(event) => {
        const from = pressed.current;
        pressed.current = null;
        const to = place(event);
        if (from && onChange && Math.hypot(to.x - from.x, to.y - from.y) < CLICK_PX)
          change(clicked(drawn, positionOf(to), view.scale));
      }}
    >
      <Tiles view={view} width={width} height={height} />
      <Grid view={view} width={width} height={height} />
      <PlaceMarks places={places} view={view} width={width} height={height} />
      <svg className={styles.shape} aria-hidden="true" data-wrong={wrong || undefined}>
        {outline.length > 2 ? <polygon points={path} /> : outline.length === 2 && <polyline points={path} />}
      </svg>
      {onChange && <span className={styles.cross} aria-hidden="true" />}
      {center && (
        <HandleButton
          at={screen(pointOf(center))}
          kind="center"
          label={t('handle.center')}
          onMove={onChange && ((to) => move({ of: 'center' }, to))}
          place={place}
        />
      )}
      {drawn.shape === 'circle' && center && drawn.radius_m && onChange && (
        <HandleButton
          at={screen(pointOf(rimOf(center, drawn.radius_m)))}
          kind="rim"
          label={t('handle.rim', { radius: format.number(drawn.radius_m) })}
          onMove={(to) => move({ of: 'rim' }, to)}
          place={place}
        />
      )}
      {drawn.shape === 'polygon' &&
        onChange &&
        drawn.ring.map((corner, index) => (
          <HandleButton
            key={index}
            at={screen(pointOf(corner))}
            kind="corner"
            label={t('handle.corner', { number: index + 1 })}
            onMove={(to) => move({ of: 'corner', index }, to)}
            onRemove={() => change(withoutCorner(drawn, index))}
            place={place}
          />
        ))}
      <div className={styles.foot} aria-hidden="true">
        <span className={styles.bar} style={{ width: bar.px }}>
          {bar.metres >= 1000
            ? t('length.km', { n: format.number(bar.metres / 1000) })
            : t('length.m', { n: format.number(bar.metres, bar.metres < 1 ? 1 : 0) })}
        </span>
        {area && <span className={styles.size}>{sizeText(area_m2(area), format.number)}</span>}
      </div>
    </MapFrame>
  );
  if (!onChange) return board;
  return (
    <>
      <GoTo
        onGo={(position) => show(viewAround([pointOf(convert(position))], width, height))}
        onPlace={(position) => show(viewAround([pointOf(position)], width, height))}
      />
      {board}
    </>
  );
}

/** An area as m² or km². */
function sizeText(area: number, number: (value: number, decimals?: number) => string): string {
  return area < 1e6 ? `${number(area)} m²` : `${number(area / 1e6, area < 1e8 ? 2 : 0)} km²`;
}

/** Raster tiles over the land, where the operator has chosen some. */
function Tiles({ view, width, height }: { view: MapView; width: number; height: number }) {
  const chosen = useSetupInfo((info) => info.map_tiles);
  if (!chosen || width === 0) return null;
  const center = unproject(view.center);
  const there = chosen.system === 'gcj02' ? pointOf(toGcj02(center)) : view.center;
  const shift = { x: there.x - view.center.x, y: there.y - view.center.y };
  return (
    <>
      <div className={styles.tiles}>
        {tilesFor(chosen.url, view, width, height, shift).map(({ key, url, left, top, size }) => (
          <img
            key={key}
            src={url}
            alt=""
            draggable={false}
            // A tile that does not come leaves the land to be seen.
            onError={(event) => {
              event.currentTarget.hidden = true;
            }}
            style={{ transform: `translate(${left}px, ${top}px)`, width: size + 0.5, height: size + 0.5 }}
          />
        ))}
      </div>
      {chosen.attribution && <span className={styles.attribution}>{chosen.attribution}</span>}
    </>
  );
}

interface HandleButtonProps {
  at: Point;
  kind: 'center' | 'rim' | 'corner';
  label: string;
  /** To a place in the map's box, px. Without it the handle only marks. */
  onMove?: ((to: Point) => void) | undefined;
  onRemove?: () => void;
  place: (event: PointerEvent) => Point;
}

/** What can be dragged, or moved by arrow keys: one pixel, ten with Shift; Delete takes a corner away. */
function HandleButton({ at, kind, label, onMove, onRemove, place }: HandleButtonProps) {
  const held = useRef(false);
  const style = { transform: `translate(${at.x}px, ${at.y}px) translate(-50%, -50%)` };
  if (!onMove) return <span className={styles.handle} data-kind={kind} style={style} aria-hidden="true" />;
  return (
    <button
      type="button"
      className={styles.handle}
      data-kind={kind}
      aria-label={label}
      title={label}
      style={style}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.stopPropagation();
        held.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (held.current) onMove(place(event));
      }}
      onPointerUp={(event) => {
        event.stopPropagation();
        held.current = false;
      }}
      onPointerCancel={() => {
        held.current = false;
      }}
      onDoubleClick={onRemove}
      onKeyDown={(event) => {
        const step = arrows[event.key];
        const far = event.shiftKey ? 10 : 1;
        if (step) onMove({ x: at.x + step[0] * far, y: at.y + step[1] * far });
        else if ((event.key === 'Delete' || event.key === 'Backspace') && onRemove) onRemove();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
