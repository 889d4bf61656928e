/** Frames of a system: M_ and E_ points in one, packs in another. */
import type { Frame, PackData } from '@voltloop/protocol';
import { CHARGE_V, DISCHARGE_V, packEnergy, packResistance } from './battery.ts';
import { CELLS, SENSORS } from './cells.ts';
import { STOPS_CHARGING, STOPS_DISCHARGING } from './protections.ts';
import { smoothNoise } from './random.ts';
import type { System } from './system.ts';

const LIVE_INTERVAL_MS = 5000;

const tenth = (x: number): number => Math.round(x * 10) / 10;
const hundredth = (x: number): number => Math.round(x * 100) / 100;

/** M_STATE: 1 standby, 2 charging, 3 discharging, 4 full, 5 empty, 6 fault, 8 upgrading. */
function batteryState(system: System): number {
  const { state, settings } = system;
  if (system.upgrading) return 8;
  if (state.bits.M_PROT1 || state.bits.M_PROT2) return 6;
  if (state.curr_a < -0.5) return 2;
  if (state.curr_a > 0.5) return 3;
  const soc_pct = state.soc * 100;
  if (soc_pct >= (settings.E_SOC_MAX ?? 100) - 0.5) return 4;
  return soc_pct <= (settings.E_SOC_RSV ?? 0) + 0.5 ? 5 : 1;
}

function masterData(system: System, now_ms: number): Record<string, number> {
  const { spec, settings, state, measured, limits, traits } = system;
  const e = state.energy;
  const bits = state.bits;
  const prot = bits.M_PROT1 ?? 0;
  const stopped = (bits.M_PROT2 ?? 0) !== 0;
  let health = 0;
  let full_ah = 0;
  let online = 0;
  let balancing = 0;
  for (let k = 0; k < state.packs.length; k += 1) {
    const pack = state.packs[k];
    if (!pack) continue;
    health += pack.soh;
    full_ah += spec.pack_ah * pack.soh * (traits.packs[k]?.capacity ?? 1);
    if (pack.online) online += 1;
    for (let b = pack.balancing; b > 0; b = (b - (b % 2)) / 2) balancing += b % 2;
  }
  return {
    M_SOC: tenth(state.soc * 100),
    M_SOH: tenth((health / spec.packs) * 100),
    M_VOLT: tenth(state.volt_v),
    M_CURR: tenth(state.curr_a),
    M_POWER: Math.round(state.volt_v * state.curr_a),
    M_CAP_RATED: settings.M_R2 ?? 0,
    M_CAP_REMAIN: Math.round(state.soc * full_ah * 51.2),
    M_CAP_AH: tenth(full_ah),
    M_CYCLES: tenth((e.dc_chg + e.dc_dis) / (2 * spec.packs * packEnergy(spec.pack_ah))),
    M_PACK_NUM: spec.packs,
    M_PACK_ONLINE: online,
    M_CHG_V_LIM: tenth(CHARGE_V),
    M_CHG_I_LIM: tenth(limits.charge_a),
    M_DIS_V_LIM: tenth(DISCHARGE_V),
    M_DIS_I_LIM: tenth(limits.discharge_a),
    M_CELL_V_MAX: measured.max_mv,
    M_CELL_V_MIN: measured.min_mv,
    M_CELL_V_AVG: measured.avg_mv,
    M_CELL_V_DIFF: measured.max_mv - measured.min_mv,
    M_CELL_V_MAX_POS: measured.max_mv_pos,
    M_CELL_V_MIN_POS: measured.min_mv_pos,
    M_CELL_T_MAX: measured.max_c,
    M_CELL_T_MIN: measured.min_c,
    M_CELL_T_AVG: measured.avg_c,
    M_CELL_T_MAX_POS: measured.max_c_pos,
    M_CELL_T_MIN_POS: measured.min_c_pos,
    M_BAL_NUM: balancing,
    M_ENV_T: tenth(state.ambient_c),
    M_INSUL: Math.round(1500 + 400 * smoothNoise(traits.wobble ^ 1, now_ms / 7_200_000)),
    M_STATE: batteryState(system),
    M_CHG_EN: stopped || prot & STOPS_CHARGING ? 0 : 1,
    M_DIS_EN: stopped || prot & STOPS_DISCHARGING ? 0 : 1,
    // Main contactors 0 and 1; open when the battery is protected in both directions.
    M_RELAY: stopped || (prot & STOPS_CHARGING && prot & STOPS_DISCHARGING) ? 0 : 3,
    M_HB: Math.floor(now_ms / 1000) % 65_536,
    M_PROT1: prot,
    M_PROT2: bits.M_PROT2 ?? 0,
    M_ALARM1: bits.M_ALARM1 ?? 0,
    M_ALARM2: bits.M_ALARM2 ?? 0,
    M_WARN1: bits.M_WARN1 ?? 0,
    M_WARN2: bits.M_WARN2 ?? 0,
    M_E_CHG_TOTAL: Math.floor(e.dc_chg),
    M_E_DIS_TOTAL: Math.floor(e.dc_dis),
    M_AH_CHG_TOTAL: Math.floor(e.ah_chg),
    M_AH_DIS_TOTAL: Math.floor(e.ah_dis),
  };
}

function emsData(system: System, now_ms: number): Record<string, number> {
  const { spec, settings, state, traits } = system;
  const e = state.energy;
  const bits = state.bits;
  const { pv_w, load_w, grid_w, bat_w } = state;
  const wobble = smoothNoise(traits.wobble ^ 2, now_ms / 900_000);
  // Feed-in raises the voltage at the connection, import lowers it.
  const volt_v = state.on_grid
    ? traits.grid_v * (1 + 0.012 * wobble) - grid_w / 1800 / spec.phases
    : traits.grid_v;
  const freq_hz = state.on_grid
    ? traits.grid_hz + 0.04 * smoothNoise(traits.outages ^ 3, now_ms / 60_000)
    : traits.grid_hz;
  const reactive_var = Math.round(40 + 0.03 * Math.abs(pv_w + bat_w));
  const apparent_va = Math.hypot(grid_w, reactive_var);
  const data: Record<string, number> = {
    E_MODE: settings.E_MODE ?? 0,
    E_GRID_MODE: state.on_grid ? 1 : 2,
    E_SOC_RSV: settings.E_SOC_RSV ?? 0,
    E_SOC_MAX: settings.E_SOC_MAX ?? 100,
    E_CHG_LIM: settings.E_CHG_LIM ?? 0,
    E_DIS_LIM: settings.E_DIS_LIM ?? 0,
    E_EXP_LIM: settings.E_EXP_LIM ?? 0,
    E_PV_P: pv_w,
    E_GRID_P: grid_w,
    E_LOAD_P: load_w,
    E_BACKUP_P: settings.E_BACKUP_EN === 1 ? (state.on_grid ? Math.round(load_w * 0.4) : load_w) : 0,
    E_BAT_P: bat_w,
    E_INV_P: pv_w + bat_w,
    E_INV_Q: reactive_var,
    E_INV_T: tenth(state.inverter_c),
    E_GRID_PF: Math.round((1000 * Math.abs(grid_w)) / apparent_va) / 1000,
    E_E_PV: Math.floor(e.pv),
    E_E_IMP: Math.floor(e.imp),
    E_E_EXP: Math.floor(e.exp),
    E_E_LOAD: Math.floor(e.load),
    E_E_CHG: Math.floor(e.chg),
    E_E_DIS: Math.floor(e.dis),
    E_FAULT1: bits.E_FAULT1 ?? 0,
    E_FAULT2: bits.E_FAULT2 ?? 0,
    E_WARN1: bits.E_WARN1 ?? 0,
    E_WARN2: bits.E_WARN2 ?? 0,
    E_NET: traits.network,
    E_UPTIME: Math.max(0, Math.floor((now_ms - state.started_ms) / 1000)),
  };
  if (traits.network !== 3)
    data.E_RSSI = Math.round(traits.rssi_dbm + 4 * smoothNoise(traits.wobble ^ 4, now_ms / 1_200_000));
  if (traits.home.ev_w > 0) data.E_EV_P = state.ev_w;
  for (let phase = 1; phase <= spec.phases; phase += 1) {
    const own_v =
      volt_v + (phase === 1 ? 0 : 1.5 * smoothNoise(traits.wobble ^ (4 + phase), now_ms / 600_000));
    data[`E_GRID_V_L${phase}`] = tenth(own_v);
    data[`E_GRID_I_L${phase}`] = tenth(grid_w / spec.phases / own_v);
    data[`E_GRID_F_L${phase}`] = hundredth(freq_hz);
  }
  addStrings(system, data);
  return data;
}

/** Splits the PV power over the strings by size; the parts add up to E_PV_P exactly. */
function addStrings(system: System, data: Record<string, number>): void {
  const { strings_w } = system.spec;
  const total_w = strings_w.reduce((a, b) => a + b, 0);
  let left_w = system.state.pv_w;
  for (let i = 0; i < strings_w.length && i < 4; i += 1) {
    const last = i === Math.min(strings_w.length, 4) - 1;
    const share_w = last ? left_w : Math.round((system.state.pv_w * (strings_w[i] as number)) / total_w);
    left_w -= share_w;
    // Eight to ten modules in series; their voltage hardly depends on irradiance.
    const volt_v = share_w > 0 ? 310 + 25 * i - 0.9 * (system.state.air_c - 25) : 0;
    data[`E_PV${i + 1}_V`] = tenth(volt_v);
    data[`E_PV${i + 1}_I`] = volt_v > 0 ? tenth(share_w / volt_v) : 0;
    data[`E_PV${i + 1}_P`] = share_w;
  }
}

/** All points of a pack; `no` from 1. Throws RangeError when there is no such pack. */
export function packData(system: System, no: number): PackData {
  const { spec, state, measured, traits } = system;
  const pack = state.packs[no - 1];
  const trait = traits.packs[no - 1];
  const reading = measured.packs[no - 1];
  if (!pack || !trait) throw new RangeError(`no pack ${no}: this system has ${spec.packs}`);
  const charging = pack.curr_a < -0.3;
  const discharging = pack.curr_a > 0.3;
  return {
    P_no: no,
    P_SOC: tenth(pack.soc * 100),
    P_SOH: tenth(pack.soh * 100),
    P_VOLT: reading?.volt_v ?? 0,
    P_CURR: tenth(pack.curr_a),
    P_CAP_AH: tenth(spec.pack_ah * pack.soh * trait.capacity),
    P_CYCLES: tenth(pack.throughput_wh / (2 * packEnergy(spec.pack_ah))),
    P_CELL_NUM: CELLS,
    P_TEMP_NUM: SENSORS,
    P_MOS_T: tenth(pack.temp_c + 3 + 0.004 * pack.curr_a * pack.curr_a),
    P_ENV_T: tenth(state.ambient_c),
    P_R_INT: tenth(packResistance(pack, trait) * 1000),
    P_STATE: !pack.online ? (pack.fault ? 3 : 4) : charging ? 1 : discharging ? 2 : 0,
    // Bit 0 pre-charge, 1 charge, 2 discharge.
    P_FET: pack.online ? (pack.prot & STOPS_CHARGING ? 0 : 2) | (pack.prot & STOPS_DISCHARGING ? 0 : 4) : 0,
    P_BAL: pack.balancing,
    P_PROT: pack.prot,
    P_ALARM: pack.alarm,
    P_FAULT: pack.fault,
    P_DCIR_CNT: pack.dcir_count,
    P_E_THROUGHPUT: Math.floor(pack.throughput_wh),
    P_T_EXTREME_HOURS: tenth(pack.extreme_h),
    P_DEEP_DIS_CNT: pack.deep_count,
    P_CELL_V: reading ? reading.cell_mv.slice() : [],
    P_CELL_T: reading ? reading.sensor_c.slice() : [],
  };
}

/** The current M_ and E_ points. */
export function statusData(system: System, now_ms: number): Record<string, number> {
  return Object.assign(masterData(system, now_ms), emsData(system, now_ms));
}

/** A frame of M_ and E_ points. Takes the next sequence number. */
export function statusFrame(system: System, now_ms: number): Frame {
  const { state } = system;
  state.seq += 1;
  return { ts: now_ms, seq: state.seq, boot: state.boot, q: 0, data: statusData(system, now_ms) };
}

/** A frame of all packs, or of one. Takes the next sequence number. */
export function packFrame(system: System, now_ms: number, no?: number): Frame {
  const { state } = system;
  const packs =
    no === undefined ? state.packs.map((_, k) => packData(system, k + 1)) : [packData(system, no)];
  state.seq += 1;
  return { ts: now_ms, seq: state.seq, boot: state.boot, q: 0, packs };
}

/**
 * The first time after `now_ms` at which a report of this interval is due, at the system's offset within the interval.
 */
export function nextDue(system: System, now_ms: number, interval_ms: number): number {
  const phase_ms = Math.floor(system.traits.phase * interval_ms);
  return Math.floor((now_ms - phase_ms) / interval_ms + 1) * interval_ms + phase_ms;
}

/** Current interval of the status frame in ms: the setting, or 5 s in live mode. */
export function statusInterval(system: System, now_ms: number): number {
  const set_ms = (system.settings.E_RPT_INT ?? 60) * 1000;
  return system.state.live_until_ms > now_ms ? Math.min(set_ms, LIVE_INTERVAL_MS) : set_ms;
}

/** The frames due at `now_ms`, none if it is too early; call it after a step up to then. */
export function toFrames(system: System, now_ms: number): Frame[] {
  const { state } = system;
  const frames: Frame[] = [];
  if (now_ms >= state.next_status_ms) {
    frames.push(statusFrame(system, now_ms));
    state.next_status_ms = nextDue(system, now_ms, statusInterval(system, now_ms));
  }
  if (now_ms >= state.next_pack_ms) {
    frames.push(packFrame(system, now_ms));
    state.next_pack_ms = nextDue(system, now_ms, (system.settings.E_CELL_INT ?? 300) * 1000);
  }
  return frames;
}
