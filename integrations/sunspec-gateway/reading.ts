/** One reading of an inverter, in the units and with the signs of docs/language.md. */
import type { InverterConfig, Part } from './config.ts';
import {
  currentRows,
  faultPoints,
  faultRows,
  INVERTERS,
  METERS,
  type PointRow,
  pointRows,
} from './mapping.ts';
import type { Decoded, Values } from './sunspec/index.ts';

export interface Input {
  volt_v: number | null;
  curr_a: number | null;
  power_w: number | null;
}

export type Flow = 'import' | 'export' | 'inverter' | 'pv' | 'charge' | 'discharge';

/** A lifetime counter in a register. A flow may have several, one per PV input. */
export interface Counter {
  flow: Flow;
  /** Distinguishes the counters of a flow. */
  no: number;
  wh: number;
  /** Where it wraps to zero, Wh; 0 when that is out of reach. */
  modulus_wh: number;
}

export interface Reading {
  at_ms: number;
  /** HE_BAT points of this inverter alone. */
  points: Record<string, number>;
  /** Power at its AC terminals, + out of it. */
  inverter_w: number | null;
  /** DC power of its PV inputs. */
  pv_w: number | null;
  inputs: Input[];
  /** It has a battery, whether or not its power can be read now. */
  battery: boolean;
  /** DC power of the battery, + discharging. */
  battery_w: number | null;
  /** + importing. */
  grid_w: number | null;
  counters: Counter[];
}

const num = (values: Values | undefined, field: string): number | null => {
  const value = values?.[field];
  return typeof value === 'number' ? value : null;
};
const ACC32 = 2 ** 32;

/** The parts of an inverter, by its models and the configured parts. */
export function partsOf(ids: readonly number[], config: InverterConfig): Set<Part> {
  const has = (...wanted: readonly number[]) => wanted.some((id) => ids.includes(id));
  const all: Part[] = [];
  if (has(...INVERTERS)) all.push('inverter', 'pv');
  if (has(802, 713, 124)) all.push('battery');
  if (has(...METERS)) all.push('meter');
  return new Set(all.filter((part) => config.read.includes(part)));
}

type Models = ReadonlyMap<number, Decoded>;

const firstOf = (models: Models, ids: readonly number[]): Decoded | undefined => {
  for (const id of ids) {
    const found = models.get(id);
    if (found) return found;
  }
  return undefined;
};

/**
 * @param models The decoded models; of several with one id the first.
 * @param refused Models of the inverter that it refused this time.
 */
export function readingOf(
  models: Models,
  config: InverterConfig,
  parts: ReadonlySet<Part>,
  at_ms: number,
  refused: ReadonlySet<number> = new Set(),
): Reading {
  const inverter = parts.has('inverter') ? firstOf(models, INVERTERS) : undefined;
  const meter = parts.has('meter') ? firstOf(models, METERS) : undefined;
  const meterSign = config.meter_positive === 'import' ? 1 : -1;
  const ports = portsOf(models, config);
  const meter_w = num(meter?.values, 'W');
  const inverter_w = num(inverter?.values, 'W');
  const pv_w = parts.has('pv') ? sumOf(ports.pv.map((p) => num(p, 'DCW'))) : null;
  // The power of a refused battery is unknown, not absent.
  const hidden = BATTERY_POWER.some((id) => refused.has(id));
  const battery = parts.has('battery') && (hidden || hasBattery(models, ports));
  const told_w = battery ? batteryPower(models, ports, config) : null;
  // Model 124 alone has the charge but no power: the remainder after PV is the battery.
  const rest_w = battery && !hidden && !measuresBattery(models, ports) ? difference(inverter_w, pv_w) : null;
  const battery_w = told_w ?? rest_w;
  const reading: Reading = {
    at_ms,
    points: {},
    inverter_w,
    pv_w,
    inputs: parts.has('pv')
      ? ports.pv.map((p) => ({ volt_v: num(p, 'DCV'), curr_a: num(p, 'DCA'), power_w: num(p, 'DCW') }))
      : [],
    battery,
    battery_w,
    grid_w: meter_w === null ? null : meter_w * meterSign,
    counters: countersOf(models, ports, parts, inverter, meter),
  };
  for (const row of pointRows) addPoint(reading, row, models, parts, config);
  if (meter) addCurrents(reading.points, meter.values, meterSign);
  addFaults(reading, models, parts);
  return reading;
}

/** Null when any of them is null. */
function sumOf(numbers: readonly (number | null)[]): number | null {
  if (numbers.length === 0) return null;
  let sum = 0;
  for (const n of numbers) {
    if (n === null) return null;
    sum += n;
  }
  return sum;
}

interface Ports {
  pv: Values[];
  /** DC ports of model 714 that are storage: one signed power. */
  storage: Values[];
  /** Inputs of model 160 that belong to the battery: one per direction. */
  charge?: Values;
  discharge?: Values;
  /** Powers of ten of the counters. */
  scale: number;
  bits: 32 | 64;
}

/** Models with the power of the battery. */
const BATTERY_POWER = [802, 714, 160];
const PV_PORT = 1;
const STORAGE_PORT = 2;

/** The DC side: model 714 names its ports; the battery's inputs of model 160 are identified by name or configuration. */
function portsOf(models: Models, config: InverterConfig): Ports {
  const der = models.get(714);
  if (der && der.blocks.length > 0)
    return {
      pv: der.blocks.filter((b) => b.PrtTyp === PV_PORT),
      storage: der.blocks.filter((b) => b.PrtTyp === STORAGE_PORT),
      scale: der.scales.DCWhInj ?? 0,
      bits: 64,
    };
  const mppt = models.get(160);
  const ports: Ports = { pv: [], storage: [], scale: powerOfInputs(mppt), bits: 32 };
  mppt?.blocks.forEach((block, i) => {
    const name = String(block.IDStr ?? '');
    if (config.mppt_charge === i + 1 || (config.mppt_charge === undefined && /^StCha/i.test(name)))
      ports.charge = block;
    else if (config.mppt_discharge === i + 1 || (config.mppt_discharge === undefined && /^StDis/i.test(name)))
      ports.discharge = block;
    else ports.pv.push(block);
  });
  return ports;
}

const powerOfInputs = (mppt: Decoded | undefined): number => num(mppt?.values, 'DCWH_SF') ?? 0;

function batteryPower(models: Models, ports: Ports, config: InverterConfig): number | null {
  const reported_w = num(models.get(802)?.values, 'W');
  if (reported_w !== null) return reported_w * (config.battery_positive === 'discharge' ? 1 : -1);
  if (ports.storage.length > 0) return sumOf(ports.storage.map((p) => num(p, 'DCW')));
  const { charge, discharge } = ports;
  if (!charge && !discharge) return null;
  const out_w = discharge ? num(discharge, 'DCW') : 0;
  const in_w = charge ? num(charge, 'DCW') : 0;
  return out_w === null || in_w === null ? null : out_w - in_w;
}

const measuresBattery = (models: Models, ports: Ports): boolean =>
  models.has(802) || ports.storage.length > 0 || ports.charge !== undefined || ports.discharge !== undefined;

/** Some inverters have model 124 without a battery: then it has no charge. */
const hasBattery = (models: Models, ports: Ports): boolean =>
  measuresBattery(models, ports) || models.has(713) || num(models.get(124)?.values, 'ChaState') !== null;

const difference = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a - b;

function countersOf(
  models: Models,
  ports: Ports,
  parts: ReadonlySet<Part>,
  inverter: Decoded | undefined,
  meter: Decoded | undefined,
): Counter[] {
  const counters: Counter[] = [];
  const add = (flow: Flow, no: number, wh: number | null, registers: number, scale: number) => {
    if (wh !== null && wh >= 0) counters.push({ flow, no, wh, modulus_wh: registers * 10 ** scale });
  };
  // Floats and 64-bit counters do not wrap in the lifetime of an inverter.
  const registers = ({ id }: Decoded) => (id < 110 || (id > 200 && id < 210) ? ACC32 : 0);
  if (meter) {
    add('import', 0, num(meter.values, 'TotWhImp'), registers(meter), meter.scales.TotWhImp ?? 0);
    add('export', 0, num(meter.values, 'TotWhExp'), registers(meter), meter.scales.TotWhExp ?? 0);
  }
  if (inverter) {
    const field = inverter.id === 701 ? 'TotWhInj' : 'WH';
    add('inverter', 0, num(inverter.values, field), registers(inverter), inverter.scales[field] ?? 0);
  }
  const [field, wrap] =
    models.has(714) && ports.bits === 64 ? (['DCWhInj', 0] as const) : (['DCWH', ACC32] as const);
  if (parts.has('pv')) ports.pv.forEach((p, no) => void add('pv', no, num(p, field), wrap, ports.scale));
  if (parts.has('battery')) {
    ports.storage.forEach((p, no) => {
      add('discharge', no, num(p, 'DCWhInj'), 0, 0);
      add('charge', no, num(p, 'DCWhAbs'), 0, 0);
    });
    add('charge', 0, num(ports.charge, 'DCWH'), ACC32, ports.scale);
    add('discharge', 0, num(ports.discharge, 'DCWH'), ACC32, ports.scale);
  }
  return counters;
}

function addPoint(
  { points }: Reading,
  row: PointRow,
  models: Models,
  parts: ReadonlySet<Part>,
  config: InverterConfig,
): void {
  if (points[row.point] !== undefined || !parts.has(row.part)) return;
  for (const id of row.models) {
    const value = num(models.get(id)?.values, row.field);
    if (value === null) continue;
    const reported = row.values ? row.values[value] : value * factorOf(row, value);
    if (reported === undefined) continue;
    points[row.point] = row.signed && config.battery_positive === 'charge' ? -reported : reported;
    return;
  }
}

function addCurrents(points: Record<string, number>, values: Values, sign: number): void {
  for (const { point, current, power } of currentRows) {
    const curr_a = num(values, current);
    const power_w = num(values, power);
    if (curr_a === null || power_w === null) continue;
    points[point] = Math.abs(curr_a) * (power_w * sign < 0 ? -1 : 1);
  }
}

function addFaults({ points, battery_w }: Reading, models: Models, parts: ReadonlySet<Part>): void {
  for (const { models: ids, field, bits } of faultRows) {
    const part = ids.includes(802) ? 'battery' : 'inverter';
    if (!parts.has(part)) continue;
    const flags = num(firstOf(models, ids)?.values, field);
    if (flags === null) continue;
    for (const point of faultPoints[part]) points[point] ??= 0;
    for (const [bit, [point, charging, otherwise = charging]] of Object.entries(bits)) {
      if (Math.floor(flags / 2 ** Number(bit)) % 2 === 0) continue;
      const target = (battery_w ?? 0) < 0 ? charging : otherwise;
      // Bits stay below 31, so that a signed 32-bit number holds them.
      points[point] = (points[point] ?? 0) | (1 << target);
    }
  }
}

/** A ratio above 1 can only be per cent. */
function factorOf({ factor = 1, ratio }: PointRow, value: number): number {
  return ratio && Math.abs(value) > 1 ? factor / 100 : factor;
}
