/** The forecast comes when it is shown. */
export const loadForecastCard = () => import('./forecast-card.tsx');
