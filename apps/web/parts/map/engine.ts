/** MapLibre GL, fetched when a first map comes into sight. */
import { Map as MapLibre, type MapOptions, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';

export { addProtocol } from 'maplibre-gl';

/** A map whose worker is a file of this server: the content security policy allows none from a `blob:` address. */
export function newMap(options: MapOptions): MapLibre {
  setWorkerUrl(workerUrl);
  return new MapLibre(options);
}
