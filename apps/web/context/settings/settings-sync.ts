import { onSessionEnd, roleOf, useSession } from '../../api/session.ts';
import { useBrand } from '../brand.ts';
import { useSetupInfo } from '../setup-info.ts';
import { applyTheme, hasLastTheme } from './apply-theme.ts';
import { defaultSettings, personalSettings, type Settings, useSettings } from './settings-store.ts';
import { systemDefaults, systemTypeOf } from './system-types.ts';

/** The calls to the server come with the first account: the login page does without them. */
const remote = () => import('./settings-remote.ts');
/** Where this browser keeps an account's choice, for the time before the server has answered. */
const stored = (userId: string) => `voltloop.settings.${userId}`;
/** Several switches in a row are sent as one, ms. */
const SEND_AFTER_MS = 600;

let userId = '';
/** What the person has chosen; all else follows the instance. */
let chosen: Partial<Settings> = {};
let sending: ReturnType<typeof setTimeout> | undefined;

/** Installers and end users work in one page at a time: a strip of tabs takes a line of theirs. */
const ROLES_WITHOUT_TABS = new Set([4, 5]);

/** What holds before the person has chosen anything: as the instance and the brand are set, and as the role works. */
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

/** Until somebody has signed in, the browser keeps the colours of its last visit: nothing may flash at a reload. */
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

/** Takes the settings of an account: at once what this browser knows, then what the server has kept. */
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
      // Somebody else has signed in, or a choice was made meanwhile: that one is newer.
      if (account !== userId || sending || value === null) return;
      chosen = value;
      saveLocally();
      apply();
    })
    .catch(() => {});
}

/** Chooses a setting for the signed-in account. An unknown key, or a value that it cannot have, changes nothing. */
export function chooseSetting(key: keyof Settings, value: unknown): void {
  const valid = personalSettings({ [key]: value });
  if (!Object.hasOwn(valid, key)) return;
  chosen = { ...chosen, ...valid };
  saveLocally();
  apply();
  clearTimeout(sending);
  sending = setTimeout(() => {
    sending = undefined;
    // The choice holds in this browser in any case; the next one takes it along.
    void remote()
      .then(({ writeSettings }) => writeSettings(chosen))
      .catch(() => {});
  }, SEND_AFTER_MS);
}

/** Keeps what is shown in step with the settings. Returns its stop. */
export function followSettings(): () => void {
  const stops = [
    useSetupInfo.subscribe(apply),
    useBrand.subscribe((now, before) => {
      apply();
      // A colour that the operator of this host name has chosen goes before that of the last visit.
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
