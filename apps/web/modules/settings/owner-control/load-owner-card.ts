/** Loads the battery settings on demand. */
export const loadOwnerCard = () => import('./owner-card.tsx');
