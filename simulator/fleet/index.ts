/** The physical model of a fleet: pure, seeded, no input or output. */
export { hardwareOf, installedVersion, stateMessage } from './attributes.ts';
export { applyCommand, type Outcome, resetCounters, restart } from './commands.ts';
export { drainEvents, provoke, relieve } from './faults.ts';
export { packFrame, statusFrame, toFrames } from './frames.ts';
export { step } from './step.ts';
export {
  createSystem,
  type Place,
  restoreState,
  type SavedSystem,
  type System,
  type SystemOptions,
  saveState,
} from './system.ts';
