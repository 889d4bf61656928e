import { useComputedColorScheme } from '@mantine/core';
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { drawLand } from './draw-land.ts';
import styles from './map-frame.module.css';
import { useLand } from './use-land.ts';
import type { MapState } from './use-map-view.ts';

interface MapFrameProps {
  map: MapState;
  label: string;
  /** Its height and what else is its own. */
  className?: string | undefined;
  /** The keys that move the map are taken; says whether it took this one. */
  onKey?: (key: string) => boolean;
  /** The empty map is taken hold of. */
  onGrab?: () => void;
  /** A pointer has come or gone, wherever on the map, before and after it drags. */
  onPress?: (event: PointerEvent<HTMLElement>) => void;
  onRelease?: (event: PointerEvent<HTMLElement>) => void;
  /** What lies on the land, below the buttons. */
  children: ReactNode;
}

/**
 * A map of land alone, drawn here from a local file: no borders, nothing from elsewhere. Drag to move; buttons, +, −
 * and Ctrl-wheel zoom.
 */
export function MapFrame({
  map,
  label,
  className,
  onKey,
  onGrab,
  onPress,
  onRelease,
  children,
}: MapFrameProps) {
  const { t } = useTranslation('ui');
  const canvas = useRef<HTMLCanvasElement>(null);
  const scheme = useComputedColorScheme('light');
  const { view, width, height } = map;
  const land = useLand(view.scale);
  // The colours come from the scheme's variables, so a change of scheme draws again.
  useEffect(() => {
    if (canvas.current && width > 0 && land) drawLand(canvas.current, land, view, width, height);
  }, [land, view, width, height, scheme]);

  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (map.takeKey(event) || onKey?.(event.key)) event.preventDefault();
  };
  const dragging = map.drag.handlers(view, map.show, () => onGrab?.());

  return (
    <div
      ref={map.box}
      className={`${styles.map} ${className ?? ''}`}
      role="application"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the map
      tabIndex={0}
      data-dragging={map.drag.active || undefined}
      onKeyDown={press}
      {...dragging}
      onPointerDown={(event) => {
        onPress?.(event);
        dragging.onPointerDown(event);
      }}
      onPointerUp={(event) => {
        dragging.onPointerUp(event);
        onRelease?.(event);
      }}
    >
      <canvas ref={canvas} className={styles.canvas} />
      {children}
      <div className={styles.controls} onPointerDown={(event) => event.stopPropagation()}>
        <button
          type="button"
          className={styles.control}
          aria-label={t('map.zoomIn')}
          disabled={map.limits.nearest}
          onClick={() => map.zoom(2)}
        >
          <IconPlus size={16} />
        </button>
        <button
          type="button"
          className={styles.control}
          aria-label={t('map.zoomOut')}
          disabled={map.limits.farthest}
          onClick={() => map.zoom(0.5)}
        >
          <IconMinus size={16} />
        </button>
        <button
          type="button"
          className={styles.control}
          aria-label={t('map.fit')}
          disabled={!map.away}
          onClick={() => map.show(null)}
        >
          <IconFocusCentered size={16} />
        </button>
      </div>
      {map.hint && (
        <div className={styles.hint} aria-hidden="true">
          {t('map.wheel')}
        </div>
      )}
    </div>
  );
}
