import type { FleetDevice } from '../../../../simulator/demo-fleet.ts';
import type { SavedSystem } from '../../../../simulator/fleet/index.ts';
import type { writeFrames } from '../../modules/fleet/telemetry/index.ts';

/** Where the past of a fleet begins and ends, and how much of it is stored. */
export interface Past {
  from_ms: number;
  /** Time when the fleet went live: the past ends here. */
  to_ms: number;
  /** Each live system's counters and health at that time. */
  began: Record<string, Record<string, number>>;
  done: string[];
}

export type PastOrder =
  | { type: 'warm'; devices: readonly FleetDevice[]; days: number; now_ms: number }
  | {
      type: 'write';
      device: FleetDevice;
      thing: Parameters<typeof writeFrames>[1];
      from_ms: number;
      to_ms: number;
      began: Record<string, number>;
      inBackground: boolean;
      clickhouse: { url: string; cluster: string | undefined };
    };

export type PastReport =
  | { type: 'warm'; systems: Record<string, { began: Record<string, number>; state: SavedSystem }> }
  | { type: 'written'; devid: string }
  | { type: 'failed'; message: string };
