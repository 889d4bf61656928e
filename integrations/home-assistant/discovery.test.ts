import type { Thing } from '@voltloop/client';
import { describe, expect, test } from 'vitest';
import { applyUpdate, energyOf, noEnergy, stateOf } from './device-state.ts';
import { discoveryOf } from './discovery.ts';
import { entities } from './entities.ts';
import { discoverySchema, discoveryTopic } from './testing/discovery-schema.ts';
import { topicsOf } from './topics.ts';

const settings = {
  baseTopic: 'voltloop',
  discoveryPrefix: 'homeassistant',
  url: 'https://example.com/',
  language: 'en' as 'en' | 'zh',
};
const topics = topicsOf(settings);
const thing: Thing = {
  id: 'id',
  devid: 'HB-1',
  devtype: 'HE_BAT',
  devname: '',
  status: 1,
  problem: null,
  active_events: 0,
  status_data: {
    hw_version: null,
    sw_version: '1.2',
    soc: 55.5,
    left_wh: 5550,
    rated_wh: 10_000,
    soh: 99,
    work_state: 'charging',
    last_time: 0,
    bat_power_w: -500,
    grid_power_w: -100,
    pv_power_w: 900,
    load_power_w: 300,
    clock_drift_s: 0,
  },
  desc: {},
  registertime: 0,
  parents: [],
  subusers: [],
  gps: null,
  time_zone: 'UTC',
  info_model_id: 'HE_BAT',
  offline_after_s: 300,
  offline_after_from: 'model',
};

describe('a discovery message', () => {
  test.each(['en', 'zh'] as const)('has the documented format of Home Assistant (%s)', (language) => {
    const message = discoverySchema.parse(discoveryOf(thing, topics, { ...settings, language }));
    expect(topics.config(thing.devid)).toMatch(discoveryTopic);
    expect(message.device).toMatchObject({ name: 'HB-1', sw_version: '1.2', serial_number: 'HB-1' });
    expect(message.device.configuration_url).toBe('https://example.com/operationStatuss/thing/HB-1');
    const components = Object.values(message.components);
    expect(components).toHaveLength(entities.length);
    expect(new Set(components.map(({ unique_id }) => unique_id)).size).toBe(entities.length);
    expect(new Set(components.map(({ name }) => name)).size).toBe(entities.length);
  });

  test('has counters for the energy dashboard: kWh that only rise', () => {
    const { components } = discoverySchema.parse(discoveryOf(thing, topics, settings));
    const counters = Object.entries(components).filter(([, each]) => each.device_class === 'energy');
    expect(counters.map(([name]) => name)).toEqual(Object.keys(noEnergy()).sort(byPlace(components)));
    for (const [, counter] of counters)
      expect(counter).toMatchObject({ unit_of_measurement: 'kWh', state_class: 'total_increasing' });
  });

  test('reads only fields that the state has', () => {
    const state = stateOf(thing, noEnergy(), 'en');
    const { components } = discoverySchema.parse(discoveryOf(thing, topics, settings));
    for (const { value_template, json_attributes_template } of Object.values(components))
      for (const template of [value_template, json_attributes_template ?? value_template])
        expect(Object.keys(state)).toContain(/value_json\.(\w+)/.exec(template)?.[1]);
  });

  const byPlace = (all: object) => (a: string, b: string) =>
    Object.keys(all).indexOf(a) - Object.keys(all).indexOf(b);
});

describe('the state of a device', () => {
  test('has power with the signs of Voltloop, and separate import and export', () => {
    expect(stateOf(thing, noEnergy(), 'en')).toMatchObject({
      battery_power_w: -500,
      solar_power_w: 900,
      load_power_w: 300,
      grid_power_w: -100,
      grid_import_power_w: 0,
      grid_export_power_w: 100,
      soc_pct: 55.5,
      battery_energy_left_kwh: 5.55,
      online: 'ON',
      problem: 'OFF',
      last_report: '1970-01-01T00:00:00.000Z',
    });
    const unknown = { ...thing, status_data: { ...thing.status_data, grid_power_w: null, last_time: null } };
    expect(stateOf(unknown, noEnergy(), 'en')).toMatchObject({
      grid_import_power_w: null,
      grid_export_power_w: null,
      last_report: null,
    });
    const none = { ...thing, status_data: { ...thing.status_data, grid_power_w: 0 } };
    expect(stateOf(none, noEnergy(), 'en').grid_export_power_w).toBe(0);
  });

  test('names a warning or fault in the chosen language, but no notice', () => {
    const problem = {
      event_id: 'e',
      code: 'BAT_OT',
      name: { en: 'Too hot', zh: '过热' },
      since: 0,
      acknowledged: false,
    };
    expect(stateOf({ ...thing, problem: { ...problem, level: 3 } }, noEnergy(), 'zh')).toMatchObject({
      problem: 'ON',
      problem_details: { name: '过热', code: 'BAT_OT', level: 3, since: '1970-01-01T00:00:00.000Z' },
    });
    expect(stateOf({ ...thing, problem: { ...problem, level: 1 } }, noEnergy(), 'en')).toMatchObject({
      problem: 'OFF',
      problem_details: {},
    });
  });

  test('follows the live stream and keeps other values', () => {
    const update = {
      devid: 'HB-1',
      status: 0,
      problem: null,
      active_events: 0,
      last_time: 5,
      soc: 60,
      left_wh: 6000,
      rated_wh: 10_000,
      work_state: 'idle',
      bat_power_w: 0,
      grid_power_w: 0,
      pv_power_w: 0,
      load_power_w: 0,
    };
    expect(stateOf(applyUpdate(thing, update), noEnergy(), 'en')).toMatchObject({
      soc_pct: 60,
      soh_pct: 99,
      online: 'OFF',
      work_state: 'idle',
    });
  });

  test('keeps the value of a counter that is missing', () => {
    const none = {
      pv_kwh: null,
      charge_kwh: null,
      discharge_kwh: null,
      import_kwh: null,
      export_kwh: null,
      load_kwh: null,
    };
    const first = energyOf({ ...none, pv_kwh: 1.5, charge_kwh: 0.25 }, noEnergy());
    expect(first).toMatchObject({
      solar_energy_kwh: 1.5,
      battery_charge_energy_kwh: 0.25,
      load_energy_kwh: null,
    });
    expect(energyOf({ ...none, charge_kwh: 0.3 }, first)).toMatchObject({
      solar_energy_kwh: 1.5,
      battery_charge_energy_kwh: 0.3,
    });
  });
});

test('topics name the bridge, so that several share a broker', () => {
  expect(topics.devidOf('homeassistant/device/voltloop_HB_1/config')).toBe('HB_1');
  expect(topics.devidOf('homeassistant/device/other_HB_1/config')).toBeUndefined();
  expect(topics.devidOf('homeassistant/sensor/voltloop_HB_1/config')).toBeUndefined();
});
