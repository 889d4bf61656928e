/** Combines the readings of all inverters of one device into the points of one frame. */
import { HE_BAT } from '@voltloop/protocol';
import type { Part } from './config.ts';
import type { Totals } from './energy.ts';
import { type Combine, currentRows, faultPoints, pointRows } from './mapping.ts';
import { acPowers } from './powers.ts';
import type { Input, Reading } from './reading.ts';

/** An inverter from the view of the site. */
export interface Source {
  name: string;
  /** Its parts; possible parts until the first scan. */
  parts: ReadonlySet<Part>;
  /** It has been scanned. */
  known: boolean;
  /** Null while unreachable. */
  reading: Reading | null;
  totals: Totals | null;
}

/** The stored state of the load between frames, Wh. */
export interface LoadState {
  /** The inverters of the flows: another one adds its lifetime, which is not today's load. */
  of: string;
  /** Sum of the flows when last known. */
  flows: number;
  /** Total so far; may fall a little while registers of different inverters catch up. */
  counted: number;
  /** As reported: never falls. */
  reported: number;
}

export interface SiteFrame {
  data: Record<string, number>;
  load: LoadState | undefined;
}

const MAX_INPUTS = 4;
const METER_SILENT = 1;
const combineOf: ReadonlyMap<string, Combine> = new Map(
  pointRows.map((r) => [r.point, r.combine ?? 'first']),
);
const bitPoints = [...faultPoints.inverter, ...faultPoints.battery];
const definitions = new Map(HE_BAT.points.map((p) => [p.key, p]));

/**
 * A sum is only included when every inverter that belongs to it has answered: half of the PV power would look like a
 * cloud. Unknown values are absent, so that the server shows a gap instead of zero.
 */
export function siteFrame(sources: readonly Source[], before?: LoadState): SiteFrame {
  const data: Record<string, number> = {};
  addGauges(sources, data);
  const meter = meterOf(sources);
  const grid_w = meter?.reading?.grid_w ?? null;
  const inverters = sources.filter((s) => mayHave(s, 'inverter') || mayHave(s, 'battery'));
  const complete = inverters.length > 0 && inverters.every((s) => s.reading);
  const ac = inverters.map((s) => (s.reading ? acPowers(s.reading) : { pv_w: null, battery_w: null }));
  const pv_w = complete
    ? total(ac.map((p, i) => (mayHave(inverters[i] as Source, 'pv') ? p.pv_w : 0)))
    : null;
  const batteries = sources.filter((s) => mayHave(s, 'battery') && (s.reading?.battery ?? true));
  const battery_w = complete ? total(ac.map((p) => p.battery_w)) : null;
  if (inverters.length > 0)
    put(data, 'E_INV_P', complete ? total(inverters.map((s) => s.reading?.inverter_w ?? null)) : null);
  if (pv_w !== null) put(data, 'E_PV_P', Math.max(0, pv_w));
  if (batteries.length > 0) {
    put(data, 'E_BAT_P', battery_w);
    put(data, 'M_POWER', total(batteries.map((s) => s.reading?.battery_w ?? null)));
  }
  put(data, 'E_GRID_P', grid_w);
  const { E_PV_P: sun, E_GRID_P: grid } = data;
  if (sun !== undefined && grid !== undefined && battery_w !== null)
    put(data, 'E_LOAD_P', Math.max(0, sun + grid + Math.round(battery_w)));
  addInputs(sources, data);
  const load = addEnergies(sources, inverters, batteries, meter, data, before);
  if (meter && sources.some((s) => s.reading)) data.E_WARN1 = meter.reading ? 0 : METER_SILENT;
  return { data, load };
}

/** Whether it has this part, or may have it. */
const mayHave = (source: Source, part: Part): boolean => source.parts.has(part);

/** The grid meter: of the first inverter with one. Null while that is unknown. */
function meterOf(sources: readonly Source[]): Source | undefined {
  const first = sources.find((s) => mayHave(s, 'meter'));
  return first && (first.known || first.parts.size === 1) ? first : undefined;
}

function total(numbers: readonly (number | null | undefined)[]): number | null {
  let sum = 0;
  for (const n of numbers) {
    if (n === null || n === undefined) return null;
    sum += n;
  }
  return sum;
}

/** Rounds to the step of the point. Values that the server would refuse as implausible are omitted. */
function put(data: Record<string, number>, key: string, value: number | null | undefined): void {
  const point = definitions.get(key);
  if (!point || value === null || value === undefined || !Number.isFinite(value)) return;
  const places = Math.round(-Math.log10(point.step));
  const rounded = Math.round(value * 10 ** places) / 10 ** places + 0;
  if (rounded >= point.min && rounded <= point.max) data[key] = rounded;
}

function addGauges(sources: readonly Source[], data: Record<string, number>): void {
  for (const [key, combine] of combineOf) {
    const having = sources.filter((s) => s.reading?.points[key] !== undefined);
    if (having.length === 0) continue;
    const values = having.map((s) => s.reading?.points[key] as number);
    if (combine === 'first') {
      put(data, key, values[0]);
      continue;
    }
    const part = key.startsWith('M_') ? 'battery' : 'inverter';
    if (sources.some((s) => mayHave(s, part) && !s.reading)) continue;
    put(data, key, combine === 'sum' ? total(values) : mean(having, values));
  }
  for (const key of bitPoints) {
    const own = sources.map((s) => s.reading?.points[key]).filter((bits) => bits !== undefined);
    if (own.length > 0)
      put(
        data,
        key,
        own.reduce((all, bits) => all | bits, 0),
      );
  }
  for (const { point } of currentRows)
    put(
      data,
      point,
      sources.map((s) => s.reading?.points[point]).find((v) => v !== undefined),
    );
  const { M_CELL_V_MAX: max, M_CELL_V_MIN: min } = data;
  if (max !== undefined && min !== undefined) put(data, 'M_CELL_V_DIFF', Math.max(0, max - min));
}

/** By rated energy; null when several batteries do not all report it. */
function mean(sources: readonly Source[], values: readonly number[]): number | null {
  if (values.length === 1) return values[0] ?? null;
  const weights = sources.map((s) => s.reading?.points.M_CAP_RATED ?? 0);
  if (weights.some((weight) => weight <= 0)) return null;
  const weighted = values.map((value, i) => value * (weights[i] as number));
  return (total(weighted) as number) / (total(weights) as number);
}

/** PV inputs in configuration order. After an unreachable inverter their numbers are unknown. */
function addInputs(sources: readonly Source[], data: Record<string, number>): void {
  const inputs: Input[] = [];
  for (const source of sources) {
    if (!mayHave(source, 'pv')) continue;
    if (!source.reading) break;
    inputs.push(...source.reading.inputs);
  }
  inputs.slice(0, MAX_INPUTS).forEach(({ volt_v, curr_a, power_w }, i) => {
    put(data, `E_PV${i + 1}_V`, volt_v);
    put(data, `E_PV${i + 1}_I`, curr_a);
    put(data, `E_PV${i + 1}_P`, power_w);
  });
}

function addEnergies(
  sources: readonly Source[],
  inverters: readonly Source[],
  batteries: readonly Source[],
  meter: Source | undefined,
  data: Record<string, number>,
  before: LoadState | undefined,
): LoadState | undefined {
  const sum = (of: readonly Source[], name: keyof Totals, optional = false) =>
    of.length === 0
      ? null
      : total(of.map((s) => (s.reading ? (s.totals?.[name] ?? (optional ? 0 : null)) : null)));
  const pv = inverters.some((s) => s.totals?.pv !== undefined) ? sum(inverters, 'pv', true) : null;
  const charge = batteries.length === 0 ? 0 : sum(batteries, 'charge');
  const discharge = batteries.length === 0 ? 0 : sum(batteries, 'discharge');
  const imported = meter ? sum([meter], 'import') : null;
  const exported = meter ? sum([meter], 'export') : null;
  const whole = (key: string, wh: number | null) => put(data, key, wh === null ? null : Math.floor(wh));
  whole('E_E_PV', pv);
  whole('E_E_IMP', imported);
  whole('E_E_EXP', exported);
  if (batteries.length > 0) {
    whole('E_E_CHG', charge);
    whole('E_E_DIS', discharge);
    whole('M_E_CHG_TOTAL', sum(batteries, 'dc_charge'));
    whole('M_E_DIS_TOTAL', sum(batteries, 'dc_discharge'));
  }
  if (sources.some((s) => !s.known)) return before;
  const flows = total([
    pv,
    imported,
    exported === null ? null : -exported,
    discharge,
    charge === null ? null : -charge,
  ]);
  if (flows === null) return before;
  const of = sources.map((s) => `${s.name} ${[...s.parts].sort()}`).join('; ');
  const rise = before?.of === of ? flows - before.flows : 0;
  const counted = before ? before.counted + rise : Math.max(0, flows);
  const reported = Math.max(before?.reported ?? 0, counted);
  whole('E_E_LOAD', reported);
  return { of, flows, counted, reported };
}
