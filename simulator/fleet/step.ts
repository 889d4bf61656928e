/** One step of a system: sun, house, energy manager, battery, counters, then BMS readings and protections. */
import { DISCHARGE_V, flow, limitsOf, restVoltage } from './battery.ts';
import { balance } from './cells.ts';
import { decide, INVERTER_EFFICIENCY } from './ems.ts';
import { isProvoked, updateFaults } from './faults.ts';
import { carPower, householdPower } from './household.ts';
import { measure } from './measured.ts';
import { STOPS_CHARGING, STOPS_DISCHARGING } from './protections.ts';
import { planePower } from './sun.ts';
import type { System } from './system.ts';
import { airTemperature, clearness, gridIsDown } from './weather.ts';
import { localTime } from './zone.ts';

/** Longer steps are split: power changes by the minute. */
const DEFAULT_S = 60;
/** Measured: with 300 s the currents between parallel packs overshoot near the ends of the curve, with 150 s they do not. */
const MAX_STEP_S = 150;
const WEEK_MS = 7 * 86_400_000;
const BMS_LOST = 8;

/**
 * Runs a system for `dt_s` seconds, up to `now_ms`. Powers are constant within each `longest_s`, so counters rise by
 * exactly power · time. Throws RangeError for a negative or infinite step, and for a `longest_s` above 150.
 */
export function step(system: System, dt_s: number, now_ms: number, longest_s = DEFAULT_S): void {
  if (!(longest_s > 0 && longest_s <= MAX_STEP_S))
    throw new RangeError(`longest_s must be up to ${MAX_STEP_S}, not ${longest_s}`);
  if (!(dt_s >= 0 && dt_s < 1e9)) throw new RangeError(`cannot step by ${dt_s} s`);
  const packs = system.state.packs;
  for (let k = 0; k < packs.length; k += 1) {
    const pack = packs[k];
    if (pack) pack.online = pack.fault === 0 && system.state.pack_settings[k]?.PX_EN !== 0;
  }
  for (let left_s = dt_s; left_s > 0; left_s -= longest_s) {
    const part_s = Math.min(longest_s, left_s);
    advance(system, part_s, now_ms - (left_s - part_s) * 1000);
  }
  system.state.t_ms = now_ms;
  settle(system, dt_s, now_ms);
}

function advance(system: System, dt_s: number, at_ms: number): void {
  const { spec, traits, settings, state } = system;
  const { place } = spec;
  const local = localTime(place.tz, at_ms);
  const air_c = airTemperature(traits.weather, place.lat, place.lon, at_ms);
  const clear = clearness(traits.clouds, traits.sunny, at_ms);
  const sun_w = planePower(traits.sun, at_ms, clear, air_c).reduce((a, b) => a + b, 0);
  const car_w = Math.round(carPower(traits.home, local));
  const load_w = Math.round(householdPower(traits.home, at_ms, local, air_c)) + car_w;

  const on_grid = !gridIsDown(traits.outages, traits.outage_share, at_ms) && !isProvoked(system, 'E_FAULT1');
  const battery = batteryFacts(system, dt_s);
  const powers = decide({
    settings,
    on_grid,
    running: !isProvoked(system, 'E_FAULT2') || onlyBmsLost(system),
    pv_w: Math.round(Math.max(0, Math.min(sun_w, spec.inverter_w * 1.3))),
    load_w,
    minute: local.minute,
    inverter_w: spec.inverter_w,
    ...battery,
  });

  const terminals_w =
    powers.bat_w > 0 ? powers.bat_w / INVERTER_EFFICIENCY : powers.bat_w * INVERTER_EFFICIENCY;
  // Batteries are in a garage or on a shaded wall: half indoors.
  const ambient_c = 19 + (air_c - 19) * traits.exposed;
  const moved = flow(
    state.packs,
    traits.packs,
    spec.pack_ah,
    terminals_w,
    dt_s,
    ambient_c,
    3 + state.provoked.heat_w,
  );

  state.on_grid = on_grid;
  state.pv_w = powers.pv_w;
  state.load_w = powers.load_w;
  state.grid_w = powers.grid_w;
  state.bat_w = powers.bat_w;
  state.ev_w = Math.min(car_w, powers.load_w);
  state.volt_v = moved.volt_v;
  state.curr_a = moved.curr_a;
  state.air_c = air_c;
  state.ambient_c = ambient_c;
  const inverter_target_c = ambient_c + 6 + (22 * Math.abs(powers.pv_w + powers.bat_w)) / spec.inverter_w;
  state.inverter_c += (inverter_target_c - state.inverter_c) * (1 - Math.exp(-dt_s / 1200));
  state.soc = meanSoc(system);
  count(system, moved.power_w, moved.curr_a, dt_s / 3600);
}

/** A lost BMS stops the battery, not the inverter. */
function onlyBmsLost(system: System): boolean {
  return system.state.provoked.codes.every((c) => !c.startsWith('E_FAULT2.') || c === `E_FAULT2.${BMS_LOST}`);
}

/** Charge of the packs that are online (of all, when none is). */
function meanSoc(system: System): number {
  const { packs } = system.state;
  const some = packs.some((p) => p.online);
  let charge = 0;
  let full = 0;
  for (let k = 0; k < packs.length; k += 1) {
    const pack = packs[k];
    if (!pack || (some && !pack.online)) continue;
    const size = pack.soh * (system.traits.packs[k]?.capacity ?? 1);
    charge += pack.soc * size;
    full += size;
  }
  return full === 0 ? 0 : charge / full;
}

/** Limits of charging and discharging in a step of `dt_s`. */
function batteryFacts(system: System, dt_s: number) {
  const { spec, traits, settings, state } = system;
  const prot = state.bits.M_PROT1 ?? 0;
  const stopped = (state.bits.M_PROT2 ?? 0) !== 0 || isProvoked(system, 'E_FAULT2', BMS_LOST);
  const limits = limitsOf(
    state.packs,
    traits.packs,
    state.pack_settings.map((own) => ({ charge_a: own.PX_CHG_I ?? 0, discharge_a: own.PX_DIS_I ?? 0 })),
    { charge: !stopped && !(prot & STOPS_CHARGING), discharge: !stopped && !(prot & STOPS_DISCHARGING) },
  );
  system.limits = limits;
  const soc = meanSoc(system);
  const volt_v = restVoltage(state.packs, traits.packs);
  let full_ah = 0;
  for (let k = 0; k < state.packs.length; k += 1) {
    const pack = state.packs[k];
    if (pack?.online) full_ah += spec.pack_ah * pack.soh * (traits.packs[k]?.capacity ?? 1);
  }
  const per_hour = 3600 / dt_s;
  // Discharging sags below the rest voltage, which draws more charge for the same energy: use the lowest voltage.
  const give = (from: number, floor: number) => Math.max(0, from - floor) * full_ah * DISCHARGE_V * per_hour;
  return {
    soc_pct: soc * 100,
    charge_w: limits.charge_a * volt_v,
    discharge_w: limits.discharge_a * volt_v * 0.97,
    reserve_w: give(soc, (settings.E_SOC_RSV ?? 0) / 100),
    empty_w: give(soc, 0.02),
    room_w: Math.max(0, (settings.E_SOC_MAX ?? 100) / 100 - soc) * full_ah * volt_v * per_hour,
  };
}

function count(system: System, terminals_w: number, curr_a: number, hours: number): void {
  const { energy: e, pv_w, grid_w, load_w, bat_w } = system.state;
  e.pv += pv_w * hours;
  e.load += load_w * hours;
  if (grid_w > 0) e.imp += grid_w * hours;
  else e.exp -= grid_w * hours;
  if (bat_w > 0) e.dis += bat_w * hours;
  else e.chg -= bat_w * hours;
  if (terminals_w > 0) {
    e.dc_dis += terminals_w * hours;
    e.ah_dis += curr_a * hours;
  } else {
    e.dc_chg -= terminals_w * hours;
    e.ah_chg -= curr_a * hours;
  }
}

/** Reads the cells, balances them, and updates protections and faults. */
function settle(system: System, dt_s: number, now_ms: number): void {
  const { spec, traits, state, measured } = system;
  // The BMS measures its packs' resistance once a week.
  const weeks = Math.floor(now_ms / WEEK_MS) - Math.floor((now_ms - dt_s * 1000) / WEEK_MS);
  measure(measured, state.packs, traits.packs, traits.cells);
  for (let k = 0; k < state.packs.length; k += 1) {
    const pack = state.packs[k];
    const cells = traits.cells[k];
    const reading = measured.packs[k];
    const own = state.pack_settings[k];
    if (!pack || !cells || !reading || !own) continue;
    pack.dcir_count += weeks;
    pack.balancing = balance(cells, pack.imbalance, reading.cell_mv, dt_s, spec.pack_ah, {
      enabled: own.PX_BAL_EN === 1,
      start_mv: own.PX_BAL_V ?? 0,
      difference_mv: own.PX_BAL_DIFF ?? 0,
    });
  }
  updateFaults(system, now_ms);
}
