import type { LiveEvents } from '@voltloop/contract';
import { HE_BAT, MAX_PACKS, partOf, wireKey } from '@voltloop/protocol';

type LiveFrame = LiveEvents['frame'];

const parts = new Map(HE_BAT.points.map((p) => [p.key, p.part]));
const DAY_MS = 86_400_000;

/**
 * The live frames of one telemetry message: known points under their wire names (`M_SOC`, `P_SOC@2`,
 * `P_CELL_V@2.07`). Back-fill is history, not news, and what ingest would refuse is left out here too.
 * Empty when there is none.
 */
export function decodeFrames(devid: string, payload: Buffer, now_ms: number): LiveFrame[] {
  let message: unknown;
  try {
    message = JSON.parse(payload.toString('utf8'));
  } catch {
    return [];
  }
  const list = Array.isArray(message) ? message : [message];
  return list.flatMap((frame) => decodeFrame(devid, frame, now_ms) ?? []);
}

function decodeFrame(devid: string, frame: unknown, now_ms: number): LiveFrame | null {
  if (!isObject(frame) || typeof frame.ts !== 'number' || frame.q === 1) return null;
  const time = Math.trunc(frame.ts >= 1e9 && frame.ts < 1e10 ? frame.ts * 1000 : frame.ts);
  // A day ahead or more than a day old is no picture of the present.
  if (!(Math.abs(time - now_ms) <= DAY_MS)) return null;
  const fields: Record<string, number> = {};
  if (isObject(frame.data)) addSystem(fields, frame.data);
  if (Array.isArray(frame.packs)) for (const pack of frame.packs) addPack(fields, pack);
  return Object.keys(fields).length > 0 ? { devid, time, fields } : null;
}

function addSystem(fields: Record<string, number>, data: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(data)) {
    if (isValue(value) && parts.get(key) === 'system') fields[key] = value;
  }
}

function addPack(fields: Record<string, number>, pack: unknown): void {
  if (!isObject(pack)) return;
  const no = pack.P_no;
  if (typeof no !== 'number' || !Number.isInteger(no) || no < 1 || no > MAX_PACKS) return;
  for (const [key, value] of Object.entries(pack)) {
    const part = parts.get(key);
    if (part === 'pack' && isValue(value)) fields[wireKey(key, partOf(no))] = value;
    if (part === 'cell' && Array.isArray(value)) {
      for (const [i, cell] of value.slice(0, 99).entries()) {
        if (isValue(cell)) fields[wireKey(key, partOf(no, i + 1))] = cell;
      }
    }
  }
}

const isObject = (v: unknown): v is Record<string, unknown> =>
  typeof v === 'object' && v !== null && !Array.isArray(v);
const isValue = (v: unknown): v is number => typeof v === 'number' && Number.isFinite(v);
