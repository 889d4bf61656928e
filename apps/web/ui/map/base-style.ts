/** Pure: the base layer of a map, as a MapLibre style. */
import type { FeatureCollection } from 'geojson';
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';

/** The bases that an operator can configure, in order of preference; without any only the land is drawn. */
export interface Base {
  /** URL of a style with vector tiles. */
  style: string | null;
  /** URL of a PMTiles file on this server. */
  file: string | null;
  tiles: { url: string; attribution: string } | null;
}

export interface Colours {
  sea: string;
  land: string;
  coast: string;
}

const NOTHING: FeatureCollection = { type: 'FeatureCollection', features: [] };
/** Few raster tile services have more. */
const MAX_TILES = 18;

/**
 * The base of a map.
 * @param streets Layers that draw the PMTiles file, if there is one
 */
export function baseStyle(
  base: Base,
  colours: Colours,
  dark: boolean,
  streets: readonly LayerSpecification[] = [],
): StyleSpecification | string {
  if (base.style) return base.style;
  const style: StyleSpecification = {
    version: 8,
    // Without `glyphs`, labels use local fonts and nothing is fetched.
    sources: { land: { type: 'geojson', data: NOTHING } },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': colours.sea } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colours.land } },
      { id: 'coast', type: 'line', source: 'land', paint: { 'line-color': colours.coast, 'line-width': 1 } },
    ],
  };
  if (base.file) {
    style.sources.streets = { type: 'vector', url: `pmtiles://${base.file}`, attribution: '© OpenStreetMap' };
    style.layers.push(...streets);
  } else if (base.tiles) {
    const { url, attribution } = base.tiles;
    style.sources.tiles = { type: 'raster', tiles: [url], tileSize: 256, maxzoom: MAX_TILES, attribution };
    const paint = dark ? { 'raster-brightness-max': 0.75 } : {};
    style.layers.push({ id: 'tiles', type: 'raster', source: 'tiles', paint });
  }
  return style;
}

/** The attribution that must be shown. */
export function attributionOf(base: Base): string {
  if (base.style) return '';
  return base.file ? '© OpenStreetMap' : (base.tiles?.attribution ?? '');
}

/** Layers without sprite icons, which this server does not have: places keep their names, roads lose their shields. */
export function withoutIcons(layers: readonly LayerSpecification[]): LayerSpecification[] {
  return layers.flatMap((layer): LayerSpecification[] => {
    if (layer.type !== 'symbol' || !layer.layout?.['icon-image']) return [layer];
    if (!layer.layout['text-field']) return [];
    const layout = Object.fromEntries(
      Object.entries(layer.layout).filter(([name]) => !name.startsWith('icon-')),
    );
    return [{ ...layer, layout }];
  });
}
