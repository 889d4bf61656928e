/** The simulated fleet: the model, devices over MQTT, and history. */
export { demoFleet, type FleetDevice } from './demo-fleet.ts';
export * from './fleet/index.ts';
export { type HistoryOptions, historyFrames } from './history.ts';
export { type Scenario, scenarios } from './scenarios/index.ts';
export { type Fleet, type FleetOptions, type FleetStats, startFleet } from './start-fleet.ts';
export { readStates, writeStates } from './states.ts';
