/**
 * What points and settings mean, whatever their device calls them. A role names points of the core (HE_BAT's with ids up
 * to 999), or settings. Of several candidates the first one that a device reports counts.
 */

const candidates = {
  soc: ['M_SOC'],
  /** Positive when discharging, as it adds up with the other powers. M_POWER leaves out the losses of the inverter. */
  battery_power: ['E_BAT_P', 'M_POWER'],
  /** Positive when importing. */
  grid_power: ['E_GRID_P'],
  pv_power: ['E_PV_P'],
  load_power: ['E_LOAD_P'],
  backup_power: ['E_BACKUP_P'],
  generator_power: ['E_GEN_P'],
  ev_power: ['E_EV_P'],

  charge: ['E_E_CHG', 'M_E_CHG_TOTAL'],
  discharge: ['E_E_DIS', 'M_E_DIS_TOTAL'],
  import: ['E_E_IMP'],
  export: ['E_E_EXP'],
  pv: ['E_E_PV'],
  load: ['E_E_LOAD'],

  /** At the terminals of the battery, as its passport counts them. */
  terminal_power: ['M_POWER', 'E_BAT_P'],
  terminal_charge: ['M_E_CHG_TOTAL', 'E_E_CHG'],
  terminal_discharge: ['M_E_DIS_TOTAL', 'E_E_DIS'],

  soh: ['M_SOH'],
  cycles: ['M_CYCLES'],
  voltage: ['M_VOLT'],
  current: ['M_CURR'],
  energy_rated: ['M_CAP_RATED'],
  energy_left: ['M_CAP_REMAIN'],
  battery_state: ['M_STATE'],
  cell_v_max: ['M_CELL_V_MAX'],
  cell_v_min: ['M_CELL_V_MIN'],
  cell_v_avg: ['M_CELL_V_AVG'],
  cell_v_diff: ['M_CELL_V_DIFF'],
  cell_t_max: ['M_CELL_T_MAX'],
  cell_t_min: ['M_CELL_T_MIN'],
  cell_t_avg: ['M_CELL_T_AVG'],
  pack_count: ['M_PACK_NUM'],
  packs_online: ['M_PACK_ONLINE'],
  grid_connected: ['E_GRID_MODE'],
  charge_ah: ['M_AH_CHG_TOTAL'],
  discharge_ah: ['M_AH_DIS_TOTAL'],

  /** Of each pack. */
  pack_soc: ['P_SOC'],
  pack_soh: ['P_SOH'],
  pack_voltage: ['P_VOLT'],
  pack_current: ['P_CURR'],
  pack_cycles: ['P_CYCLES'],
  pack_mosfet_t: ['P_MOS_T'],
  pack_resistance: ['P_R_INT'],
  /** 3 is a fault, 4 out of service. */
  pack_state: ['P_STATE'],
  /** Bit n is cell n + 1. */
  balancing: ['P_BAL'],
  deep_discharges: ['P_DEEP_DIS_CNT'],
  work_mode: ['E_MODE'],
  reserve_soc: ['E_SOC_RSV'],
  grid_voltage_l1: ['E_GRID_V_L1'],
  grid_voltage_l2: ['E_GRID_V_L2'],
  grid_voltage_l3: ['E_GRID_V_L3'],
  grid_current_l1: ['E_GRID_I_L1'],
  grid_current_l2: ['E_GRID_I_L2'],
  grid_current_l3: ['E_GRID_I_L3'],
  grid_frequency_l1: ['E_GRID_F_L1'],
  grid_frequency_l2: ['E_GRID_F_L2'],
  grid_frequency_l3: ['E_GRID_F_L3'],

  /** Of each cell or sensor. */
  cell_voltage: ['P_CELL_V'],
  cell_temperature: ['P_CELL_T'],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type Role = keyof typeof candidates;
export const roles = Object.keys(candidates) as [Role, ...Role[]];

export const isRole = (key: string): key is Role => Object.hasOwn(candidates, key);

/** The keys of a role's core points, the preferred one first. */
export const candidatesOf = (role: Role): readonly [string, ...string[]] => candidates[role];

/** The key of a role's preferred core point: that of a role with only one, and of foreign values of the role. */
export const keyOf = (role: Role): string => candidates[role][0];

const byKey = new Map(roles.map((role) => [keyOf(role), role]));

/** The role that prefers a point. */
export const roleOf = (key: string): Role | undefined => byKey.get(key);

/** All keys of some roles, without duplicates. */
export const keysOf = (of: readonly Role[]): string[] => [...new Set(of.flatMap(candidatesOf))];

/** The first candidate that is present, where each is asked about. */
export const presentOf = (role: Role, isPresent: (key: string) => boolean): string | undefined =>
  candidates[role].find(isPresent);

/** The value of the first candidate that is present. */
export function roleValue<T>(values: Readonly<Record<string, T>>, role: Role): T | undefined {
  for (const key of candidates[role]) {
    const value = values[key];
    if (value !== undefined) return value;
  }
  return undefined;
}

const windows = [1, 2, 3, 4] as const;
/** Settings of one daily window: minutes since midnight, 1 charge, 2 discharge, 3 hold or 0 unused, and W. */
export const windowRoles = (n: (typeof windows)[number]) =>
  ({
    start: `window${n}_start`,
    end: `window${n}_end`,
    action: `window${n}_action`,
    power: `window${n}_power`,
  }) as const;

/** Settings that owners may change: % of charge, and 0 self-use, 1 time of use or 2 back-up. */
export const settingRoles = [
  'work_mode',
  'reserve_soc',
  ...windows.flatMap((n) => Object.values(windowRoles(n))),
] as const;
export type SettingRole = (typeof settingRoles)[number];
