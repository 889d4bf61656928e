import { useComputedColorScheme } from '@mantine/core';
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import { useFormat } from '@voltloop/ui';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { drawLand } from '../../shell/map/draw-land.ts';
import {
  clampView,
  fit,
  MAX_SCALE,
  type MapView,
  minScale,
  type Point,
  project,
  toScreen,
  zoomAt,
} from '../../shell/map/map-view.ts';
import { useDrag } from '../../shell/map/use-drag.ts';
import { useLand } from '../../shell/map/use-land.ts';
import { useSize } from '../../shell/map/use-size.ts';
import { thingPath } from '../things/monitoring-url.ts';
import { stateOf, ThingState } from '../things/thing-state.tsx';
import { type Cluster, clusters, statesOf } from './cluster.ts';
import styles from './fleet-map.module.css';
import { ClusterSign, MarkerSign } from './marker.tsx';

export interface Position {
  devid: string;
  devname: string;
  longitude: number;
  latitude: number;
  status: number;
}

interface Placed extends Position {
  at: Point;
}

/** Most devices listed for one place. */
const LISTED = 50;
const KEY_STEP_PX = 60;

/**
 * The fleet on a map of land alone, drawn here from a local file: no tiles, no borders, nothing from elsewhere. Drag
 * to move, buttons, +, − and Ctrl-wheel to zoom; near devices gather in one disc.
 */
export function FleetMap({ positions }: { positions: readonly Position[] }) {
  const { t } = useTranslation('home');
  const { number } = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(box);
  const scheme = useComputedColorScheme('light');
  const [moved, setMoved] = useState<MapView | null>(null);
  const [open, setOpen] = useState<Cluster<Placed> | null>(null);
  const [hint, setHint] = useState(false);
  const drag = useDrag(width, height);

  const placed = useMemo<Placed[]>(
    () => positions.map((each) => ({ ...each, at: project(each.longitude, each.latitude) })),
    [positions],
  );
  const whole = useMemo(
    () =>
      fit(
        placed.map((each) => each.at),
        Math.max(width, 100),
        height,
      ),
    [placed, width, height],
  );
  const view = moved ? clampView(moved, width, height) : whole;
  const groups = useMemo(() => clusters(placed, view.scale), [placed, view.scale]);
  const land = useLand(view.scale);

  // The colours come from the scheme's variables, so a change of scheme draws again.
  useEffect(() => {
    if (canvas.current && width > 0 && land) drawLand(canvas.current, land, view, width, height);
  }, [land, view, width, height, scheme]);

  // The wheel scrolls the page; with Ctrl or ⌘ it zooms the map. A passive listener could not prevent the page's zoom.
  const current = useRef(view);
  current.current = view;
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) {
        setHint(true);
        clearTimeout(timer);
        timer = setTimeout(() => setHint(false), 1400);
        return;
      }
      event.preventDefault();
      const rect = element.getBoundingClientRect();
      const at = { x: event.clientX - rect.left, y: event.clientY - rect.top };
      setMoved(zoomAt(current.current, 1.0015 ** -event.deltaY, at, rect.width, rect.height));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('wheel', onWheel);
    };
  }, []);

  const zoom = (factor: number) =>
    setMoved(zoomAt(view, factor, { x: width / 2, y: height / 2 }, width, height));
  const onKey = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const pan: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = pan[event.key];
    if (step)
      setMoved({
        scale: view.scale,
        center: {
          x: view.center.x + (step[0] * KEY_STEP_PX) / view.scale,
          y: view.center.y + (step[1] * KEY_STEP_PX) / view.scale,
        },
      });
    else if (event.key === '+' || event.key === '=') zoom(1.6);
    else if (event.key === '-') zoom(1 / 1.6);
    else if (event.key === '0') setMoved(null);
    else if (event.key === 'Escape') setOpen(null);
    else return;
    event.preventDefault();
  };

  const choose = (group: Cluster<Placed>) => {
    const points = group.members.map((member) => member.at);
    const next = fit(points, width, height);
    // What further zooming would not part is listed.
    if (group.members.length > 1 && next.scale > view.scale * 1.3 && view.scale < MAX_SCALE / 4) {
      setOpen(null);
      setMoved(next);
    } else setOpen(group);
  };
  const popupAt = open && toScreen(open.at, view, width, height);

  return (
    <div
      ref={box}
      className={styles.map}
      role="application"
      aria-label={t('map.label', { count: positions.length, total: number(positions.length) })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the map
      tabIndex={0}
      data-dragging={drag.active || undefined}
      onKeyDown={onKey}
      {...drag.handlers(view, setMoved, () => setOpen(null))}
    >
      <canvas ref={canvas} className={styles.canvas} />
      <div className={styles.markers}>
        {groups.map((group) => {
          const { x, y } = toScreen(group.at, view, width, height);
          if (x < -30 || y < -30 || x > width + 30 || y > height + 30) return null;
          const state = stateOf(group.status);
          const only = group.members.length === 1 ? group.members[0] : undefined;
          return (
            <button
              key={only?.devid ?? `${group.members[0]?.devid} ${group.members.length}`}
              type="button"
              className={styles.marker}
              data-tone={state.tone}
              tabIndex={-1}
              style={{ transform: `translate(${x}px, ${y}px) translate(-50%, -50%)` }}
              aria-label={
                only
                  ? only.devname || only.devid
                  : t('map.cluster', { count: group.members.length, total: number(group.members.length) })
              }
              title={
                only
                  ? only.devname || only.devid
                  : t('map.cluster', { count: group.members.length, total: number(group.members.length) })
              }
              onClick={() => choose(group)}
            >
              {only ? (
                <MarkerSign name={state.name} />
              ) : (
                <ClusterSign
                  count={group.members.length}
                  text={number(group.members.length)}
                  states={statesOf(group.members)}
                />
              )}
            </button>
          );
        })}
      </div>
      {open && popupAt && (
        <div
          className={styles.popup}
          style={{
            left: Math.max(8, Math.min(popupAt.x + 14, width - 248)),
            top: Math.max(8, Math.min(popupAt.y + 14, height - 60 - Math.min(open.members.length, 4) * 38)),
          }}
          onPointerDown={(event) => event.stopPropagation()}
        >
          <ul>
            {open.members.slice(0, LISTED).map((member) => (
              <li key={member.devid}>
                <Link to={thingPath(member.devid)} className={styles.place}>
                  <span>{member.devname || member.devid}</span>
                  <ThingState status={member.status} variant="plain" />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={styles.controls} onPointerDown={(event) => event.stopPropagation()}>
        <button
          type="button"
          className={styles.control}
          aria-label={t('map.zoomIn')}
          disabled={view.scale >= MAX_SCALE}
          onClick={() => zoom(2)}
        >
          <IconPlus size={16} />
        </button>
        <button
          type="button"
          className={styles.control}
          aria-label={t('map.zoomOut')}
          disabled={view.scale <= minScale(width, height)}
          onClick={() => zoom(0.5)}
        >
          <IconMinus size={16} />
        </button>
        <button
          type="button"
          className={styles.control}
          aria-label={t('map.fit')}
          disabled={moved === null}
          onClick={() => setMoved(null)}
        >
          <IconFocusCentered size={16} />
        </button>
      </div>
      {hint && (
        <div className={styles.hint} aria-hidden="true">
          {t('map.wheel')}
        </div>
      )}
    </div>
  );
}
