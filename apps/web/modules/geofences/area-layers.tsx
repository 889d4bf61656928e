import type { Position } from '@voltloop/resources/geofence/geometry.ts';
import type { FeatureCollection } from 'geojson';
import type { GeoJSONSource, LayerSpecification } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { hexColour } from '../../ui/map/colours.ts';
import { isAlive, useMap } from '../../ui/map/map-context.ts';
import type { Place } from './use-places.ts';

const pointOf = ({ longitude, latitude }: Position) => [longitude, latitude];
const NOTHING: FeatureCollection = { type: 'FeatureCollection', features: [] };
/** Local fonts draw the names. */
const FONT = ['Noto Sans Regular'];

/** A source and its layers, on the map while the component is mounted, and its data. */
function useLayers(
  id: string,
  data: FeatureCollection,
  layers: (box: Element) => Omit<LayerSpecification, 'source'>[],
) {
  const { map } = useMap();
  const made = useRef(layers);
  made.current = layers;
  useEffect(() => {
    map.addSource(id, { type: 'geojson', data: NOTHING });
    const all = made
      .current(map.getContainer())
      .map((layer) => ({ ...layer, source: id }) as LayerSpecification);
    for (const layer of all) map.addLayer(layer);
    return () => {
      if (!isAlive(map)) return;
      for (const layer of all) map.removeLayer(layer.id);
      map.removeSource(id);
    };
  }, [map, id]);
  useEffect(() => {
    if (isAlive(map)) void map.getSource<GeoJSONSource>(id)?.setData(data);
  }, [map, id, data]);
}

/** The drawn shape while it is not being edited: an area, or the corners of an incomplete one. */
export function Outline({
  outline,
  colour,
  wrong,
}: {
  outline: readonly Position[];
  colour: string;
  wrong: boolean;
}) {
  const { toBase } = useMap();
  const line = outline.map((at) => pointOf(toBase(at)));
  const geometry =
    line.length > 2
      ? { type: 'Polygon' as const, coordinates: [[...line, line[0] as number[]]] }
      : { type: 'LineString' as const, coordinates: line };
  const data: FeatureCollection =
    line.length < 2
      ? NOTHING
      : { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry }] };
  useLayers('outline', data, (box) => {
    const mark = hexColour(box, colour);
    return [
      { id: 'outline-fill', type: 'fill', paint: { 'fill-color': mark, 'fill-opacity': 0.18 } },
      {
        id: 'outline-line',
        type: 'line',
        layout: { 'line-join': 'round' },
        paint: { 'line-color': mark, 'line-width': 2, ...(wrong && { 'line-dasharray': [3, 2] }) },
      },
    ];
  });
  return null;
}

/** The places of the business for orientation, with as many names as fit. */
export function PlaceMarks({ places }: { places: readonly Place[] }) {
  const { toBase } = useMap();
  const data: FeatureCollection = {
    type: 'FeatureCollection',
    features: places.map(({ name, at }) => ({
      type: 'Feature',
      properties: { name },
      geometry: { type: 'Point', coordinates: pointOf(toBase(at)) },
    })),
  };
  useLayers('places', data, (box) => {
    const [ink, ground] = [hexColour(box, '--vl-ink-2'), hexColour(box, '--vl-surface')];
    return [
      {
        id: 'places-dot',
        type: 'circle',
        paint: {
          'circle-radius': 4,
          'circle-color': ink,
          'circle-stroke-color': ground,
          'circle-stroke-width': 1,
        },
      },
      {
        id: 'places-name',
        type: 'symbol',
        layout: {
          'text-field': ['get', 'name'],
          'text-font': FONT,
          'text-size': 12,
          'text-anchor': 'left',
          'text-offset': [0.7, 0],
          'text-max-width': 14,
        },
        paint: { 'text-color': ink, 'text-halo-color': ground, 'text-halo-width': 1.5 },
      },
    ];
  });
  return null;
}
