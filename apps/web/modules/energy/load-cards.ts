/** The large cards of energy, loaded after the page that shows them. */

export const loadEnergyCard = () => import('./energy-card.tsx');
export const loadYearCard = () => import('./hours/year-card.tsx');
export const loadForecastCard = () => import('./forecast/forecast-card.tsx');
export const loadDoubtfulCard = () => import('./doubtful-card.tsx');
