/** Loads the energy card after the page that shows it. */
export const loadEnergyCard = () => import('./energy-card.tsx');
