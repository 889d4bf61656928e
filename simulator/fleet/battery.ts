/** Packs in parallel: conversion of power to currents, charge and heat. Currents and powers: + discharging. */
import { CELLS, ocvMv } from './cells.ts';

export interface PackState {
  /** Fraction of its full charge, 0 to 1. */
  soc: number;
  /** Full charge relative to the rated one. */
  soh: number;
  temp_c: number;
  curr_a: number;
  online: boolean;
  throughput_wh: number;
  extreme_h: number;
  deep_count: number;
  /** A deep discharge counts again only after the pack was charged to 20 %. */
  deep_armed: boolean;
  dcir_count: number;
  /** Charge of each cell relative to the pack's, as a fraction. */
  imbalance: number[];
  balancing: number;
  prot: number;
  alarm: number;
  fault: number;
}

export interface PackTraits {
  /** New, at 25 °C, wiring included. */
  resistance_ohm: number;
  /** Real capacity relative to the rated one. */
  capacity: number;
}

export interface BatteryLimits {
  /** Current limits of the whole battery, in A, both positive. */
  charge_a: number;
  discharge_a: number;
}

/** Voltage of a full pack while charging: 3.47 V per cell stays below the over-voltage alarm. */
export const CHARGE_V = 3.47 * CELLS;
/** Voltage at which discharging ends: 2.9 V per cell. */
export const DISCHARGE_V = 2.9 * CELLS;
/** Coulombic efficiency. */
const COULOMB_EFFICIENCY = 0.997;
/** A 48 kg pack of LFP cells in a steel box. */
const HEAT_CAPACITY_J_K = 46_000;
const COOLING_W_K = 2.4;
const NOMINAL_V = 51.2;

/** Rated energy of one pack in Wh. */
export function packEnergy(pack_ah: number): number {
  return pack_ah * NOMINAL_V;
}

/** Ageing of a pack by throughput and time, faster when warm and full. */

/** LFP home batteries are rated for about 6,000 cycles down to 80 %. */
const FADE_PER_CYCLE = 0.2 / 6000;
/** About 1 % a year at 25 °C and half charge. */
const FADE_PER_DAY = 0.01 / 365;

/**
 * Loss of health (a fraction of the rated capacity) over a step.
 * @param cycles Equivalent full cycles moved in the step: throughput / (2 · rated energy).
 */
function fade(cycles: number, days: number, temp_c: number, soc: number): number {
  // Twice as fast for each 10 K more; a full battery ages one and a half times as fast as a half-full one.
  const warm = 2 ** ((temp_c - 25) / 10);
  return FADE_PER_CYCLE * cycles * Math.max(1, warm) + FADE_PER_DAY * days * warm * (0.75 + 0.5 * soc);
}

/** Resistance relative to a new pack at 25 °C: it rises with cold and age. */
function resistanceFactor(soh: number, temp_c: number): number {
  return (1 + 2.5 * (1 - soh)) * Math.exp(0.018 * (25 - Math.max(-20, Math.min(60, temp_c))));
}

export function packResistance(pack: PackState, traits: PackTraits): number {
  return traits.resistance_ohm * resistanceFactor(pack.soh, pack.temp_c);
}

/** Open-circuit voltage of a pack in V. */
export function packOcv(soc: number): number {
  return (ocvMv(soc) * CELLS) / 1000;
}

/** Derating of the current by temperature: the usual one of LFP cells. */
function chargeDerating(temp_c: number): number {
  if (temp_c <= 0 || temp_c >= 55) return 0;
  if (temp_c < 10) return 0.1 + 0.09 * temp_c;
  return temp_c > 45 ? (55 - temp_c) / 10 : 1;
}

function dischargeDerating(temp_c: number): number {
  if (temp_c <= -20 || temp_c >= 60) return 0;
  if (temp_c < 0) return (temp_c + 20) / 20;
  return temp_c > 50 ? (60 - temp_c) / 10 : 1;
}

/** Sums over the packs that are online: `a` = Σ ocv/r and `g` = Σ 1/r, from which U = (a - I) / g. */
function network(packs: PackState[], traits: PackTraits[]): { a: number; g: number } {
  let a = 0;
  let g = 0;
  for (let k = 0; k < packs.length; k += 1) {
    const pack = packs[k] as PackState;
    if (!pack.online) continue;
    const conductance = 1 / packResistance(pack, traits[k] as PackTraits);
    a += packOcv(pack.soc) * conductance;
    g += conductance;
  }
  return { a, g };
}

/** Limits from pack ratings, temperature, and the constant-voltage phase at both ends. */
export function limitsOf(
  packs: PackState[],
  traits: PackTraits[],
  rated: { charge_a: number; discharge_a: number }[],
  enabled: { charge: boolean; discharge: boolean },
): BatteryLimits {
  const { a, g } = network(packs, traits);
  if (g === 0) return { charge_a: 0, discharge_a: 0 };
  let charge_a = 0;
  let discharge_a = 0;
  for (let k = 0; k < packs.length; k += 1) {
    const pack = packs[k] as PackState;
    if (!pack.online) continue;
    // From 96 % on the BMS lowers its request, down to a twentieth.
    const taper = pack.soc > 0.96 ? Math.max(0.05, (1 - pack.soc) / 0.04) : 1;
    charge_a += (rated[k]?.charge_a ?? 0) * chargeDerating(pack.temp_c) * taper;
    discharge_a += (rated[k]?.discharge_a ?? 0) * dischargeDerating(pack.temp_c);
  }
  return {
    charge_a: enabled.charge ? Math.max(0, Math.min(charge_a, CHARGE_V * g - a)) : 0,
    discharge_a: enabled.discharge ? Math.max(0, Math.min(discharge_a, a - DISCHARGE_V * g)) : 0,
  };
}

/** Terminal voltage in V at rest. 0 when no pack is online. */
export function restVoltage(packs: PackState[], traits: PackTraits[]): number {
  const { a, g } = network(packs, traits);
  return g === 0 ? 0 : a / g;
}

/** Flows of a step. */
export interface Flow {
  power_w: number;
  volt_v: number;
  curr_a: number;
}

/**
 * Applies `power_w` for `dt_s`: splits it over the packs, counts charge, heat and ageing. Changes the packs in place.
 * With U = (a - I) / g, power = U · I gives I = (a - √(a² - 4·g·power)) / 2.
 */
export function flow(
  packs: PackState[],
  traits: PackTraits[],
  pack_ah: number,
  power_w: number,
  dt_s: number,
  ambient_c: number,
  extra_heat_w: number,
): Flow {
  const { a, g } = network(packs, traits);
  let volt_v = 0;
  let curr_a = 0;
  if (g > 0) {
    curr_a = power_w === 0 ? 0 : (a - Math.sqrt(Math.max(0, a * a - 4 * g * power_w))) / 2;
    volt_v = (a - curr_a) / g;
  }
  const hours = dt_s / 3600;
  const cooled = Math.exp((-COOLING_W_K * dt_s) / HEAT_CAPACITY_J_K);
  for (let k = 0; k < packs.length; k += 1) {
    const pack = packs[k] as PackState;
    const trait = traits[k] as PackTraits;
    const r = packResistance(pack, trait);
    pack.curr_a = pack.online && g > 0 ? (packOcv(pack.soc) - volt_v) / r : 0;
    const full_ah = pack_ah * trait.capacity * pack.soh;
    const moved_ah = pack.curr_a * hours * (pack.curr_a < 0 ? COULOMB_EFFICIENCY : 1);
    pack.soc = Math.min(1, Math.max(0, pack.soc - moved_ah / full_ah));
    const moved_wh = Math.abs(pack.curr_a * volt_v) * hours;
    pack.throughput_wh += moved_wh;
    const heat_w = pack.curr_a * pack.curr_a * r + extra_heat_w;
    const settled_c = ambient_c + heat_w / COOLING_W_K;
    pack.temp_c = settled_c + (pack.temp_c - settled_c) * cooled;
    pack.soh -= fade(moved_wh / (2 * packEnergy(pack_ah)), hours / 24, pack.temp_c, pack.soc);
    if (pack.temp_c > 45 || pack.temp_c < 0) pack.extreme_h += hours;
    if (pack.soc < 0.05 && pack.deep_armed) {
      pack.deep_count += 1;
      pack.deep_armed = false;
    } else if (pack.soc > 0.2) pack.deep_armed = true;
  }
  return { power_w: volt_v * curr_a, volt_v, curr_a };
}
