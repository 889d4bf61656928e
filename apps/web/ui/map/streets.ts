/** The layers of a PMTiles file in the Protomaps schema; loaded only where the operator has such a file. */
import { layers, namedFlavor } from '@protomaps/basemaps';
import type { LayerSpecification } from 'maplibre-gl';
import { Protocol } from 'pmtiles';
import { withoutIcons } from './base-style.ts';
import { addProtocol } from './engine.ts';

let known = false;

export function streetLayers(dark: boolean, language: string): LayerSpecification[] {
  if (!known) addProtocol('pmtiles', new Protocol().tile);
  known = true;
  const lang = language.startsWith('zh') ? 'zh-Hans' : 'en';
  return withoutIcons(
    layers('streets', namedFlavor(dark ? 'dark' : 'light'), { lang }) as LayerSpecification[],
  );
}
