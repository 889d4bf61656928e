/** Loads the heat map of a year on demand. */
export const loadYearCard = () => import('./year-card.tsx');
