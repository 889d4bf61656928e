import { create } from 'zustand';
import { getSetup } from '../api/entry-calls.ts';
import { send } from '../api/send.ts';

interface SetupInfo {
  needs_setup: boolean;
  demo: boolean;
  /** lw, hy, fnj or other; determines the logo (interpretation B03). */
  system_type: string;
  /** Whether the settings panel is available (interpretation A36). */
  show_settings: boolean;
  /** The operator's raster tiles for maps; null draws only the land. */
  map_tiles: { url: string; attribution: string; system: 'wgs84' | 'gcj02' } | null;
  /** Whether the server can send e-mail. */
  mail: boolean;
  /** Single sign-on, with the name for its button. */
  sso: { name: string } | null;
  /** A PMTiles file on this server, and the style of another server: either is preferred to tiles. */
  map_file: string | null;
  map_style: string | null;
  version: string;
  /** While the demo's history is generated: devices done, and total. */
  demo_past: { done: number; total: number } | null;
}

/** The instance's public information before sign-in; defaults until it has loaded. */
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

/** Loads it once per page load; a failure keeps the defaults, and the next call retries. */
export function loadSetupInfo(): Promise<void> {
  loading ??= send(getSetup, {}).then(
    (info) => useSetupInfo.setState(info),
    () => {
      loading = undefined;
    },
  );
  return loading;
}
