import { useEffect, useRef } from 'react';
import { hexColour } from '../../ui/map/colours.ts';
import { isAlive, type MapHandle } from '../../ui/map/map-context.ts';
import type { DrawTools } from './draw-tools.ts';
import type { Drawn } from './edit-shape.ts';

interface DrawToolsOptions {
  drawn: Drawn;
  /** Name of a CSS colour variable. */
  colour: string;
  onLive: (drawn: Drawn) => void;
  onDone: (drawn: Drawn) => void;
}

/** The drawing tools on a map once they are loaded, showing the shape; points need no tools. */
export function useDrawTools(handle: MapHandle | null, options: DrawToolsOptions | null) {
  const tools = useRef<DrawTools | null>(null);
  const now = useRef(options);
  now.current = options;
  const shape = options?.drawn.shape;
  const colour = options?.colour;

  useEffect(() => {
    if (!handle || !colour || shape === undefined || shape === 'point') return;
    const { map } = handle;
    let current = true;
    void import('./draw-tools.ts').then(({ drawTools }) => {
      if (!current || !isAlive(map)) return;
      const box = map.getContainer();
      const colours = { mark: hexColour(box, colour), ground: hexColour(box, '--vl-surface') };
      tools.current = drawTools(map, shape, colours, handle, {
        onLive: (drawn) => now.current?.onLive(drawn),
        onDone: (drawn) => now.current?.onDone(drawn),
      });
      if (now.current) tools.current.show(now.current.drawn);
    });
    return () => {
      current = false;
      if (isAlive(map)) tools.current?.stop();
      tools.current = null;
    };
  }, [handle, shape, colour]);
  useEffect(() => {
    if (options) tools.current?.show(options.drawn);
  }, [options?.drawn]);
  return tools;
}
