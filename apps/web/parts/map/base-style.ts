/** Pure: what lies below everything else on a map, as a style of MapLibre. */
import type { FeatureCollection } from 'geojson';
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';

/** The bases that an operator can choose, in the order in which they are preferred; with none the land is drawn alone. */
export interface Base {
  /** Address of a style with vector tiles. */
  style: string | null;
  /** Address of a PMTiles file of this server. */
  file: string | null;
  tiles: { url: string; attribution: string } | null;
}

export interface Colours {
  sea: string;
  land: string;
  coast: string;
}

const NOTHING: FeatureCollection = { type: 'FeatureCollection', features: [] };
/** Few services of raster tiles have more. */
const MOST_TILES = 18;

/**
 * The base of a map.
 * @param streets Layers that draw the PMTiles file, where there is one
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
    // Without `glyphs` the texts are drawn with the fonts of this machine: nothing is fetched for them.
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
    style.sources.tiles = { type: 'raster', tiles: [url], tileSize: 256, maxzoom: MOST_TILES, attribution };
    const paint = dark ? { 'raster-brightness-max': 0.75 } : {};
    style.layers.push({ id: 'tiles', type: 'raster', source: 'tiles', paint });
  }
  return style;
}

/** What must be named beside the map. */
export function attributionOf(base: Base): string {
  if (base.style) return '';
  return base.file ? '© OpenStreetMap' : (base.tiles?.attribution ?? '');
}

/** Layers without the pictures of a sprite, which this server has not: places keep their names, roads lose their shields. */
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
