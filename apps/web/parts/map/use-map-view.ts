import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { clampView, MAX_SCALE, type MapView, minScale, zoomAt } from './map-view.ts';
import { useDrag } from './use-drag.ts';
import { useSize } from './use-size.ts';

/** How far an arrow key moves, px. */
const KEY_PX = 60;
const KEY_ZOOM = 1.6;
/** How long the hint about the wheel stays, ms. */
const HINT_MS = 1400;

/** The direction of each arrow key on the screen. */
export const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A map's view and all that moves it; MapFrame draws it. */
export interface MapState {
  box: RefObject<HTMLDivElement | null>;
  width: number;
  height: number;
  view: MapView;
  /** Whether somebody has moved it away from its home. */
  away: boolean;
  /** Shows this part; null goes home. */
  show: (view: MapView | null) => void;
  /** Zooms about the middle. */
  zoom: (factor: number) => void;
  /** Whether there is nearer, and farther, to go. */
  limits: { nearest: boolean; farthest: boolean };
  /** Somebody turned the wheel without Ctrl. */
  hint: boolean;
  drag: ReturnType<typeof useDrag>;
  /** Arrows, +, − and 0; says whether it took the key. */
  takeKey: (event: KeyboardEvent) => boolean;
}

/**
 * The view of a map: dragged, pinched, zoomed by Ctrl and wheel, moved by keys.
 * @param home What it shows until somebody moves it, in a box of that many px; the same function while the same is shown
 * @param most The nearest zoom, px for the world's width
 */
export function useMapView(home: (width: number, height: number) => MapView, most = MAX_SCALE): MapState {
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(box);
  const [own, setOwn] = useState<MapView | null>(null);
  const [hint, setHint] = useState(false);
  const drag = useDrag(width, height, most);
  const view = useMemo(
    () => clampView(own ?? home(Math.max(width, 100), Math.max(height, 100)), width, height, most),
    [own, home, width, height, most],
  );

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
        timer = setTimeout(() => setHint(false), HINT_MS);
        return;
      }
      event.preventDefault();
      const rect = element.getBoundingClientRect();
      const at = { x: event.clientX - rect.left, y: event.clientY - rect.top };
      setOwn(zoomAt(current.current, 1.0015 ** -event.deltaY, at, rect.width, rect.height, most));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('wheel', onWheel);
    };
  }, [most]);

  const zoom = (factor: number) =>
    setOwn(zoomAt(view, factor, { x: width / 2, y: height / 2 }, width, height, most));
  const takeKey = ({ key }: KeyboardEvent) => {
    const step = arrows[key];
    if (step) {
      const { scale, center } = view;
      const x = center.x + (step[0] * KEY_PX) / scale;
      const y = center.y + (step[1] * KEY_PX) / scale;
      setOwn(clampView({ scale, center: { x, y } }, width, height, most));
    } else if (key === '+' || key === '=') zoom(KEY_ZOOM);
    else if (key === '-') zoom(1 / KEY_ZOOM);
    else if (key === '0') setOwn(null);
    else return false;
    return true;
  };

  const limits = { nearest: view.scale >= most, farthest: view.scale <= minScale(width, height) };
  return { box, width, height, view, away: own !== null, show: setOwn, zoom, limits, hint, drag, takeKey };
}
