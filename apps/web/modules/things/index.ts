export { ChargeNote } from './charge-note.tsx';
export { EventLevel } from './event-level.tsx';
export { FlowPicture } from './flow-picture.tsx';
export { ringArc } from './flow-values.ts';
export { loadFleetInsight } from './load-fleet-insight.ts';
export { DEVICE_LIST_PATH, END_USER, monitoringPath, thingPath } from './monitoring-url.ts';
export { batteryDirection, gridDirection } from './power.ts';
export {
  attention,
  newestEvents,
  ownThings,
  positions,
  summary,
} from './queries.ts';
export { SocBar } from './soc-bar.tsx';
export { ThingName } from './thing-name.tsx';
export { ThingProblem } from './thing-problem.tsx';
export { stateOf, ThingState, thingStateList } from './thing-state.tsx';
export { useThrottled } from './use-throttled.ts';
