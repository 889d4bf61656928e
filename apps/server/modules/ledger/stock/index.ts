export { batteryStateAt } from './battery-state.ts';
export { balancesOfItem, placeJson } from './find-item.ts';
export { findStores } from './find-stores.ts';
export { rebuildFlows, sumUpFlows } from './flows.ts';
export {
  type CodedItem,
  formerCodes,
  isTakenApart,
  lastMoves,
  lockByCode,
  lockItems,
  type Whole,
} from './items.ts';
export { type Balance, balancesAt, balancesOf, type Lot, lotsByNumber, makeLots, missingOf } from './lots.ts';
export { type NegativeDay, negativeDays } from './negative-days.ts';
export {
  locationsOf,
  type Place,
  type PlaceKind,
  placeOf,
  placesById,
  placesInside,
  uncounted,
} from './places.ts';
export { type Difference, ledgerDifferences, rebuildProjections } from './rebuild.ts';
export { type Kg, matchReturns } from './returned.ts';
export { createStock } from './routes.ts';
export { isApart, lastValidMove, neverLeft, sourceKey } from './sql-fragments.ts';
export { type Move, writeMoves } from './write-moves.ts';
