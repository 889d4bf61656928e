import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import type { Position } from '@voltloop/resources/geofence/geometry.ts';
import type { MapMouseEvent } from 'maplibre-gl';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attributionOf } from './base-style.ts';
import { MapContext, type MapHandle } from './map-context.ts';
import styles from './map-frame.module.css';
import type { Home } from './positions.ts';
import { useBase } from './use-base.ts';
import { useHome } from './use-home.ts';
import { useMapLibre } from './use-map-libre.ts';

/** Duration of the hint about the wheel, ms. */
const HINT_MS = 1400;

interface MapFrameProps {
  label: string;
  /** The initial view; must be the same object as long as it does not change. */
  home: Home;
  /** For its height and further styles. */
  className?: string | undefined;
  /** The highest zoom. */
  mostZoom?: number;
  /** One finger pans the map instead of scrolling the page. */
  oneFinger?: boolean;
  /** Called for a click on the empty map. */
  onClick?: ((at: Position, handle: MapHandle) => void) | undefined;
  /** Called for keys that do not move the map; returns whether the key was handled. */
  onKey?: ((key: string, handle: MapHandle) => boolean) | undefined;
  onHandle?: (handle: MapHandle | null) => void;
  /** The fallback where WebGL is not available. */
  instead: ReactNode;
  /** Content on the map, below the buttons. */
  children: ReactNode;
}

/**
 * A map: only the land from a local file, or the operator's base. Drag to pan; buttons, +, − and Ctrl-wheel zoom,
 * 0 shows all.
 */
export function MapFrame(props: MapFrameProps) {
  const { label, home, className, mostZoom = 18, oneFinger = false, instead, children } = props;
  const { t } = useTranslation('ui');
  const box = useRef<HTMLDivElement>(null);
  const look = useBase();
  const { map, failed } = useMapLibre(box, look, { mostZoom, oneFinger });
  const { away, goHome, stay } = useHome(map, home, look.shift.toBase);
  const handle = useMemo<MapHandle | null>(
    () => map && { map, goHome, stay, ...look.shift },
    [map, goHome, stay, look.shift],
  );
  const hint = useHint(handle);
  useControls(handle, label, props);
  const attribution = attributionOf(look.base);

  if (failed)
    return (
      <div className={styles.instead}>
        <p className={styles.insteadText} role="status">
          {t('map.unavailable')}
        </p>
        {instead}
      </div>
    );
  return (
    <div className={`${styles.map} ${className ?? ''}`}>
      <div ref={box} className={styles.canvas} />
      {handle && (
        <MapContext value={handle}>
          <Overlay handle={handle}>{children}</Overlay>
        </MapContext>
      )}
      <div className={styles.controls}>
        <button
          type="button"
          className={styles.control}
          aria-label={t('map.zoomIn')}
          disabled={!map}
          onClick={() => map?.zoomIn()}
        >
          <IconPlus size={16} />
        </button>
        <button
          type="button"
          className={styles.control}
          aria-label={t('map.zoomOut')}
          disabled={!map}
          onClick={() => map?.zoomOut()}
        >
          <IconMinus size={16} />
        </button>
        <button
          type="button"
          className={styles.control}
          aria-label={t('map.fit')}
          disabled={!away}
          onClick={goHome}
        >
          <IconFocusCentered size={16} />
        </button>
      </div>
      {attribution && <span className={styles.attribution}>{attribution}</span>}
      {hint && (
        <div className={styles.hint} aria-hidden="true">
          {t(hint === 'wheel' ? 'map.wheel' : 'map.fingers')}
        </div>
      )}
    </div>
  );
}

/** Content on the map. Wheel events over it go to the map. */
function Overlay({ handle: { map }, children }: { handle: MapHandle; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const pass = (event: WheelEvent) => {
      if (event.ctrlKey || event.metaKey) event.preventDefault();
      map.getCanvas().dispatchEvent(new WheelEvent('wheel', event));
    };
    element.addEventListener('wheel', pass, { passive: false });
    return () => element.removeEventListener('wheel', pass);
  }, [map]);
  return (
    <div ref={box} className={styles.overlay}>
      {children}
    </div>
  );
}

/** Integrates the engine's canvas into the page: its name, its keys and its clicks. */
function useControls(
  handle: MapHandle | null,
  label: string,
  { onClick, onKey, onHandle }: MapFrameProps,
): void {
  const own = useRef({ onClick, onKey, onHandle });
  own.current = { onClick, onKey, onHandle };
  useEffect(() => {
    own.current.onHandle?.(handle);
    if (!handle) return;
    const { map, goHome, fromBase } = handle;
    const canvas = map.getCanvas();
    canvas.setAttribute('role', 'application');
    const press = (event: KeyboardEvent) => {
      if (event.key === '0') goHome();
      else if (!own.current.onKey?.(event.key, handle)) return;
      event.preventDefault();
    };
    const click = ({ lngLat }: MapMouseEvent) =>
      own.current.onClick?.(fromBase({ longitude: lngLat.wrap().lng, latitude: lngLat.lat }), handle);
    canvas.addEventListener('keydown', press);
    map.on('click', click);
    return () => {
      canvas.removeEventListener('keydown', press);
      map.off('click', click);
      own.current.onHandle?.(null);
    };
  }, [handle]);
  useEffect(() => handle?.map.getCanvas().setAttribute('aria-label', label), [handle, label]);
}

/** Briefly explains a gesture that scrolls the page instead of zooming the map. */
function useHint(handle: MapHandle | null): 'wheel' | 'touch' | null {
  const [hint, setHint] = useState<'wheel' | 'touch' | null>(null);
  useEffect(() => {
    if (!handle) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = ({ gestureType }: { gestureType: string }) => {
      setHint(gestureType === 'wheel_zoom' ? 'wheel' : 'touch');
      clearTimeout(timer);
      timer = setTimeout(() => setHint(null), HINT_MS);
    };
    handle.map.on('cooperativegestureprevented', show);
    return () => {
      clearTimeout(timer);
      handle.map.off('cooperativegestureprevented', show);
    };
  }, [handle]);
  return hint;
}
