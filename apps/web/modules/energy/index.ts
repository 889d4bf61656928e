export { comparePath, type Figure, figures, MAX_COMPARED } from './compare/compare-url.ts';
export { PointPicker } from './compare/point-picker.tsx';
export { ThingPicker } from './compare/thing-picker.tsx';
export { EnergyFigures } from './energy-figures.tsx';
export { Independence } from './independence.tsx';
export { loadDoubtfulCard, loadEnergyCard, loadForecastCard, loadYearCard } from './load-cards.ts';
export { energyDays, energyNames } from './month-series.ts';
export { changeOf } from './period-sums.ts';
export {
  daySlots,
  doubtful,
  energy,
  energyHoursOf,
  energyOf,
  forecastOf,
  forecastQuery,
  type HoursOf,
  hoursQuery,
  type PeriodOf,
  periodQuery,
} from './queries.ts';
