export { ChargeNote } from './charge-note.tsx';
export { PointPicker } from './compare/point-picker.tsx';
export { ThingPicker } from './compare/thing-picker.tsx';
export { loadEnergyCard } from './energy/load-energy-card.ts';
export { changeOf } from './energy/period-sums.ts';
export { EnergyFigures } from './energy-figures.tsx';
export { loadYearCard } from './energy-hours/load-year-card.ts';
export { EventLevel } from './event-level.tsx';
export { FlowPicture } from './flow-picture.tsx';
export { ringArc } from './flow-values.ts';
export { loadForecastCard } from './forecast/load-forecast-card.ts';
export { loadFleetInsight } from './load-fleet-insight.ts';
export { DEVICE_LIST_PATH, END_USER, monitoringPath, thingPath } from './monitoring-url.ts';
export { batteryDirection, gridDirection } from './power.ts';
export {
  attention,
  energy,
  energyOf,
  forecastQuery,
  type HoursOf,
  hoursQuery,
  newestEvents,
  ownThings,
  type PeriodOf,
  periodQuery,
  positions,
  summary,
} from './queries.ts';
export { failureOf } from './query-failure.ts';
export { DifferenceList } from './settings/difference-list.tsx';
export {
  differencesOf,
  editable,
  foldPacks,
  isOfPack,
  keyFor,
  presentOf,
  readTyped,
  same,
  splitKey,
  type Typed,
  typedOf,
  type Values,
  worstRisk,
} from './settings/param-edit.ts';
export { SettingsFoot } from './settings/settings-foot.tsx';
export { labelOf, ValuesEditor } from './settings/values-editor.tsx';
export { SocBar } from './soc-bar.tsx';
export { ThingName } from './thing-name.tsx';
export { ThingProblem } from './thing-problem.tsx';
export { stateOf, ThingState, thingStateList } from './thing-state.tsx';
export { type Dictionary, useDictionary } from './use-dictionary.ts';
export { useThrottled } from './use-throttled.ts';
