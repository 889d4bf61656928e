import type { Supply } from '../../reporting/index.ts';
import { productionFacts } from './production-facts.ts';
import { recyclingFacts } from './recycling-facts.ts';

/** Facts of productions and recycling runs for their reports. */
export const worksSupply: Supply = { production: productionFacts, recycling: recyclingFacts };
