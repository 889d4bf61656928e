/** The heat map of a year comes when it is shown. */
export const loadYearCard = () => import('./year-card.tsx');
