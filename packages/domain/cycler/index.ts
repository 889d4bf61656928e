export type { Curve } from './curve.ts';
export { type Derived, derive, type Period, periodsOf, type Used } from './derive.ts';
export { type Drawing, downsample } from './downsample.ts';
export {
  detect,
  type Maker,
  type Mapping,
  makers,
  type Quantity,
  quantities,
  requiredQuantities,
} from './layouts.ts';
export { CyclerFileError, type CyclerRows, type ReadFailure, RowReader } from './rows.ts';
