/**
 * Monotonic counters, from registers that wrap, restart or have corrupt readings, and from powers without a register.
 */
import { energyOver, type Register, readRegister } from '@voltloop/device-models/counters.ts';
import { acPowers } from './powers.ts';
import type { Flow, Reading } from './reading.ts';

/** The stored state of one inverter. Energies in Wh. */
export interface EnergyState {
  at_ms: number;
  registers: Record<string, Register>;
  /** Integrated by the gateway: AC energies of an inverter with a battery, and flows without a register. */
  counted: Partial<Record<Counted, number>>;
}

type Counted = 'pv' | 'battery_in' | 'battery_out' | 'dc_in' | 'dc_out' | 'import' | 'export';

/** Totals of one inverter, Wh; absent for flows that it does not have. */
export interface Totals {
  pv?: number;
  /** AC side. */
  charge?: number;
  discharge?: number;
  /** DC side. */
  dc_charge?: number;
  dc_discharge?: number;
  import?: number;
  export?: number;
}

export interface Counts {
  state: EnergyState;
  totals: Totals;
}

/** Counts another reading. Between readings more than `gap_ms` apart powers are unknown, and only registers continue. */
export function count(before: EnergyState | undefined, reading: Reading, gap_ms: number): Counts {
  const elapsed_ms = before ? reading.at_ms - before.at_ms : 0;
  const registers: Record<string, Register> = { ...before?.registers };
  const rises: Partial<Record<Flow, number>> = {};
  const sums: Partial<Record<Flow, number>> = {};
  for (const { flow, no, wh, modulus_wh } of reading.counters) {
    const name = `${flow}.${no}`;
    const last = registers[name];
    const register = readRegister(last, wh, modulus_wh, elapsed_ms);
    registers[name] = register;
    rises[flow] = (rises[flow] ?? 0) + (last ? register.total_wh - last.total_wh : 0);
    sums[flow] = (sums[flow] ?? 0) + register.total_wh;
  }

  const counted = { ...before?.counted };
  /** Integrates a power, or across a gap uses the closest register; begins at the value of the register. */
  const add = (name: Counted, power_w: number | null, flow: Flow): number | undefined => {
    if (power_w === null && counted[name] === undefined) return undefined;
    const from = counted[name] ?? Math.floor(sums[flow] ?? 0);
    const registered = elapsed_ms > 0 ? (rises[flow] ?? 0) : 0;
    const rise = energyOver(power_w ?? 0, elapsed_ms, gap_ms) ?? registered;
    counted[name] = counted[name] === undefined ? from : from + rise;
    return counted[name];
  };

  /** Follows the registers of a flow; if the gateway integrated before they appeared, it adds their rises to that. */
  const follow = (name: Counted, power_w: number | null, flow: Flow): number | undefined => {
    const register_wh = sums[flow];
    if (register_wh === undefined) return add(name, power_w, flow);
    const own_wh = counted[name];
    if (own_wh === undefined) return register_wh;
    counted[name] = own_wh + (rises[flow] ?? 0);
    return counted[name];
  };

  const ac = acPowers(reading);
  const { battery, battery_w, grid_w } = reading;
  const minus = (w: number | null) => (w === null ? null : -w);
  const totals: Totals = {};
  if (grid_w !== null || sums.import !== undefined) {
    totals.import = follow('import', grid_w, 'import');
    totals.export = follow('export', minus(grid_w), 'export');
  }
  if (battery) {
    totals.pv = add('pv', ac.pv_w, 'pv');
    totals.charge = add('battery_in', minus(ac.battery_w), 'charge');
    totals.discharge = add('battery_out', ac.battery_w, 'discharge');
    totals.dc_charge = follow('dc_in', minus(battery_w), 'charge');
    totals.dc_discharge = follow('dc_out', battery_w, 'discharge');
  } else if (reading.inverter_w !== null || reading.pv_w !== null) {
    totals.pv = follow('pv', ac.pv_w, 'inverter');
  }
  return { state: { at_ms: reading.at_ms, registers, counted }, totals };
}
