/** The settings of an owner, and the corresponding settings of the device by their roles. Pure. */
import { type SettingRole, windowRoles } from '@voltloop/device-models/roles.ts';

/** Work modes that an owner may select: self-use, time of use, back-up. The forced and remote ones are for service. */
export const ownerModes = [0, 1, 2] as const;
export type OwnerMode = (typeof ownerModes)[number];

/** The values of the role. */
const actions = { charge: 1, discharge: 2, hold: 3 } as const;
export type WindowAction = keyof typeof actions;
export const windowActions = ['charge', 'discharge', 'hold'] as const satisfies readonly WindowAction[];

export const MAX_WINDOWS = 4;
export const DAY_MIN = 1440;
export const WINDOW_STEP_MIN = 5;

/** A daily time window in the site's zone. `end_min` before `start_min` spans midnight. */
export interface OwnerWindow {
  /** Minutes since midnight, 0-1435. */
  start_min: number;
  /** Minutes since midnight, 0-1440. */
  end_min: number;
  action: WindowAction;
  power_w: number;
}

export interface OwnerValues {
  reserve_pct?: number | undefined;
  mode?: number | undefined;
  windows?: readonly OwnerWindow[] | undefined;
}

const numbers = [1, 2, 3, 4] as const;

/** The device settings for an owner's values; windows fill the table from its start, and the rest is disabled. */
export function settingsOfOwner({
  reserve_pct,
  mode,
  windows,
}: OwnerValues): Partial<Record<SettingRole, number>> {
  const settings: Partial<Record<SettingRole, number>> = {};
  if (reserve_pct !== undefined) settings.reserve_soc = reserve_pct;
  if (mode !== undefined) settings.work_mode = mode;
  for (const n of windows ? numbers : []) {
    const window = windows?.[n - 1];
    const role = windowRoles(n);
    settings[role.start] = window?.start_min ?? 0;
    settings[role.end] = window?.end_min ?? 0;
    settings[role.action] = window ? actions[window.action] : 0;
    settings[role.power] = window?.power_w ?? 0;
  }
  return settings;
}

/** The inverse of {@link settingsOfOwner}; null for missing settings. Disabled windows are left out. */
export function ownerValuesOf(settings: Readonly<Partial<Record<SettingRole, number>>>): {
  reserve_pct: number | null;
  mode: number | null;
  windows: OwnerWindow[] | null;
} {
  const table = numbers.map((n) => {
    const { start, end, action, power } = windowRoles(n);
    return { start: settings[start], end: settings[end], action: settings[action], power: settings[power] };
  });
  const complete = table.every((row) => Object.values(row).every((value) => value !== undefined));
  const windows = table.flatMap(({ start = 0, end = 0, action: number, power = 0 }): OwnerWindow[] => {
    const action = windowActions.find((each) => actions[each] === number);
    return !action || start === end ? [] : [{ start_min: start, end_min: end, action, power_w: power }];
  });
  return {
    reserve_pct: settings.reserve_soc ?? null,
    mode: settings.work_mode ?? null,
    windows: complete ? windows : null,
  };
}
