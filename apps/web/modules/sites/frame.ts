/** What other modules load from this one on use. */

/** Costs and savings of the only site of an account. */
export const loadOwnCosts = () => import('./own-costs.tsx');
