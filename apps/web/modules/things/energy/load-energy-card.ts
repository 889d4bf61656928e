/** Energy of a period, with its chart, comes after the page that shows it. */
export const loadEnergyCard = () => import('./energy-card.tsx');
