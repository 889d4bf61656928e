import { create } from 'zustand';
import { getSetup } from '../api/entry-calls.ts';
import { send } from '../api/send.ts';

interface SetupInfo {
  needs_setup: boolean;
  demo: boolean;
  /** lw, hy, fnj or other; chooses the logo (interpretation B03). */
  system_type: string;
  /** Whether the settings panel is offered (interpretation A36). */
  show_settings: boolean;
  /** Raster tiles behind maps, as the operator chose; null draws the land alone. */
  map_tiles: { url: string; attribution: string; system: 'wgs84' | 'gcj02' } | null;
  /** Whether the server can send e-mail. */
  mail: boolean;
  /** Single sign-on, with the name for its button. */
  sso: { name: string } | null;
  /** A PMTiles file of this server, and the style of another: either is preferred to tiles. */
  map_file: string | null;
  map_style: string | null;
  version: string;
  /** While the demo's history is written: devices done, and all. */
  demo_past: { done: number; total: number } | null;
}

/** What the instance says of itself before sign-in; the defaults hold until it has answered. */
export const useSetupInfo = create<SetupInfo>(() => ({
  needs_setup: false,
  demo: false,
  system_type: 'fnj',
  show_settings: false,
  map_tiles: null,
  mail: false,
  sso: null,
  map_file: null,
  map_style: null,
  version: '',
  demo_past: null,
}));

let loading: Promise<void> | undefined;

/** Asks once for each page load; a failure leaves the defaults, and the next call asks again. */
export function loadSetupInfo(): Promise<void> {
  loading ??= send(getSetup, {}).then(
    (info) => useSetupInfo.setState(info),
    () => {
      loading = undefined;
    },
  );
  return loading;
}
