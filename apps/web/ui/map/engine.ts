/** MapLibre GL, loaded when the first map becomes visible. */
import { Map as MapLibre, type MapOptions, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';

export { addProtocol } from 'maplibre-gl';

/** A map whose worker is a file of this server: the content security policy forbids `blob:` workers. */
export function newMap(options: MapOptions): MapLibre {
  setWorkerUrl(workerUrl);
  return new MapLibre(options);
}
