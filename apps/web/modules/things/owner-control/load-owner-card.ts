/** Battery settings come when they are shown. */
export const loadOwnerCard = () => import('./owner-card.tsx');
