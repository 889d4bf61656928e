import type { SimulatedDevice } from '../device.ts';

/** Events of a fleet besides the weather. */
export interface Scenario {
  name: string;
  /**
   * Called about once a second for each device before its tick.
   * @param index Index of the device in the fleet.
   * @param elapsed_s Simulated seconds since the fleet started.
   */
  act(device: SimulatedDevice, index: number, elapsed_s: number, now_ms: number): void;
}
