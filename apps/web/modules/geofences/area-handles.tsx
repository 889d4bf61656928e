import type { Position } from '@voltloop/resources/geofence/geometry.ts';
import { type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/index.ts';
import { useMap } from '../../ui/map/map-context.ts';
import { MapMark } from '../../ui/map/map-mark.tsx';
import styles from './area-map.module.css';
import { type Drawn, type Handle, moved, rimOf, withoutCorner } from './edit-shape.ts';

/** The screen direction of each arrow key. */
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface AreaHandlesProps {
  drawn: Drawn;
  /** Without it the handles are not interactive. */
  onChange?: ((drawn: Drawn) => void) | undefined;
}

/**
 * The handles of a shape as focusable buttons, moved by arrow keys. The mouse goes through them to the drawing
 * tools, except for the mark of a point, which is dragged here.
 */
export function AreaHandles({ drawn, onChange }: AreaHandlesProps) {
  const { t } = useTranslation('map');
  const format = useFormat();
  const move = (handle: Handle) => onChange && ((to: Position) => onChange(moved(drawn, handle, to)));
  if (drawn.shape === 'polygon')
    return (
      onChange &&
      drawn.ring.map((corner, index) => (
        <HandleButton
          key={index}
          at={corner}
          kind="corner"
          label={t('handle.corner', { number: index + 1 })}
          onMove={move({ of: 'corner', index })}
          onRemove={() => onChange(withoutCorner(drawn, index))}
        />
      ))
    );
  const { center } = drawn;
  if (!center) return null;
  return (
    <>
      <HandleButton
        at={center}
        kind={drawn.shape === 'point' ? 'point' : 'center'}
        label={t('handle.center')}
        onMove={move({ of: 'center' })}
      />
      {drawn.shape === 'circle' && drawn.radius_m && onChange && (
        <HandleButton
          at={rimOf(center, drawn.radius_m)}
          kind="rim"
          label={t('handle.rim', { radius: format.number(drawn.radius_m) })}
          onMove={move({ of: 'rim' })}
        />
      )}
    </>
  );
}

interface HandleButtonProps {
  at: Position;
  kind: 'point' | 'center' | 'rim' | 'corner';
  label: string;
  onMove?: ((to: Position) => void) | undefined;
  onRemove?: () => void;
}

/** Moves by arrow keys: one pixel, ten with Shift; Delete removes a corner. */
function HandleButton({ at, kind, label, onMove, onRemove }: HandleButtonProps) {
  const { map, toBase, fromBase } = useMap();
  const dragging = useRef(false);
  const to = (x: number, y: number) => {
    const { lng, lat } = map.unproject([x, y]).wrap();
    onMove?.(fromBase({ longitude: lng, latitude: lat }));
  };
  const drag = (event: PointerEvent) => {
    const { left, top } = map.getContainer().getBoundingClientRect();
    to(event.clientX - left, event.clientY - top);
  };
  if (!onMove)
    return (
      <MapMark at={at}>
        <span className={styles.handle} data-kind={kind} aria-hidden="true" />
      </MapMark>
    );
  return (
    <MapMark at={at}>
      <button
        type="button"
        className={styles.handle}
        data-kind={kind}
        aria-label={label}
        title={label}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          dragging.current = true;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => dragging.current && drag(event)}
        onPointerUp={() => {
          dragging.current = false;
        }}
        onPointerCancel={() => {
          dragging.current = false;
        }}
        onKeyDown={(event) => {
          const step = arrows[event.key];
          const far = event.shiftKey ? 10 : 1;
          if (step) {
            const place = toBase(at);
            const { x, y } = map.project([place.longitude, place.latitude]);
            to(x + step[0] * far, y + step[1] * far);
          } else if ((event.key === 'Delete' || event.key === 'Backspace') && onRemove) onRemove();
          else return;
          event.preventDefault();
        }}
      />
    </MapMark>
  );
}
