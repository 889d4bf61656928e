export { isApart } from './apart.ts';
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
export { lastValidMove } from './last-valid-move.ts';
export { type Balance, balancesAt, balancesOf, type Lot, lotsByNumber, makeLots, missingOf } from './lots.ts';
export { type NegativeDay, negativeDays } from './negative-days.ts';
export { neverLeft } from './never-left.ts';
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
export { sourceKey } from './source-key.ts';
export { type Move, writeMoves } from './write-moves.ts';
