import { type PointerEvent, useRef, useState } from 'react';
import { clampView, MAX_SCALE, type MapView, type Point, zoomAt } from './map-view.ts';

/** One pointer drags, two pinch. */
export function useDrag(width: number, height: number, most = MAX_SCALE) {
  const pointers = useRef(new Map<number, Point>());
  const distance = useRef(0);
  const [active, setActive] = useState(false);

  const handlers = (view: MapView, move: (view: MapView) => void, onStart: () => void) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target as HTMLElement).closest('button, a')) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      distance.current = 0;
      setActive(true);
      onStart();
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const before = pointers.current.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      pointers.current.set(event.pointerId, now);
      const [a, b] = [...pointers.current.values()];
      if (a && b) {
        const apart = Math.hypot(a.x - b.x, a.y - b.y);
        const rect = event.currentTarget.getBoundingClientRect();
        const middle = { x: (a.x + b.x) / 2 - rect.left, y: (a.y + b.y) / 2 - rect.top };
        if (distance.current > 0) move(zoomAt(view, apart / distance.current, middle, width, height, most));
        distance.current = apart;
      } else
        move(
          clampView(
            {
              scale: view.scale,
              center: {
                x: view.center.x - (now.x - before.x) / view.scale,
                y: view.center.y - (now.y - before.y) / view.scale,
              },
            },
            width,
            height,
            most,
          ),
        );
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event.pointerId),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event.pointerId),
  });
  const end = (id: number) => {
    pointers.current.delete(id);
    distance.current = 0;
    if (pointers.current.size === 0) setActive(false);
  };
  return { active, handlers };
}
