import type { Supply } from '../../reporting/index.ts';
import { productionFacts } from './production-facts.ts';
import { recyclingFacts } from './recycling-facts.ts';

/** What productions and recycling runs say of what is reported of them. */
export const worksSupply: Supply = { production: productionFacts, recycling: recyclingFacts };
