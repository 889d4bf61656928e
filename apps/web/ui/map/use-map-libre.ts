import type { Map as MapLibre } from 'maplibre-gl';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { baseStyle } from './base-style.ts';
import { hexColour } from './colours.ts';
import { FINE_FROM, landFor } from './land.ts';
import type { useBase } from './use-base.ts';

/** A lost graphics context that is not restored within this time is given up, ms. */
const LOST_MS = 5000;

interface Camera {
  center: [number, number];
  zoom: number;
}

/** The engine in an element, created when it becomes visible; recreated later, it keeps its position and zoom. */
export function useMapLibre(
  box: RefObject<HTMLElement | null>,
  { base, dark, language }: ReturnType<typeof useBase>,
  options: { mostZoom: number; oneFinger: boolean },
): { map: MapLibre | null; failed: boolean } {
  const [map, setMap] = useState<MapLibre | null>(null);
  const [failed, setFailed] = useState(false);
  const camera = useRef<Camera | null>(null);
  const { mostZoom, oneFinger } = options;
  const visible = useWasVisible(box);

  useEffect(() => {
    const element = box.current;
    if (!element || !visible) return;
    let current = true;
    let made: MapLibre | undefined;
    let lost: ReturnType<typeof setTimeout> | undefined;
    const begin = async () => {
      // Without WebGL nothing is fetched.
      if (!document.createElement('canvas').getContext('webgl2')) throw new Error('no WebGL');
      const { newMap } = await import('./engine.ts');
      const streets = base.file ? (await import('./streets.ts')).streetLayers(dark, language) : [];
      if (!current) return;
      const colours = {
        sea: hexColour(element, '--map-sea'),
        land: hexColour(element, '--map-land'),
        coast: hexColour(element, '--map-coast'),
      };
      made = newMap({
        container: element,
        style: baseStyle(base, colours, dark, streets),
        ...(camera.current ?? { center: [0, 20], zoom: 1 }),
        maxZoom: mostZoom,
        attributionControl: false,
        // The wheel scrolls the page; with Ctrl or ⌘ it zooms the map.
        cooperativeGestures: !oneFinger,
        dragRotate: false,
        pitchWithRotate: false,
        touchPitch: false,
        boxZoom: false,
        fadeDuration: 0,
      });
      made.touchZoomRotate.disableRotation();
      made.keyboard.disableRotation();
      followLand(made);
      made.on('webglcontextlost', () => {
        lost = setTimeout(() => setFailed(true), LOST_MS);
      });
      made.on('webglcontextrestored', () => clearTimeout(lost));
      made.on('load', () => setMap(made ?? null));
    };
    begin().catch(() => current && setFailed(true));
    return () => {
      current = false;
      clearTimeout(lost);
      setMap(null);
      if (!made) return;
      const { lng, lat } = made.getCenter();
      camera.current = { center: [lng, lat], zoom: made.getZoom() };
      made.remove();
    };
  }, [box, visible, base, dark, language, mostZoom, oneFinger]);
  return { map, failed };
}

/** Loads the land in the detail for the zoom; without it the map still shows relative positions. */
function followLand(map: MapLibre): void {
  let shown: 'none' | 'coarse' | 'fine' = 'none';
  const follow = () => {
    const needed = map.getZoom() >= FINE_FROM ? 'fine' : 'coarse';
    if (shown === 'fine' || shown === needed) return;
    shown = needed;
    landFor(map.getZoom()).then(
      (land) =>
        void (map.getSource('land') as { setData?: (data: object) => void } | undefined)?.setData?.(land),
      () => {
        shown = 'none';
      },
    );
  };
  map.on('load', follow);
  map.on('zoomend', follow);
}

/** Whether an element has been visible, or nearly: maps that are never scrolled to are not loaded. */
function useWasVisible(box: RefObject<HTMLElement | null>): boolean {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element || visible) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setVisible(true),
      { rootMargin: '100px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, visible]);
  return visible;
}
