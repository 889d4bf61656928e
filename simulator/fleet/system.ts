/** One simulated system: options (spec), values derived from its seed (traits), configuration (settings), and state. */
import { type EventMessage, HE_BAT } from '@voltloop/protocol';
import { type BatteryLimits, type PackState, type PackTraits, packEnergy } from './battery.ts';
import { CELLS, type CellTraits, cellTraits } from './cells.ts';
import type { Household } from './household.ts';
import { emptyMeasured, type Measured } from './measured.ts';
import { type Threshold, thresholdsOf } from './protections.ts';
import { between, gaussian, hash32, seedOf, stream, uniform } from './random.ts';
import { type SunSite, sunSite } from './sun.ts';
import { offsetMs } from './zone.ts';

export interface Place {
  lat: number;
  lon: number;
  /** IANA time zone. */
  tz: string;
  /** ISO 3166 alpha-2; decides grid voltage, grid code and how often the grid fails. */
  country?: string;
  name?: string;
}

/** Options of a system. Missing ones are derived from the seed. */
export interface SystemSpec {
  devid: string;
  seed: number;
  place: Place;
  packs: number;
  pack_ah: number;
  /** Peak power of each PV string, W. */
  strings_w: number[];
  inverter_w: number;
  phases: 1 | 3;
  /** Days in use before the simulation begins: they determine its counters and health. */
  age_days: number;
}

export type SystemOptions = Pick<SystemSpec, 'devid' | 'seed' | 'place'> &
  Partial<SystemSpec> & {
    /** Initial state of charge, 0 to 1. */
    soc?: number;
    /** Settings that differ from the defaults. */
    settings?: Record<string, number>;
  };

export interface Traits {
  /** Seed for `clearness` in weather.ts. Systems of one town share this seed and the next two. */
  clouds: number;
  /** Seed for `airTemperature`. */
  weather: number;
  /** Seed for `gridIsDown`. */
  outages: number;
  /** Seed for noise in frames.ts. Each quantity combines it by XOR with a number that no other uses. */
  wobble: number;
  sunny: number;
  /** Share of days with a grid outage. */
  outage_share: number;
  grid_v: number;
  grid_hz: number;
  network: 1 | 2 | 3;
  rssi_dbm: number;
  /** Share of the outdoor temperature that reaches the battery. */
  exposed: number;
  sun: SunSite;
  home: Household;
  packs: PackTraits[];
  cells: CellTraits[];
  /** Offset within the report interval, 0 to 1, so that a fleet does not report all at once. */
  phase: number;
}

/** Lifetime counters, Wh (Ah where noted), as floats; frames contain integers. */
export interface Energy {
  pv: number;
  imp: number;
  exp: number;
  load: number;
  chg: number;
  dis: number;
  dc_chg: number;
  dc_dis: number;
  ah_chg: number;
  ah_dis: number;
}

export interface State {
  /** Time up to which the simulation has run, epoch ms. */
  t_ms: number;
  boot: number;
  seq: number;
  started_ms: number;
  next_status_ms: number;
  next_pack_ms: number;
  /** Live mode: reports each 5 s until then. */
  live_until_ms: number;
  on_grid: boolean;
  pv_w: number;
  load_w: number;
  bat_w: number;
  grid_w: number;
  ev_w: number;
  volt_v: number;
  curr_a: number;
  /** Outdoors. */
  air_c: number;
  /** Around the battery, which is half indoors. */
  ambient_c: number;
  inverter_c: number;
  soc: number;
  energy: Energy;
  packs: PackState[];
  /** Settings of single packs (PX_), by pack. */
  pack_settings: Record<string, number>[];
  /** Value of every fault point except those of packs. */
  bits: Record<string, number>;
  /** Faults forced by a scenario or test: code (`M_PROT2.1`, `P_FAULT.0@2`), and heat in W per pack. */
  provoked: { codes: string[]; heat_w: number };
  /** Active events by code. */
  active: Record<string, EventMessage>;
  /** Events not yet returned by `drainEvents`. */
  events: EventMessage[];
  /** Versions by kind of package, if upgraded since delivery. */
  firmware?: Record<string, string>;
}

export interface System {
  spec: SystemSpec;
  traits: Traits;
  settings: Record<string, number>;
  thresholds: Threshold[];
  state: State;
  /** Derived from the state after each step. */
  measured: Measured;
  limits: BatteryLimits;
  /** It is writing its flash. */
  upgrading: boolean;
}

interface Country {
  grid_v: number;
  grid_hz: number;
  code: number;
  outage_share: number;
  sunny: number;
}
const elsewhere: Country = { grid_v: 230, grid_hz: 50, code: 10, outage_share: 0.004, sunny: 0.6 };
const countries: Record<string, Country> = {
  AU: { ...elsewhere, code: 0, sunny: 0.78 },
  NZ: { ...elsewhere, code: 3, sunny: 0.6 },
  DE: { ...elsewhere, code: 4, outage_share: 0.001, sunny: 0.5 },
  GB: { ...elsewhere, code: 5, outage_share: 0.002, sunny: 0.45 },
  // Load shedding makes a battery useful here.
  ZA: { ...elsewhere, code: 6, outage_share: 0.12, sunny: 0.82 },
  US: { grid_v: 240, grid_hz: 60, code: 7, outage_share: 0.008, sunny: 0.85 },
  JP: { grid_v: 202, grid_hz: 50, code: 8, outage_share: 0.001, sunny: 0.58 },
  CN: { grid_v: 220, grid_hz: 50, code: 9, outage_share: 0.004, sunny: 0.58 },
};

/** A new system at `now_ms`, the same for the same options. Throws RangeError for an invalid place or pack count. */
export function createSystem(options: SystemOptions, now_ms: number): System {
  const spec = completeSpec(options);
  const country = countries[spec.place.country ?? ''] ?? elsewhere;
  const settings: Record<string, number> = {};
  for (const s of HE_BAT.settings) if (!s.key.startsWith('P')) settings[s.key] = s.default;
  Object.assign(settings, {
    M_R2: Math.round(spec.packs * packEnergy(spec.pack_ah)),
    E_CHG_LIM: spec.inverter_w,
    E_DIS_LIM: spec.inverter_w,
    E_GRID_CODE: country.code,
    E_MODE: defaultMode(spec.seed),
    E_SOC_RSV: [5, 10, 10, 15, 20][hash32(spec.seed, 41) % 5] as number,
    E_TOU1_START: 60,
    E_TOU1_END: 300,
    E_TOU1_ACT: 1,
    E_TOU2_START: 1020,
    E_TOU2_END: 1260,
    E_TOU2_ACT: 0,
    ...options.settings,
  });
  const state = firstState(spec, options.soc ?? between(spec.seed, 40, 0.3, 0.7), now_ms);
  return assemble(spec, settings, state);
}

/** Two in three run on self-use, the others by tariff, a few reserve everything for outages. */
function defaultMode(seed: number): number {
  const u = uniform(seed, 42);
  if (u < 0.68) return 0;
  return u < 0.93 ? 1 : 2;
}

/** Assembles a system from its stored parts; traits and measurements are derived. */
function assemble(spec: SystemSpec, settings: Record<string, number>, state: State): System {
  return {
    spec,
    traits: traitsOf(spec),
    settings,
    thresholds: thresholdsOf(settings),
    state,
    measured: emptyMeasured(),
    limits: { charge_a: 0, discharge_a: 0 },
    upgrading: false,
  };
}

function completeSpec(o: SystemOptions): SystemSpec {
  const { lat, lon } = o.place;
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) throw new RangeError(`no such place: ${lat}, ${lon}`);
  // An unknown zone fails here instead of during a run.
  offsetMs(o.place.tz, 0);
  const packs = o.packs ?? 2 + (hash32(o.seed, 1) % 5);
  if (!Number.isInteger(packs) || packs < 1 || packs > 32)
    throw new RangeError(`packs must be 1 to 32, not ${packs}`);
  const pv_w = 4000 + 500 * (hash32(o.seed, 2) % 17);
  const strings_w = o.strings_w ?? (pv_w > 7000 ? [pv_w * 0.6, pv_w * 0.4] : [pv_w]);
  const peak_w = strings_w.reduce((a, b) => a + b, 0);
  return {
    devid: o.devid,
    seed: o.seed,
    place: o.place,
    packs,
    pack_ah: o.pack_ah ?? 100,
    strings_w,
    // Large enough for the packs at half a C and for the typical solar peak.
    inverter_w: o.inverter_w ?? Math.min(12_000, Math.max(2500 * packs, 500 * Math.ceil(peak_w / 650))),
    phases: o.phases ?? (o.place.country === 'DE' ? 3 : 1),
    age_days: o.age_days ?? Math.round(between(o.seed, 3, 30, 1100)),
  };
}

function traitsOf(spec: SystemSpec): Traits {
  const { seed, place } = spec;
  const country = countries[place.country ?? ''] ?? elsewhere;
  // Systems of one town share its weather and grid.
  const town = seedOf(`${Math.round(place.lat * 2)}/${Math.round(place.lon * 2)}`);
  const equator_deg = place.lat >= 0 ? 180 : 0;
  const packSeeds = Array.from({ length: spec.packs }, (_, k) => stream(seed, `pack ${k}`));
  return {
    clouds: stream(town, 'clouds'),
    weather: stream(town, 'weather'),
    outages: stream(town, 'outages'),
    wobble: stream(seed, 'wobble'),
    sunny: country.sunny,
    outage_share: country.outage_share,
    grid_v: country.grid_v,
    grid_hz: country.grid_hz,
    network: (1 + (hash32(seed, 20) % 3)) as 1 | 2 | 3,
    rssi_dbm: Math.round(between(seed, 21, -80, -48)),
    exposed: between(seed, 22, 0.25, 0.6),
    sun: sunSite(
      place.lat,
      place.lon,
      spec.strings_w.map((peak_w, i) => ({
        peak_w,
        tilt_deg: between(seed, 24 + i, 15, 38),
        azimuth_deg: equator_deg + 35 * gaussian(seed, 28 + i),
      })),
    ),
    home: {
      seed: stream(seed, 'home'),
      base_w: between(seed, 30, 90, 280),
      peak_w: between(seed, 31, 700, 2600),
      shift_min: 30 * gaussian(seed, 32),
      ev_w: uniform(seed, 33) < 0.2 ? 3680 : 0,
      climate_w_k: between(seed, 34, 0, 110),
    },
    packs: packSeeds.map((s) => ({
      resistance_ohm: 0.021 * (1 + 0.05 * gaussian(s, 1)),
      capacity: 1.01 + 0.012 * gaussian(s, 2),
    })),
    cells: packSeeds.map(cellTraits),
    phase: uniform(seedOf(spec.devid), 7),
  };
}

function firstState(spec: SystemSpec, soc: number, now_ms: number): State {
  const packs = Array.from({ length: spec.packs }, (_, k) => firstPack(spec, k, soc));
  return {
    t_ms: now_ms,
    boot: 1 + (hash32(spec.seed, 50) % 6),
    seq: 0,
    started_ms: now_ms,
    next_status_ms: 0,
    next_pack_ms: 0,
    live_until_ms: 0,
    on_grid: true,
    pv_w: 0,
    load_w: 0,
    bat_w: 0,
    grid_w: 0,
    ev_w: 0,
    volt_v: 0,
    curr_a: 0,
    air_c: 20,
    ambient_c: 20,
    inverter_c: 25,
    soc,
    energy: firstEnergy(spec),
    packs,
    pack_settings: packs.map(() => {
      const own: Record<string, number> = {};
      for (const s of HE_BAT.settings) if (s.key.startsWith('PX_')) own[s.key] = s.default;
      return own;
    }),
    bits: {},
    provoked: { codes: [], heat_w: 0 },
    active: {},
    events: [],
  };
}

function firstPack(spec: SystemSpec, k: number, soc: number): PackState {
  const seed = stream(spec.seed, `pack ${k}`);
  const moved_wh = 1.2 * packEnergy(spec.pack_ah) * spec.age_days;
  return {
    soc,
    soh: 1 - spec.age_days * between(seed, 10, 0.000_05, 0.000_08),
    temp_c: 22,
    curr_a: 0,
    online: true,
    throughput_wh: moved_wh,
    extreme_h: spec.age_days * between(seed, 11, 0, 0.02),
    deep_count: Math.round(spec.age_days * between(seed, 12, 0, 0.01)),
    deep_armed: true,
    dcir_count: Math.floor(spec.age_days / 7),
    imbalance: Array.from({ length: CELLS }, (_, i) => 0.0015 * gaussian(seed ^ 0x5a5a, i)),
    balancing: 0,
    prot: 0,
    alarm: 0,
    fault: 0,
  };
}

/** Counters of a system in use for a while: plausible, and balanced with each other. */
function firstEnergy(spec: SystemSpec): Energy {
  const days = spec.age_days;
  const peak_kw = spec.strings_w.reduce((a, b) => a + b, 0) / 1000;
  const dc_chg = 0.62 * spec.packs * packEnergy(spec.pack_ah) * days;
  const dc_dis = dc_chg * 0.95;
  const chg = dc_chg / 0.965;
  const dis = dc_dis * 0.965;
  const pv = 3700 * peak_kw * days;
  const exp = 0.35 * pv;
  const load = Math.max(12_000 * days, pv - exp + dis - chg + 10_000 * days);
  return {
    pv,
    exp,
    load,
    imp: load - pv + exp - dis + chg,
    chg,
    dis,
    dc_chg,
    dc_dis,
    ah_chg: dc_chg / 51.2,
    ah_dis: dc_dis / 51.2,
  };
}

/**
 * The saved state of a system between runs: plain data for JSON. A state that was saved before a field was added lacks the
 * field: give it a default in {@link restoreState}.
 */
export interface SavedSystem {
  v: 1;
  spec: SystemSpec;
  settings: Record<string, number>;
  state: State;
}

/** A copy of everything that is not derived from the seed. */
export function saveState(system: System): SavedSystem {
  const { spec, settings, state } = system;
  return structuredClone({ v: 1, spec, settings, state });
}

/** Continues where {@link saveState} stopped. Throws when the data is of another version. */
export function restoreState(saved: SavedSystem): System {
  if (saved.v !== 1) throw new RangeError(`unknown version of a saved system: ${String(saved.v)}`);
  const { spec, settings, state } = structuredClone(saved);
  return assemble(spec, settings, state);
}
