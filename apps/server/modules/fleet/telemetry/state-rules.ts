import { keysOf, roleValue } from '@voltloop/device-models/roles.ts';
import { HE_BAT, type StateMessage } from '@voltloop/protocol';
import { cutText } from '@voltloop/protocol/text.ts';

export type WorkState = 'idle' | 'charging' | 'discharging';

/** Below this a battery counts as idle: its own electronics draw 10 to 30 W. */
const IDLE_BAND_W = 30;

/** Changes of a thing since its row was last written; null fields are unchanged. */
export interface StateChange {
  thingId: string;
  devid: string;
  online: boolean;
  /** Device time of the values; null with a state message only. */
  time_ms: number | null;
  received_ms: number;
  soc_pct: number | null;
  soh_pct: number | null;
  /** Energy left in the battery, Wh. */
  left_wh: number | null;
  rated_wh: number | null;
  work_state: WorkState | null;
  bat_power_w: number | null;
  grid_power_w: number | null;
  pv_power_w: number | null;
  load_power_w: number | null;
  /** How far the device's clock is ahead of ours (negative: behind), by its live frames. */
  clock_drift_s: number | null;
  hw_version: string | null;
  sw_version: string | null;
  attributes: Record<string, string | number | boolean | object>;
}

/** The points of the last known state. */
export const statePoints: readonly string[] = keysOf([
  'soc',
  'soh',
  'energy_left',
  'energy_rated',
  'battery_power',
  'grid_power',
  'pv_power',
  'load_power',
]);

/**
 * Points whose values listeners of committed frames always receive: those of the last known state, and the bit fields.
 * `Ingest.watch` adds others. Every point is stored.
 */
export const defaultPoints: ReadonlySet<string> = new Set([
  ...statePoints,
  ...HE_BAT.points.filter((p) => p.kind === 'bits').map((p) => p.key),
]);

export function noChange(thingId: string, devid: string, received_ms: number): StateChange {
  return {
    thingId,
    devid,
    online: true,
    time_ms: null,
    received_ms,
    soc_pct: null,
    soh_pct: null,
    left_wh: null,
    rated_wh: null,
    work_state: null,
    bat_power_w: null,
    grid_power_w: null,
    pv_power_w: null,
    load_power_w: null,
    clock_drift_s: null,
    hw_version: null,
    sw_version: null,
    attributes: {},
  };
}

/** Battery power is positive when discharging (signs: docs/language.md). */
export function workState(power_w: number): WorkState {
  if (power_w > IDLE_BAND_W) return 'discharging';
  return power_w < -IDLE_BAND_W ? 'charging' : 'idle';
}

/**
 * Adds a frame to a change. A frame older than the known state only fills unknown values. When a device's clock runs
 * ahead its frames count at their time of receipt; otherwise they would block its own frames once the clock is
 * corrected.
 */
export function addFrame(
  change: StateChange,
  frame: {
    time_ms: number;
    received_ms: number;
    quality?: 0 | 1;
    data: Readonly<Record<string, number>>;
  },
): void {
  const { data } = frame;
  const time_ms = Math.min(frame.time_ms, frame.received_ms);
  const newer = change.time_ms === null || time_ms >= change.time_ms;
  const take = <T>(given: T | undefined, known: T | null): T | null =>
    given !== undefined && (newer || known === null) ? given : known;
  change.soc_pct = take(roleValue(data, 'soc'), change.soc_pct);
  change.soh_pct = take(roleValue(data, 'soh'), change.soh_pct);
  change.left_wh = take(roleValue(data, 'energy_left'), change.left_wh);
  change.rated_wh = take(roleValue(data, 'energy_rated'), change.rated_wh);
  change.bat_power_w = take(roleValue(data, 'battery_power'), change.bat_power_w);
  change.grid_power_w = take(roleValue(data, 'grid_power'), change.grid_power_w);
  change.pv_power_w = take(roleValue(data, 'pv_power'), change.pv_power_w);
  change.load_power_w = take(roleValue(data, 'load_power'), change.load_power_w);
  if (change.bat_power_w !== null) change.work_state = workState(change.bat_power_w);
  if (newer) change.time_ms = time_ms;
  // Of frames that arrive together, the least late one is the best measure of the clock.
  if (frame.quality === 0) {
    const drift_s = Math.round((frame.time_ms - frame.received_ms) / 1000);
    change.clock_drift_s = Math.max(drift_s, change.clock_drift_s ?? drift_s);
  }
  // A frame that is committed after the device went offline was sent before that.
  if (frame.received_ms >= change.received_ms) change.online = true;
  change.received_ms = Math.max(change.received_ms, frame.received_ms);
}

const MAX_ATTRIBUTES = 64;
const MAX_TEXT = 200;

/** Adds a state message: online or not, versions, and other facts that the device reports. */
export function addStateMessage(change: StateChange, message: StateMessage, received_ms: number): void {
  const { online, ts: _ts, hw_version, sw_version, packs, ...rest } = message;
  change.online = online;
  change.received_ms = Math.max(change.received_ms, received_ms);
  if (typeof hw_version === 'string') change.hw_version = cutText(hw_version, MAX_TEXT);
  if (typeof sw_version === 'string') change.sw_version = cutText(sw_version, MAX_TEXT);
  for (const [key, value] of Object.entries(rest).slice(0, MAX_ATTRIBUTES)) {
    const text = attributeValue(value);
    if (text !== null && key.length <= 50) change.attributes[key] = text;
  }
  if (Array.isArray(packs)) change.attributes.packs = packs.slice(0, 99).map(packAttributes);
}

function packAttributes(pack: unknown): Record<string, string | number | boolean> {
  if (typeof pack !== 'object' || pack === null) return {};
  const entries = Object.entries(pack).slice(0, MAX_ATTRIBUTES);
  return Object.fromEntries(
    entries.flatMap(([key, value]) => {
      const text = attributeValue(value);
      return text === null || key.length > 50 ? [] : [[key, text]];
    }),
  );
}

function attributeValue(value: unknown): string | number | boolean | null {
  if (typeof value === 'string') return cutText(value, MAX_TEXT);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return null;
}

/** Reads a state message; null when it is invalid. */
export function parseStateMessage(message: unknown): StateMessage | null {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return null;
  return typeof (message as StateMessage).online === 'boolean' ? (message as StateMessage) : null;
}

/** The position of a thing, by its own clock. */
export interface Position {
  time_ms: number;
  longitude: number;
  latitude: number;
  /** Accuracy of the position, m; null when not reported. */
  accuracy_m: number | null;
}

/** Older positions are no longer current. */
const MAX_POSITION_AGE_MS = 30 * 86_400_000;

/**
 * The position in a state message; null without one. As with frames, a position of a fast clock counts at its time of
 * receipt.
 */
export function positionIn(message: StateMessage, received_ms: number): Position | null {
  const { E_LON: longitude, E_LAT: latitude, E_ACC: accuracy, ts } = message;
  if (!isWithin(longitude, 180) || !isWithin(latitude, 90)) return null;
  // A receiver without a fix reports 0, 0.
  if (longitude === 0 && latitude === 0) return null;
  const own_ms = isWithin(ts, 8.64e15) ? (ts >= 1e9 && ts < 1e10 ? ts * 1000 : ts) : received_ms;
  if (own_ms < received_ms - MAX_POSITION_AGE_MS) return null;
  return {
    time_ms: Math.trunc(Math.min(own_ms, received_ms)),
    longitude,
    latitude,
    accuracy_m: isWithin(accuracy, 1e6) && accuracy >= 0 ? accuracy : null,
  };
}

const isWithin = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= limit;
