import type { LiveEvents } from '@voltloop/contract';
import { decodeMessage } from '@voltloop/protocol/decode-message.ts';
import { type Dictionary, WireNames } from '@voltloop/protocol/dictionary.ts';
import { VALUE_SCALE } from '@voltloop/protocol/info-model.ts';
import { CLOCK_AHEAD_MS, DAY_MS, readFrames } from '@voltloop/protocol/read-frames.ts';

type LiveFrame = LiveEvents['frame'];

const namesOf = new WeakMap<Dictionary, WireNames>();

/**
 * The live frames of one telemetry message, decoded as in ingest: points under their wire names (`M_SOC`, `P_SOC@2`,
 * `P_CELL_V@2.07`). Back-fill and frames that are not current are omitted.
 */
export function decodeFrames(
  { devid, dictionary }: { devid: string; dictionary: Dictionary },
  payload: Buffer,
  now_ms: number,
): LiveFrame[] {
  const names = namesOf.get(dictionary) ?? new WireNames(dictionary);
  namesOf.set(dictionary, names);
  const points: [name: string, value: number][] = [];
  const { frames } = readFrames(decodeMessage(payload), dictionary, now_ms, {
    add: (point, part, _time_ms, value) => points.push([names.of(point, part), value / VALUE_SCALE]),
  });
  let at = 0;
  return frames.flatMap(({ time_ms, quality, points: count }) => {
    const fields = Object.fromEntries(points.slice(at, at + count));
    at += count;
    const isPresent = time_ms <= now_ms + CLOCK_AHEAD_MS && time_ms >= now_ms - DAY_MS;
    return quality === 0 && isPresent ? [{ devid, time: time_ms, fields }] : [];
  });
}
