import { create } from 'zustand';

export type ColorScheme = 'light' | 'dark' | 'auto';

/** The key that Mantine's own manager uses, so that both read the same; public/theme-init.js reads it before paint. */
const STORED = 'mantine-color-scheme-value';

function stored(): ColorScheme {
  const text = localStorage.getItem(STORED);
  return text === 'light' || text === 'dark' ? text : 'auto';
}

const darkSystem = window.matchMedia('(prefers-color-scheme: dark)');

/** Whether the current page forces the dark scheme. */
let dark = false;

function effective(scheme: ColorScheme): 'light' | 'dark' {
  if (dark) return 'dark';
  return scheme === 'auto' ? (darkSystem.matches ? 'dark' : 'light') : scheme;
}

/** The chosen scheme, and the resulting one. */
export const useColorScheme = create<{ scheme: ColorScheme; shown: 'light' | 'dark' }>(() => ({
  scheme: stored(),
  shown: effective(stored()),
}));

function apply(scheme: ColorScheme): void {
  const shown = effective(scheme);
  document.documentElement.setAttribute('data-mantine-color-scheme', shown);
  useColorScheme.setState({ scheme, shown });
}

/** Forces the dark scheme in this tab until the returned function is called. */
export function forceDark(): () => void {
  const show = (forced: boolean) => {
    dark = forced;
    apply(useColorScheme.getState().scheme);
  };
  show(true);
  return () => show(false);
}

/** Changes the scheme now and for later visits with this browser. */
export function setColorScheme(scheme: ColorScheme): void {
  localStorage.setItem(STORED, scheme);
  apply(scheme);
}

/** Follows the system while the choice is `auto`, and the other tabs. Returns the unsubscribe function. */
export function followColorScheme(): () => void {
  const onSystem = () => apply(useColorScheme.getState().scheme);
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORED) apply(stored());
  };
  darkSystem.addEventListener('change', onSystem);
  window.addEventListener('storage', onStorage);
  return () => {
    darkSystem.removeEventListener('change', onSystem);
    window.removeEventListener('storage', onStorage);
  };
}
