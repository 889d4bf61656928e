import type { EnergyTotals } from '@voltloop/contract';

/** Values of devices in the text formats of Prometheus. Pure. */

/** A device at the time of a scrape. Unknown or outdated measurements are null. */
export interface DeviceSample {
  devid: string;
  name: string;
  site: string;
  online: boolean;
  problem_level: number;
  active_events: number;
  last_time_ms: number | null;
  bat_power_w: number | null;
  grid_power_w: number | null;
  pv_power_w: number | null;
  load_power_w: number | null;
  soc_pct: number | null;
  soh_pct: number | null;
  /** Energy left in the battery, Wh. */
  left_wh: number | null;
  rated_wh: number | null;
  /** Counters since manufacture, Wh. */
  energy_Wh: Partial<EnergyTotals>;
}

export type MetricsFormat = 'openmetrics' | 'prometheus';

interface Family {
  name: string;
  type: 'gauge' | 'counter';
  /** The unit at the end of its name, if it has one. */
  unit?: string;
  help: string;
  value(device: DeviceSample): number | null;
}

const ratio = (percent: number | null) => (percent === null ? null : percent / 100);
const J_PER_WH = 3600;
const joules = (wh: number | null) => (wh === null ? null : wh * J_PER_WH);
const energy =
  (name: keyof EnergyTotals) =>
  ({ energy_Wh }: DeviceSample) => {
    return joules(energy_Wh[name] ?? null);
  };

export const families: readonly Family[] = [
  {
    name: 'voltloop_device_online',
    type: 'gauge',
    help: 'Whether the device is online: 1 or 0.',
    value: ({ online }) => Number(online),
  },
  {
    name: 'voltloop_device_problem_level',
    type: 'gauge',
    help: 'Level of the worst active event: 0 none, 1 notice, 2 warning, 3 fault.',
    value: ({ problem_level }) => problem_level,
  },
  {
    name: 'voltloop_device_active_events',
    type: 'gauge',
    help: 'Active events of the device.',
    value: ({ active_events }) => active_events,
  },
  {
    name: 'voltloop_device_last_frame_timestamp_seconds',
    type: 'gauge',
    unit: 'seconds',
    help: 'Device time of the newest frame.',
    value: ({ last_time_ms }) => (last_time_ms === null ? null : last_time_ms / 1000),
  },
  {
    name: 'voltloop_battery_power_watts',
    type: 'gauge',
    unit: 'watts',
    help: 'Power of the battery, positive when discharging.',
    value: ({ bat_power_w }) => bat_power_w,
  },
  {
    name: 'voltloop_grid_power_watts',
    type: 'gauge',
    unit: 'watts',
    help: 'Power of the grid, positive when importing.',
    value: ({ grid_power_w }) => grid_power_w,
  },
  {
    name: 'voltloop_solar_power_watts',
    type: 'gauge',
    unit: 'watts',
    help: 'Power of the solar panels.',
    value: ({ pv_power_w }) => pv_power_w,
  },
  {
    name: 'voltloop_load_power_watts',
    type: 'gauge',
    unit: 'watts',
    help: 'Power that is consumed.',
    value: ({ load_power_w }) => load_power_w,
  },
  {
    name: 'voltloop_state_of_charge_ratio',
    type: 'gauge',
    unit: 'ratio',
    help: 'State of charge of the battery, 0 to 1.',
    value: ({ soc_pct }) => ratio(soc_pct),
  },
  {
    name: 'voltloop_battery_energy_left_joules',
    type: 'gauge',
    unit: 'joules',
    help: 'Energy left in the battery.',
    value: ({ left_wh }) => joules(left_wh),
  },
  {
    name: 'voltloop_battery_rated_energy_joules',
    type: 'gauge',
    unit: 'joules',
    help: 'Rated energy of the battery.',
    value: ({ rated_wh }) => joules(rated_wh),
  },
  {
    name: 'voltloop_state_of_health_ratio',
    type: 'gauge',
    unit: 'ratio',
    help: 'State of health of the battery, 0 to 1.',
    value: ({ soh_pct }) => ratio(soh_pct),
  },
  {
    name: 'voltloop_solar_energy_joules_total',
    type: 'counter',
    unit: 'joules',
    help: 'Energy of the solar panels since manufacture.',
    value: energy('pv_kwh'),
  },
  {
    name: 'voltloop_load_energy_joules_total',
    type: 'counter',
    unit: 'joules',
    help: 'Energy that was consumed since manufacture.',
    value: energy('load_kwh'),
  },
  {
    name: 'voltloop_grid_import_energy_joules_total',
    type: 'counter',
    unit: 'joules',
    help: 'Energy from the grid since manufacture.',
    value: energy('import_kwh'),
  },
  {
    name: 'voltloop_grid_export_energy_joules_total',
    type: 'counter',
    unit: 'joules',
    help: 'Energy to the grid since manufacture.',
    value: energy('export_kwh'),
  },
  {
    name: 'voltloop_battery_charge_energy_joules_total',
    type: 'counter',
    unit: 'joules',
    help: 'Energy into the battery since manufacture.',
    value: energy('charge_kwh'),
  },
  {
    name: 'voltloop_battery_discharge_energy_joules_total',
    type: 'counter',
    unit: 'joules',
    help: 'Energy out of the battery since manufacture.',
    value: energy('discharge_kwh'),
  },
];

export const contentTypes: Record<MetricsFormat, string> = {
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
};

/** OpenMetrics on request, as from Prometheus; plain text for a browser or curl. */
export const formatFor = (accept: string | undefined): MetricsFormat =>
  accept?.includes('application/openmetrics-text') ? 'openmetrics' : 'prometheus';

export const escapeLabel = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

/**
 * The text of all families, in pieces that yield to other requests in between. Families without a sample are omitted.
 */
export function* metricsText(devices: readonly DeviceSample[], format: MetricsFormat): Generator<string> {
  const labels = devices.map(
    ({ devid, name, site }) =>
      `{device="${escapeLabel(devid)}",name="${escapeLabel(name)}",site="${escapeLabel(site)}"}`,
  );
  for (const { name, type, unit, help, value } of families) {
    const samples: string[] = [];
    devices.forEach((device, i) => {
      const now = value(device);
      if (now !== null) samples.push(`${name}${labels[i]} ${now}\n`);
    });
    if (samples.length === 0) continue;
    // In OpenMetrics a counter's family has no suffix.
    const family = format === 'openmetrics' ? name.replace(/_total$/, '') : name;
    const units = format === 'openmetrics' && unit ? `# UNIT ${family} ${unit}\n` : '';
    yield `# HELP ${family} ${help}\n# TYPE ${family} ${type}\n${units}${samples.join('')}`;
  }
  if (format === 'openmetrics') yield '# EOF\n';
}
