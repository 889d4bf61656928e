/** Loads the forecast on demand. */
export const loadForecastCard = () => import('./forecast-card.tsx');
