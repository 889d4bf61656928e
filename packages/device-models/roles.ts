/**
 * The roles of points: what screens and the server ask a device for, whatever its model calls it. Signs as in
 * docs/protocol.md, section 3. This file imports nothing, so that every part of the product can.
 */

export interface Role {
  label: { en: string; zh: string };
  unit: string;
  kind: 'gauge' | 'counter' | 'enum' | 'bits';
  /** What a positive value means; 'magnitude' is never negative. */
  sign: 'discharging' | 'importing' | 'consuming' | 'magnitude' | 'signed';
  part: 'system' | 'pack' | 'cell';
  /** Keys of points that fill this role: the first of them that a device reports counts. */
  keys: readonly [string, ...string[]];
}

const role = (
  en: string,
  zh: string,
  unit: string,
  sign: Role['sign'],
  keys: Role['keys'],
  more: Partial<Pick<Role, 'kind' | 'part'>> = {},
): Role => ({ label: { en, zh }, unit, kind: 'gauge', sign, part: 'system', keys, ...more });

const counter = { kind: 'counter' } as const;
const choice = { kind: 'enum' } as const;
const pack = { part: 'pack' } as const;

const table = {
  soc: role('State of charge', '荷电状态', '%', 'magnitude', ['M_SOC']),
  /** At the AC side, where it adds up with grid, PV and load; M_POWER, at the battery's terminals, differs by the loss. */
  battery_power: role('Battery power', '电池功率', 'W', 'discharging', ['E_BAT_P', 'M_POWER']),
  grid_power: role('Grid power', '电网功率', 'W', 'importing', ['E_GRID_P']),
  pv_power: role('PV power', '光伏功率', 'W', 'magnitude', ['E_PV_P']),
  load_power: role('Load power', '负载功率', 'W', 'magnitude', ['E_LOAD_P']),

  energy_charge: role(
    'Battery energy charged',
    '电池累计充电量',
    'Wh',
    'magnitude',
    ['E_E_CHG', 'M_E_CHG_TOTAL'],
    counter,
  ),
  energy_discharge: role(
    'Battery energy discharged',
    '电池累计放电量',
    'Wh',
    'magnitude',
    ['E_E_DIS', 'M_E_DIS_TOTAL'],
    counter,
  ),
  energy_import: role('Energy imported', '累计购电量', 'Wh', 'magnitude', ['E_E_IMP'], counter),
  energy_export: role('Energy exported', '累计馈网电量', 'Wh', 'magnitude', ['E_E_EXP'], counter),
  energy_pv: role('PV energy', '光伏累计发电量', 'Wh', 'magnitude', ['E_E_PV'], counter),
  energy_load: role('Energy consumed', '累计用电量', 'Wh', 'magnitude', ['E_E_LOAD'], counter),

  /** At the battery's terminals, for its passport and wear; the EMS substitutes where the battery does not count. */
  terminal_power: role('Power at the battery terminals', '电池端功率', 'W', 'discharging', [
    'M_POWER',
    'E_BAT_P',
  ]),
  terminal_energy_charge: role(
    'Energy charged at the battery terminals',
    '电池端累计充电量',
    'Wh',
    'magnitude',
    ['M_E_CHG_TOTAL', 'E_E_CHG'],
    counter,
  ),
  terminal_energy_discharge: role(
    'Energy discharged at the battery terminals',
    '电池端累计放电量',
    'Wh',
    'magnitude',
    ['M_E_DIS_TOTAL', 'E_E_DIS'],
    counter,
  ),

  soh: role('State of health', '健康状态', '%', 'magnitude', ['M_SOH']),
  cycles: role('Equivalent full cycles', '等效循环次数', '', 'magnitude', ['M_CYCLES']),
  voltage: role('Total voltage', '总电压', 'V', 'magnitude', ['M_VOLT']),
  current: role('Current', '总电流', 'A', 'discharging', ['M_CURR']),
  energy_rated: role('Rated energy', '额定能量', 'Wh', 'magnitude', ['M_CAP_RATED']),
  energy_left: role('Energy left', '剩余能量', 'Wh', 'magnitude', ['M_CAP_REMAIN']),
  battery_state: role('Battery state', '电池状态', '', 'magnitude', ['M_STATE'], choice),
  cell_v_max: role('Highest cell voltage', '最高单体电压', 'mV', 'magnitude', ['M_CELL_V_MAX']),
  cell_v_min: role('Lowest cell voltage', '最低单体电压', 'mV', 'magnitude', ['M_CELL_V_MIN']),
  cell_v_avg: role('Average cell voltage', '平均单体电压', 'mV', 'magnitude', ['M_CELL_V_AVG']),
  cell_v_diff: role('Cell voltage difference', '单体压差', 'mV', 'magnitude', ['M_CELL_V_DIFF']),
  cell_t_max: role('Highest cell temperature', '最高单体温度', '°C', 'signed', ['M_CELL_T_MAX']),
  cell_t_min: role('Lowest cell temperature', '最低单体温度', '°C', 'signed', ['M_CELL_T_MIN']),
  cell_t_avg: role('Average cell temperature', '平均单体温度', '°C', 'signed', ['M_CELL_T_AVG']),
  pack_count: role('Packs installed', '电池包数量', '', 'magnitude', ['M_PACK_NUM']),
  packs_online: role('Packs online', '在线电池包数量', '', 'magnitude', ['M_PACK_ONLINE']),
  backup_power: role('Back-up load power', '备电负载功率', 'W', 'magnitude', ['E_BACKUP_P']),
  generator_power: role('Generator power', '发电机功率', 'W', 'magnitude', ['E_GEN_P']),
  ev_power: role('EV charger power', '充电桩功率', 'W', 'consuming', ['E_EV_P']),
  grid_connected: role('Grid connection', '并网状态', '', 'magnitude', ['E_GRID_MODE'], choice),
  grid_voltage_l1: role('Grid voltage L1', '电网L1相电压', 'V', 'magnitude', ['E_GRID_V_L1']),
  grid_voltage_l2: role('Grid voltage L2', '电网L2相电压', 'V', 'magnitude', ['E_GRID_V_L2']),
  grid_voltage_l3: role('Grid voltage L3', '电网L3相电压', 'V', 'magnitude', ['E_GRID_V_L3']),
  grid_current_l1: role('Grid current L1', '电网L1相电流', 'A', 'importing', ['E_GRID_I_L1']),
  grid_current_l2: role('Grid current L2', '电网L2相电流', 'A', 'importing', ['E_GRID_I_L2']),
  grid_current_l3: role('Grid current L3', '电网L3相电流', 'A', 'importing', ['E_GRID_I_L3']),
  grid_frequency_l1: role('Grid frequency L1', '电网L1相频率', 'Hz', 'magnitude', ['E_GRID_F_L1']),
  grid_frequency_l2: role('Grid frequency L2', '电网L2相频率', 'Hz', 'magnitude', ['E_GRID_F_L2']),
  grid_frequency_l3: role('Grid frequency L3', '电网L3相频率', 'Hz', 'magnitude', ['E_GRID_F_L3']),
  work_mode: role('Work mode', '工作模式', '', 'magnitude', ['E_MODE'], choice),
  reserve_soc: role('SOC reserve', '备电SOC', '%', 'magnitude', ['E_SOC_RSV']),

  pack_soc: role('Pack state of charge', '电池包荷电状态', '%', 'magnitude', ['P_SOC'], pack),
  pack_soh: role('Pack state of health', '电池包健康状态', '%', 'magnitude', ['P_SOH'], pack),
  pack_voltage: role('Pack voltage', '电池包电压', 'V', 'magnitude', ['P_VOLT'], pack),
  pack_current: role('Pack current', '电池包电流', 'A', 'discharging', ['P_CURR'], pack),
  pack_cycles: role('Pack cycles', '电池包循环次数', '', 'magnitude', ['P_CYCLES'], pack),
  pack_state: role('Pack state', '电池包状态', '', 'magnitude', ['P_STATE'], { ...pack, ...choice }),
  pack_balancing: role('Balancing cells', '均衡状态', '', 'magnitude', ['P_BAL'], { ...pack, kind: 'bits' }),
  deep_discharges: role('Deep discharges', '深度放电次数', '', 'magnitude', ['P_DEEP_DIS_CNT'], pack),
  cell_voltage: role('Cell voltage', '单体电压', 'mV', 'magnitude', ['P_CELL_V'], { part: 'cell' }),
  cell_temperature: role('Cell temperature', '单体温度', '°C', 'signed', ['P_CELL_T'], { part: 'cell' }),
} satisfies Record<string, Role>;

export type RoleId = keyof typeof table;

export const roles: Readonly<Record<RoleId, Role>> = table;

export const roleIds = Object.keys(table) as RoleId[];

export const isRoleId = (id: string): id is RoleId => Object.hasOwn(table, id);

/** What the first reported candidate of a role holds; undefined when a device reports none of them. */
export function ofRole<T>(values: Readonly<Record<string, T | undefined>>, id: RoleId): T | undefined {
  for (const key of roles[id].keys) {
    const value = values[key];
    if (value !== undefined) return value;
  }
  return undefined;
}
