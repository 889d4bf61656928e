/**
 * Mapping of SunSpec fields to points of HE_BAT, as data. Rows of one point are in order of preference: the first that
 * an inverter implements is used.
 */
import type { Part } from './config.ts';

/** How the values of several inverters of one device are combined. */
export type Combine =
  | 'first' /** of the first inverter that has it */
  | 'sum'
  | 'mean'; /** weighted by the rated energy of the batteries */

export interface PointRow {
  point: string;
  part: Part;
  models: readonly number[];
  field: string;
  /** Factor from SunSpec's unit to that of the point. */
  factor?: number;
  /** A ratio, which some inverters send in per cent. */
  ratio?: boolean;
  /** Values of an enumeration, or of single bits, to those of the point. Other values are ignored. */
  values?: Readonly<Record<number, number>>;
  /** Has the sign of the battery, see `battery_positive`. */
  signed?: boolean;
  combine?: Combine;
}

const INT_INVERTER = [101, 102, 103];
const FLOAT_INVERTER = [111, 112, 113];
export const INVERTERS = [...INT_INVERTER, ...FLOAT_INVERTER, 701];
const INT_METER = [201, 202, 203, 204];
const FLOAT_METER = [211, 212, 213, 214];
export const METERS = [...INT_METER, ...FLOAT_METER];

const ALL: readonly Part[] = ['inverter', 'pv', 'battery', 'meter'];

/** Polled models, and the parts that need them. Others are found by the scan and ignored. */
export const neededBy: ReadonlyMap<number, readonly Part[]> = new Map<number, readonly Part[]>([
  ...INVERTERS.map((id) => [id, ['inverter', 'pv', 'battery']] as const),
  ...METERS.map((id) => [id, ['meter']] as const),
  [120, ['battery']],
  [122, ['inverter']],
  [124, ['battery']],
  [160, ALL],
  [713, ['battery']],
  [714, ALL],
  [802, ['battery']],
]);

/** Symbols of enumerations with their values, from the models that the SunSpec Alliance publishes (github.com/sunspec/models). */
export const symbols = {
  /** ChaSt of 802 and 124. */
  ChaSt: { OFF: 1, EMPTY: 2, DISCHARGING: 3, CHARGING: 4, FULL: 5, HOLDING: 6, TESTING: 7 },
  /** State of 802. */
  State: { CONNECTED: 3, FAULT: 99 },
  /** ConnSt of 701. */
  ConnSt: { DISCONNECTED: 0, CONNECTED: 1 },
  /** ECPConn of 122. */
  ECPConn: { DISCONNECTED: 0, CONNECTED: 1 },
  /** ACType, St and InvSt of 701. */
  ACType: { SINGLE_PHASE: 0, THREE_PHASE: 2 },
  St: { OFF: 0, ON: 1 },
  InvSt: { RUNNING: 3 },
} as const;

const { ChaSt, State, ConnSt, ECPConn } = symbols;
/** Values of M_STATE and E_GRID_MODE. */
const chargeStatus = {
  [ChaSt.OFF]: 7,
  [ChaSt.EMPTY]: 5,
  [ChaSt.DISCHARGING]: 3,
  [ChaSt.CHARGING]: 2,
  [ChaSt.FULL]: 4,
  [ChaSt.HOLDING]: 1,
  [ChaSt.TESTING]: 1,
};
const [ON_GRID, OFF_GRID] = [1, 2];

const row = (
  point: string,
  part: Part,
  models: readonly number[],
  field: string,
  more: Partial<PointRow> = {},
) => ({
  point,
  part,
  models,
  field,
  ...more,
});

export const pointRows: readonly PointRow[] = [
  row('M_SOC', 'battery', [802, 713], 'SoC', { combine: 'mean' }),
  row('M_SOC', 'battery', [124], 'ChaState', { combine: 'mean' }),
  row('M_SOH', 'battery', [802, 713], 'SoH', { combine: 'mean' }),
  row('M_VOLT', 'battery', [802], 'V'),
  row('M_VOLT', 'battery', [124], 'InBatV'),
  row('M_CURR', 'battery', [802], 'A', { signed: true, combine: 'sum' }),
  row('M_CAP_RATED', 'battery', [802, 713, 120], 'WHRtg', { combine: 'sum' }),
  row('M_CAP_REMAIN', 'battery', [713], 'WHAvail', { combine: 'sum' }),
  row('M_CYCLES', 'battery', [802], 'NCyc'),
  row('M_CHG_V_LIM', 'battery', [802], 'VMax'),
  row('M_CHG_I_LIM', 'battery', [802], 'AChaMax'),
  row('M_DIS_V_LIM', 'battery', [802], 'VMin'),
  row('M_DIS_I_LIM', 'battery', [802], 'ADisChaMax'),
  row('M_CELL_V_MAX', 'battery', [802], 'CellVMax', { factor: 1000 }),
  row('M_CELL_V_MIN', 'battery', [802], 'CellVMin', { factor: 1000 }),
  row('M_CELL_V_AVG', 'battery', [802], 'CellVAvg', { factor: 1000 }),
  row('M_STATE', 'battery', [802], 'State', { values: { [State.FAULT]: 6 } }),
  row('M_STATE', 'battery', [802, 124], 'ChaSt', { values: chargeStatus }),
  row('M_HB', 'battery', [802], 'Hb'),
  row('E_SOC_RSV', 'battery', [802], 'SoCRsvMin'),
  row('E_SOC_RSV', 'battery', [124], 'MinRsvPct'),
  row('E_CHG_LIM', 'battery', [124], 'WChaMax', { combine: 'sum' }),
  row('E_CHG_LIM', 'battery', [120], 'MaxChaRte', { combine: 'sum' }),
  row('E_DIS_LIM', 'battery', [120], 'MaxDisChaRte', { combine: 'sum' }),

  row('E_INV_Q', 'inverter', [...INT_INVERTER, ...FLOAT_INVERTER], 'VAr', { combine: 'sum' }),
  row('E_INV_Q', 'inverter', [701], 'Var', { combine: 'sum' }),
  row('E_INV_T', 'inverter', INVERTERS, 'TmpCab'),
  row('E_INV_T', 'inverter', INVERTERS, 'TmpSnk'),
  row('E_GRID_MODE', 'inverter', [701], 'ConnSt', {
    values: { [ConnSt.DISCONNECTED]: OFF_GRID, [ConnSt.CONNECTED]: ON_GRID },
  }),
  row('E_GRID_MODE', 'inverter', [122], 'ECPConn', {
    values: { [ECPConn.DISCONNECTED]: OFF_GRID, [ECPConn.CONNECTED]: ON_GRID },
  }),

  row('E_GRID_V_L1', 'meter', METERS, 'PhVphA'),
  row('E_GRID_V_L2', 'meter', METERS, 'PhVphB'),
  row('E_GRID_V_L3', 'meter', METERS, 'PhVphC'),
  row('E_GRID_F_L1', 'meter', METERS, 'Hz'),
  row('E_GRID_PF', 'meter', INT_METER, 'PF', { factor: 0.01 }),
  row('E_GRID_PF', 'meter', FLOAT_METER, 'PF', { ratio: true }),
  // Without a meter the inverter's own terminals are the closest to the grid.
  row('E_GRID_V_L1', 'inverter', [...INT_INVERTER, ...FLOAT_INVERTER], 'PhVphA'),
  row('E_GRID_V_L2', 'inverter', [...INT_INVERTER, ...FLOAT_INVERTER], 'PhVphB'),
  row('E_GRID_V_L3', 'inverter', [...INT_INVERTER, ...FLOAT_INVERTER], 'PhVphC'),
  row('E_GRID_V_L1', 'inverter', [701], 'VL1'),
  row('E_GRID_V_L2', 'inverter', [701], 'VL2'),
  row('E_GRID_V_L3', 'inverter', [701], 'VL3'),
  row('E_GRID_F_L1', 'inverter', INVERTERS, 'Hz'),
];

/** Currents of the meter: they have the direction of the power of the same phase. */
export const currentRows = [
  { point: 'E_GRID_I_L1', current: 'AphA', power: 'WphA' },
  { point: 'E_GRID_I_L2', current: 'AphB', power: 'WphB' },
  { point: 'E_GRID_I_L3', current: 'AphC', power: 'WphC' },
] as const;

export interface FaultRow {
  models: readonly number[];
  field: string;
  /**
   * Bit of the SunSpec field → point and bit of HE_BAT. With two bits: the first while charging, otherwise the second.
   */
  bits: Readonly<Record<number, readonly [point: string, bit: number, otherwise?: number]>>;
}

const inverterEvents = {
  0: ['E_FAULT2', 2], // ground fault
  1: ['E_FAULT2', 6], // DC over-voltage
  4: ['E_FAULT1', 0], // grid disconnected
  7: ['E_FAULT2', 0], // over-temperature
  8: ['E_FAULT1', 3], // over-frequency
  9: ['E_FAULT1', 4], // under-frequency
  10: ['E_FAULT1', 1], // AC over-voltage
  11: ['E_FAULT1', 2], // AC under-voltage
} as const;

/** Bits without a counterpart in HE_BAT (open cabinet, manual shutdown, vendor bits) are omitted. */
export const faultRows: readonly FaultRow[] = [
  { models: [...INT_INVERTER, ...FLOAT_INVERTER], field: 'Evt1', bits: inverterEvents },
  { models: [701], field: 'Alrm', bits: inverterEvents },
  {
    models: [802],
    field: 'Evt1',
    bits: {
      0: ['E_FAULT2', 8], // communication error
      1: ['M_ALARM1', 6, 8], // over-temperature
      2: ['M_WARN1', 6, 8],
      3: ['M_ALARM1', 7, 9], // under-temperature
      4: ['M_WARN1', 7, 9],
      5: ['M_ALARM1', 4], // charge over-current
      6: ['M_WARN1', 4],
      7: ['M_ALARM1', 5], // discharge over-current
      8: ['M_WARN1', 5],
      9: ['M_ALARM1', 2], // over-voltage
      10: ['M_WARN1', 2],
      11: ['M_ALARM1', 3], // under-voltage
      12: ['M_WARN1', 3],
      13: ['M_ALARM1', 12], // below the lowest charge
      14: ['M_WARN1', 12],
      17: ['M_WARN1', 10], // voltage imbalance
      18: ['M_ALARM1', 11], // temperature imbalance
      19: ['M_WARN1', 11],
      22: ['M_ALARM1', 15], // ground fault
    },
  },
];

/** Fault points of an inverter with these models, 0 without faults. */
export const faultPoints = {
  inverter: ['E_FAULT1', 'E_FAULT2'],
  battery: ['M_ALARM1', 'M_WARN1'],
} as const;
