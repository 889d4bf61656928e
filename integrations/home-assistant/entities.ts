import type { DeviceState } from './device-state.ts';
import type { Language } from './settings.ts';

/** An entity of Home Assistant, and the field of the state that is its value. */
export interface Entity {
  platform: 'sensor' | 'binary_sensor';
  field: keyof DeviceState;
  name: Record<Language, string>;
  /** Home Assistant has no device class for the state of health. */
  device_class?: string;
  unit?: string;
  state_class?: 'measurement' | 'total_increasing';
  /** Listed with the diagnostics of the device instead of the values of the battery. */
  diagnostic?: true;
  options?: readonly string[];
  precision?: number;
  /** Also available while the device does not report. */
  always?: true;
  /** Field with further attributes. */
  attributes?: keyof DeviceState;
}

const power = (field: keyof DeviceState, en: string, zh: string): Entity => ({
  platform: 'sensor',
  field,
  name: { en, zh },
  device_class: 'power',
  unit: 'W',
  state_class: 'measurement',
  precision: 0,
});
/** Lifetime counters for the energy dashboard; a restart from zero causes no negative step. */
const energy = (field: keyof DeviceState, en: string, zh: string): Entity => ({
  platform: 'sensor',
  field,
  name: { en, zh },
  device_class: 'energy',
  unit: 'kWh',
  state_class: 'total_increasing',
  precision: 1,
});

export const entities: readonly Entity[] = [
  {
    platform: 'sensor',
    field: 'soc_pct',
    name: { en: 'State of charge', zh: '荷电状态' },
    device_class: 'battery',
    unit: '%',
    state_class: 'measurement',
    precision: 0,
  },
  {
    platform: 'sensor',
    field: 'soh_pct',
    name: { en: 'State of health', zh: '健康状态' },
    unit: '%',
    state_class: 'measurement',
    precision: 0,
    diagnostic: true,
  },
  {
    platform: 'sensor',
    field: 'battery_energy_left_kwh',
    name: { en: 'Energy left', zh: '剩余能量' },
    device_class: 'energy_storage',
    unit: 'kWh',
    state_class: 'measurement',
    precision: 1,
  },
  power('battery_power_w', 'Battery power', '电池功率'),
  power('solar_power_w', 'Solar power', '光伏功率'),
  power('load_power_w', 'Load power', '负载功率'),
  power('grid_power_w', 'Grid power', '电网功率'),
  power('grid_import_power_w', 'Grid import power', '购电功率'),
  power('grid_export_power_w', 'Grid export power', '馈网功率'),
  energy('solar_energy_kwh', 'Solar energy', '光伏发电量'),
  energy('load_energy_kwh', 'Load energy', '用电量'),
  energy('grid_import_energy_kwh', 'Grid import energy', '购电量'),
  energy('grid_export_energy_kwh', 'Grid export energy', '馈网电量'),
  energy('battery_charge_energy_kwh', 'Battery charge energy', '电池充电量'),
  energy('battery_discharge_energy_kwh', 'Battery discharge energy', '电池放电量'),
  {
    platform: 'sensor',
    field: 'work_state',
    name: { en: 'Work state', zh: '工作状态' },
    device_class: 'enum',
    options: ['idle', 'charging', 'discharging'],
  },
  {
    platform: 'binary_sensor',
    field: 'online',
    name: { en: 'Connection', zh: '连接状态' },
    device_class: 'connectivity',
    diagnostic: true,
    always: true,
  },
  {
    platform: 'binary_sensor',
    field: 'problem',
    name: { en: 'Problem', zh: '故障' },
    device_class: 'problem',
    attributes: 'problem_details',
    always: true,
  },
  {
    platform: 'sensor',
    field: 'last_report',
    name: { en: 'Last report', zh: '最近上报时间' },
    device_class: 'timestamp',
    diagnostic: true,
    always: true,
  },
];
