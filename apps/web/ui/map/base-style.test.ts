import type { LayerSpecification } from 'maplibre-gl';
import { describe, expect, it } from 'vitest';
import { attributionOf, type Base, baseStyle, withoutIcons } from './base-style.ts';

const colours = { sea: '#e9eff5', land: '#fbfcfd', coast: '#c9d4df' };
const none: Base = { style: null, file: null, tiles: null };
const tiles = { url: 'https://tiles.example.org/{z}/{x}/{y}.png', attribution: '© Example' };
const street: LayerSpecification = { id: 'roads', type: 'line', source: 'streets', 'source-layer': 'roads' };

/** The style as an object. */
function styleOf(base: Base, dark = false) {
  const style = baseStyle(base, colours, dark, [street]);
  if (typeof style === 'string') throw new Error('an address');
  return { ...style, ids: style.layers.map(({ id }) => id) };
}

describe('the base of a map', () => {
  it('is only the land by default and requests nothing from other hosts', () => {
    const style = styleOf(none);
    expect(style.ids).toEqual(['sea', 'land', 'coast']);
    expect(Object.keys(style.sources)).toEqual(['land']);
    expect(style.glyphs).toBeUndefined();
    expect(style.sprite).toBeUndefined();
    expect(JSON.stringify(style)).not.toContain('http');
    expect(attributionOf(none)).toBe('');
  });
  it('has the configured tiles, dimmed in the dark scheme', () => {
    const style = styleOf({ ...none, tiles }, true);
    expect(style.ids).toEqual(['sea', 'land', 'coast', 'tiles']);
    expect(style.sources.tiles).toMatchObject({ tiles: [tiles.url], tileSize: 256 });
    expect(style.layers.at(-1)?.paint).toEqual({ 'raster-brightness-max': 0.75 });
    expect(attributionOf({ ...none, tiles })).toBe('© Example');
  });
  it('prefers a file to tiles and a style to both', () => {
    const base: Base = { ...none, tiles, file: 'https://here/map-data/a.pmtiles' };
    expect(styleOf(base).sources.streets).toMatchObject({ url: 'pmtiles://https://here/map-data/a.pmtiles' });
    expect(styleOf(base).ids).toEqual(['sea', 'land', 'coast', 'roads']);
    expect(attributionOf(base)).toContain('OpenStreetMap');
    const address = 'https://tiles.example.org/style.json';
    expect(baseStyle({ ...base, style: address }, colours, false)).toBe(address);
  });
});

it('layers lose sprite icons and keep their labels', () => {
  const words: LayerSpecification = {
    id: 'places',
    type: 'symbol',
    source: 'streets',
    layout: { 'text-field': ['get', 'name'], 'icon-image': 'dot', 'icon-size': 2 },
  };
  const picture: LayerSpecification = {
    id: 'shields',
    type: 'symbol',
    source: 'streets',
    layout: { 'icon-image': 'x' },
  };
  expect(withoutIcons([street, words, picture])).toEqual([
    street,
    { ...words, layout: { 'text-field': ['get', 'name'] } },
  ]);
});
