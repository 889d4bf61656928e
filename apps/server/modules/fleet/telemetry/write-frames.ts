import type { Frame } from '@voltloop/protocol';
import { coreDictionary } from '@voltloop/protocol/dictionary.ts';
import { readFrames } from '@voltloop/protocol/read-frames.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import type { DeviceRow } from '../things/index.ts';
import { Batch, frameColumns, pointColumns } from './batch.ts';

/** Capacity for the points of one thing. */
const POINTS = 262_144;

/**
 * Stores frames of the past of one thing, with core points, in one insert, past the broker: as ingest would, without the last known state
 * and events, which live frames bring.
 */
export async function writeFrames(
  clickhouse: Pick<ClickHouse, 'insertNative'>,
  thing: DeviceRow & { devid: string },
  frames: readonly Frame[],
  received_ms: number,
): Promise<void> {
  const batch = new Batch(POINTS);
  for (const frame of frames)
    for (const parsed of readFrames(frame, coreDictionary, received_ms, batch.of(thing)).frames)
      batch.frames.push(
        Object.assign(parsed, { thing, devid: thing.devid, received_ms, payload: Buffer.alloc(0) }),
      );
  const all = { from: 0, to: batch.frames.length };
  const points = batch.pointBlock(all);
  // Points before frames: a stored frame has its points.
  if (points) await clickhouse.insertNative('points', pointColumns, points);
  if (batch.frames.length > 0) await clickhouse.insertNative('frames', frameColumns, batch.frameBlock(all));
}
