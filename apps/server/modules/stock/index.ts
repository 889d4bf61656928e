export { isApart } from './apart.ts';
export { batteryStateAt } from './battery-state.ts';
export { type CodedItem, lastMoves, lockByCode, lockItems, type Whole } from './items.ts';
export { type Balance, balancesOf, type Lot, lotsByNumber, makeLots } from './lots.ts';
export { neverIssued } from './never-issued.ts';
export { locationsOf, type Place, placeOf, placesById, placesInside } from './places.ts';
export { type Difference, ledgerDifferences, rebuildProjections } from './rebuild.ts';
export { createStock } from './routes.ts';
export { type Move, writeMoves } from './write-moves.ts';
