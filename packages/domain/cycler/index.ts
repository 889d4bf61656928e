export { type Derived, derive, type Period, periodsOf } from './derive.ts';
export { type Drawing, downsample } from './downsample.ts';
export { detect, type Maker, type Mapping } from './layouts.ts';
export { CyclerFileError, type ReadFailure, RowReader } from './rows.ts';
