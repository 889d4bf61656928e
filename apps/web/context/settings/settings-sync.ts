import { onSessionEnd, roleOf, useSession } from '../../api/session.ts';
import { useBrand } from '../brand.ts';
import { useSetupInfo } from '../setup-info.ts';
import { defaultSettings, personalSettings, type Settings, useSettings } from './settings-store.ts';
import { systemDefaults, systemTypeOf } from './system-types.ts';
import { themeSheet } from './theme-colors.ts';
import { DEFAULT_THEME } from './themes.ts';

/** The calls load with the first account: the login page does not need them. */
const remote = () => import('./settings-remote.ts');
/** Storage key of an account's choice in this browser, used until the server responds. */
const stored = (userId: string) => `voltloop.settings.${userId}`;
/** Debounce of saving, ms. */
const SEND_AFTER_MS = 600;

let userId = '';
/** The user's choices; everything else follows the instance. */
let chosen: Partial<Settings> = {};
let sending: ReturnType<typeof setTimeout> | undefined;

/** Installers and end users work on one page at a time: a tab strip would only take space. */
const ROLES_WITHOUT_TABS = new Set([4, 5]);

/** The defaults before any choice: by instance, brand and role. */
function instanceSettings(): Settings {
  const { system_type, show_settings } = useSetupInfo.getState();
  const color = useBrand.getState().brand?.color;
  const systemType = systemTypeOf(system_type);
  const tagsView = !ROLES_WITHOUT_TABS.has(roleOf(useSession.getState().login) ?? 0);
  return {
    ...defaultSettings,
    ...systemDefaults[systemType],
    ...(color ? { theme: color } : {}),
    systemType,
    showSettings: show_settings,
    tagsView,
  };
}

function apply(): void {
  useSettings.setState({ ...instanceSettings(), ...chosen });
  paint();
}

/** The stored style sheet of this browser's last theme: public/theme-init.js inserts it before the first paint. */
const STORED = 'voltloop.theme';
const ID = 'theme-colors';

/** Whether the page loaded with a stored theme. */
function hasLastTheme(): boolean {
  return Boolean(document.getElementById(ID)?.textContent);
}

/** Applies a theme colour to the console, now and at the next load in this browser. */
function applyTheme(color: string): void {
  // The colours of the default are in tokens.css already.
  const text = color.toLowerCase() === DEFAULT_THEME.toLowerCase() ? '' : themeSheet(color);
  let style = document.getElementById(ID);
  if (!style) {
    style = document.createElement('style');
    style.id = ID;
    document.head.append(style);
  }
  if (style.textContent !== text) style.textContent = text;
  try {
    if (text) localStorage.setItem(STORED, text);
    else localStorage.removeItem(STORED);
  } catch {
    // Without storage the theme lasts as long as the page.
  }
}

/** Before sign-in, the browser keeps the colours of its last visit, so that nothing flashes at a reload. */
function paint(): void {
  if (userId || !hasLastTheme()) applyTheme(useSettings.getState().theme);
}

function saveLocally(): void {
  try {
    localStorage.setItem(stored(userId), JSON.stringify(chosen));
  } catch {
    // Without storage the server's copy is the only one.
  }
}

/** Loads the settings of an account: first from this browser, then from the server. */
export function openSettingsOf(account: string): void {
  if (account === userId) return;
  userId = account;
  try {
    chosen = personalSettings(JSON.parse(localStorage.getItem(stored(account)) ?? '{}'));
  } catch {
    chosen = {};
  }
  apply();
  void remote()
    .then(({ readSettings }) => readSettings())
    .then((value) => {
      // Another account has signed in, or a newer choice was made meanwhile.
      if (account !== userId || sending || value === null) return;
      chosen = value;
      saveLocally();
      apply();
    })
    .catch(() => {});
}

/** Changes a setting of the signed-in account. An unknown key or an invalid value changes nothing. */
export function chooseSetting(key: keyof Settings, value: unknown): void {
  const valid = personalSettings({ [key]: value });
  if (!Object.hasOwn(valid, key)) return;
  chosen = { ...chosen, ...valid };
  saveLocally();
  apply();
  clearTimeout(sending);
  sending = setTimeout(() => {
    sending = undefined;
    // On failure the choice is kept in this browser, and sent with the next one.
    void remote()
      .then(({ writeSettings }) => writeSettings(chosen))
      .catch(() => {});
  }, SEND_AFTER_MS);
}

/** Applies changed settings. Returns the unsubscribe function. */
export function followSettings(): () => void {
  const stops = [
    useSetupInfo.subscribe(apply),
    useBrand.subscribe((now, before) => {
      apply();
      // The operator's colour for this host name takes precedence over that of the last visit.
      if (now.brand?.color !== before.brand?.color || now.brand?.color)
        applyTheme(useSettings.getState().theme);
    }),
    useSettings.subscribe((now, before) => {
      if (now.theme !== before.theme) paint();
    }),
    onSessionEnd(() => {
      userId = '';
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
