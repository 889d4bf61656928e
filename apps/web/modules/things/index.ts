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
export { SettingField, SettingFields } from './setting-field.tsx';
export { readSetting, type SettingLike, type SettingProblem } from './setting-fields.ts';
export { SocBar } from './soc-bar.tsx';
export { ThingName } from './thing-name.tsx';
export { ThingProblem } from './thing-problem.tsx';
export { stateOf, ThingState, thingStateList } from './thing-state.tsx';
export { type Dictionary, type Setting, useDictionary } from './use-dictionary.ts';
export { useThrottled } from './use-throttled.ts';
