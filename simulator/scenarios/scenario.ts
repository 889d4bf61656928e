import type { SimulatedDevice } from '../device.ts';

/** What happens to a fleet beyond the weather. */
export interface Scenario {
  name: string;
  /**
   * Called about once a second for each device before its tick.
   * @param index Place of the device in the fleet.
   * @param elapsed_s Simulated seconds since the fleet started.
   */
  act(device: SimulatedDevice, index: number, elapsed_s: number, now_ms: number): void;
}
