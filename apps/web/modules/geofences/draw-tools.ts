/** Wraps terra-draw, loaded when drawing begins: corners and sides are dragged, circles moved and resized. */

import type { Position } from '@voltloop/resources/geofence/geometry.ts';
import type { IControl, Map as MapLibre } from 'maplibre-gl';
import {
  TerraDraw,
  TerraDrawCircleMode,
  type TerraDrawEventListeners,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
} from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import { areaDrawn, type Drawn, outlineOf, redrawn } from './edit-shape.ts';

/** Decimals of a degree; the tools accept nine at most. */
const DECIMALS = 8;

type Colour = `#${string}`;

export interface DrawTools {
  /** Shows a shape for editing; without a complete one, the first click begins a new one. */
  show: (drawn: Drawn) => void;
  /** Whether the user is between the first and the last click. */
  isDrawing: () => boolean;
  stop: () => void;
}

/**
 * @param onLive Receives the shape while it is dragged
 * @param onDone Receives the shape when it is released
 */
export function drawTools(
  map: MapLibre,
  shape: 'circle' | 'polygon',
  colours: { mark: Colour; ground: Colour },
  convert: { toBase: (at: Position) => Position; fromBase: (at: Position) => Position },
  { onLive, onDone }: { onLive: (drawn: Drawn) => void; onDone: (drawn: Drawn) => void },
): DrawTools {
  const { mark, ground } = colours;
  let now: Drawn | null = null;
  let shown: string | number | null = null;
  const drawing = {
    fillColor: mark,
    fillOpacity: 0.18,
    outlineColor: mark,
    outlineWidth: 2,
    closingPointColor: mark,
    closingPointOutlineColor: ground,
  };
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: 9 }),
    modes: [
      new TerraDrawPolygonMode({ styles: drawing, keyEvents: { cancel: 'Escape', finish: 'Enter' } }),
      new TerraDrawCircleMode({
        styles: drawing,
        projection: 'globe',
        drawInteraction: 'click-move-or-drag',
        keyEvents: { cancel: 'Escape', finish: 'Enter' },
      }),
      new TerraDrawSelectMode({
        allowManualDeselection: false,
        // The handles, which are buttons, process the keys.
        keyEvents: null,
        flags: {
          polygon: {
            feature: {
              draggable: true,
              coordinates: { midpoints: { draggable: true }, draggable: true, deletable: true },
            },
          },
          circle: { feature: { draggable: true, coordinates: { resizable: 'center-fixed' } } },
        },
        styles: {
          selectedPolygonColor: mark,
          selectedPolygonFillOpacity: 0.18,
          selectedPolygonOutlineColor: mark,
          selectedPolygonOutlineWidth: 2,
          selectionPointColor: ground,
          selectionPointOutlineColor: mark,
          selectionPointOutlineWidth: 2,
          // The rim of a circle can be dragged anywhere; one square indicates that.
          selectionPointWidth: shape === 'circle' ? 0 : 6,
          selectionPointOpacity: shape === 'circle' ? 0 : 1,
          selectionPointOutlineOpacity: shape === 'circle' ? 0 : 1,
          midPointColor: mark,
          midPointOpacity: 0.6,
          midPointWidth: 4,
          midPointOutlineColor: ground,
          midPointOutlineWidth: 1,
        },
      }),
    ],
  });
  const ringOf = (id: string | number): Position[] => {
    const feature = draw.getSnapshotFeature(id);
    if (feature?.geometry.type !== 'Polygon') return [];
    return (feature.geometry.coordinates[0] ?? [])
      .slice(0, -1)
      .map(([longitude = 0, latitude = 0]) => convert.fromBase({ longitude, latitude }));
  };
  const change: TerraDrawEventListeners['change'] = (ids, type, context) => {
    const isOwn = context !== undefined && 'origin' in context;
    if (isOwn || type !== 'update' || !now || shown === null || !ids.includes(shown)) return;
    onLive(redrawn(now, ringOf(shown), false));
  };
  // A new corner exists once its drag begins, and must not be replaced before it ends.
  let isHeld = false;
  let inserted = false;
  const hold = () => {
    isHeld = true;
  };
  const release = () => {
    isHeld = false;
    if (inserted)
      setTimeout(() => {
        if (inserted && now && shown !== null) onDone(redrawn(now, ringOf(shown), false));
        inserted = false;
      });
  };
  const finish: TerraDrawEventListeners['finish'] = (id, { action }) => {
    if (!now) return;
    inserted = action === 'insertMidpoint' && isHeld;
    if (inserted) return;
    const base: Drawn =
      action === 'draw' && now.shape === 'circle' ? { ...now, center: null, radius_m: null } : now;
    onDone(redrawn(base, ringOf(id), action === 'dragFeature'));
  };
  const canvas = map.getCanvas();
  canvas.addEventListener('pointerdown', hold);
  window.addEventListener('pointerup', release);
  draw.start();
  draw.on('change', change);
  draw.on('finish', finish);
  // The map removes its controls before its style: tools stopped later would draw the next frame without their sources.
  const control: IControl = {
    onAdd: () => document.createElement('div'),
    onRemove: () => {
      canvas.removeEventListener('pointerdown', hold);
      window.removeEventListener('pointerup', release);
      draw.stop();
    },
  };
  map.addControl(control);

  return {
    show(drawn) {
      now = drawn;
      if (!draw.enabled) return;
      draw.clear();
      if (areaDrawn(drawn)) {
        const ring = outlineOf(drawn).map((at) => {
          const { longitude, latitude } = convert.toBase(at);
          return [Number(longitude.toFixed(DECIMALS)), Number(latitude.toFixed(DECIMALS))];
        });
        const coordinates = [[...ring, ring[0] as number[]]];
        draw.setMode('select');
        shown = draw.getFeatureId();
        draw.addFeatures([
          {
            id: shown,
            type: 'Feature',
            geometry: { type: 'Polygon', coordinates },
            properties: { mode: shape },
          },
        ]);
        draw.selectFeature(shown);
      } else {
        shown = null;
        draw.setMode(drawn.shape === 'polygon' && drawn.ring.length > 0 ? 'static' : shape);
      }
    },
    isDrawing: () => draw.getModeState() === 'drawing',
    stop: () => {
      map.removeControl(control);
    },
  };
}
