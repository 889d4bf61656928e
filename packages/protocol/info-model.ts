/**
 * The structure of an information model: the points that a device type reports and the settings that it accepts, as
 * data.
 */

export interface Text {
  en: string;
  zh: string;
}

export interface PointDefinition {
  /** Id of the point in ClickHouse; never reused, never changed. */
  id: number;
  key: string;
  prefix: 'M' | 'P' | 'E';
  /** A key of `groupLabels`. */
  group: string;
  label: Text;
  unit: string;
  /** Resolution of a device's values, in `unit`. */
  step: number;
  /** Plausible range, in `unit`: values outside are rejected. */
  min: number;
  max: number;
  kind: 'gauge' | 'counter' | 'enum' | 'bits' | 'position';
  part: 'system' | 'pack' | 'cell';
  values?: Record<string, Text>;
}

export interface SettingDefinition {
  key: string;
  group: string;
  label: Text;
  unit: string;
  min?: number;
  max?: number;
  step?: number;
  values?: Record<string, Text>;
  /** What the setting means, of `settingRoles` in packages/device-models/roles.ts. */
  role?: string;
  /** `pack` for one that each pack has on its own. */
  part?: 'pack';
  risk: 'low' | 'medium' | 'high';
  /** The telemetry point that shows the setting, if any. */
  shown_by?: string;
  default: number;
}

/** A bit of a bit-field point that signals a fault or warning. */
export interface FaultDefinition {
  /** Event code, e.g. `M_PROT1.3`. */
  code: string;
  point: string;
  bit: number;
  level: 1 | 2 | 3;
  source: 'master' | 'slave' | 'EMS';
  label: Text;
  /** The text of the console's catalogue that explains the fault and says what to do. */
  advice: string;
  /** The unit of its value and limit, where it has any. */
  unit?: string;
}

export interface InfoModel {
  id: string;
  version: number;
  label: Text;
  points: PointDefinition[];
  settings: SettingDefinition[];
  faults: FaultDefinition[];
  /** A device of the model is offline after this silence, s, unless it or its tenant has a time of its own. */
  offlineAfter_s?: number;
}

/** A device of a model without a time of its own is offline after this silence, s. */
export const OFFLINE_AFTER_S = 300;

/** Values are stored in thousandths of the unit. */
export const VALUE_SCALE = 1000;
/** Largest absolute value that can be stored, in units. No point may allow more. */
export const VALUE_LIMIT = 8e9;
/** Maximum packs of a system: `P_no` is an integer from 1 to this. */
export const MAX_PACKS = 32;

/** `part` of a stored point: 0 for the system, pack * 100 for a pack, pack * 100 + cell for a cell (both from 1). */
export function partOf(pack: number, cell = 0): number {
  return pack * 100 + cell;
}

/** The name of a point on the wire: `M_SOC`, `P_SOC@2`, `P_CELL_V@2.07`. */
export function wireKey(key: string, part: number): string {
  if (part === 0) return key;
  const pack = Math.floor(part / 100);
  const cell = part % 100;
  return cell === 0 ? `${key}@${pack}` : `${key}@${pack}.${String(cell).padStart(2, '0')}`;
}

/** Parses a {@link wireKey}; null if it is malformed. */
export function parseWireKey(text: string): { key: string; part: number } | null {
  const m = /^([A-Za-z][A-Za-z0-9_]{0,49})(?:@(\d{1,2})(?:\.(\d{1,2}))?)?$/.exec(text);
  if (!m?.[1]) return null;
  return { key: m[1], part: m[2] === undefined ? 0 : partOf(Number(m[2]), Number(m[3] ?? 0)) };
}
