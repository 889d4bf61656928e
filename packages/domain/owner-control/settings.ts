/**
 * The settings of an owner, and the corresponding settings of the device. Pure. Source: the settings `E_MODE`,
 * `E_SOC_RSV` and `E_TOU1_…` to `E_TOU4_…` of the HE_BAT model.
 */

/** Work modes that an owner may select: self-use, time of use, back-up. The forced and remote ones are for service. */
export const ownerModes = [0, 1, 2] as const;
export type OwnerMode = (typeof ownerModes)[number];

/** Numbers of the actions on the wire. */
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
export const windowKeys = numbers.flatMap((n) => [
  `E_TOU${n}_START`,
  `E_TOU${n}_END`,
  `E_TOU${n}_ACT`,
  `E_TOU${n}_P`,
]);
/** Every setting of a device that an owner may change. */
export const ownerKeys: readonly string[] = ['E_MODE', 'E_SOC_RSV', ...windowKeys];

/** The device settings for an owner's values; windows fill the table from its start, and the rest is disabled. */
export function settingsOfOwner({ reserve_pct, mode, windows }: OwnerValues): Record<string, number> {
  const settings: Record<string, number> = {};
  if (reserve_pct !== undefined) settings.E_SOC_RSV = reserve_pct;
  if (mode !== undefined) settings.E_MODE = mode;
  for (const n of windows ? numbers : []) {
    const window = windows?.[n - 1];
    settings[`E_TOU${n}_START`] = window?.start_min ?? 0;
    settings[`E_TOU${n}_END`] = window?.end_min ?? 0;
    settings[`E_TOU${n}_ACT`] = window ? actions[window.action] : 0;
    settings[`E_TOU${n}_P`] = window?.power_w ?? 0;
  }
  return settings;
}

/** The inverse of {@link settingsOfOwner}; null for missing settings. Disabled windows are left out. */
export function ownerValuesOf(settings: Readonly<Record<string, number | undefined>>): {
  reserve_pct: number | null;
  mode: number | null;
  windows: OwnerWindow[] | null;
} {
  const complete = windowKeys.every((key) => settings[key] !== undefined);
  const windows = numbers.flatMap((n): OwnerWindow[] => {
    const of = (name: string) => settings[`E_TOU${n}_${name}`] ?? 0;
    const action = windowActions.find((each) => actions[each] === of('ACT'));
    if (!action || of('START') === of('END')) return [];
    return [{ start_min: of('START'), end_min: of('END'), action, power_w: of('P') }];
  });
  return {
    reserve_pct: settings.E_SOC_RSV ?? null,
    mode: settings.E_MODE ?? null,
    windows: complete ? windows : null,
  };
}
