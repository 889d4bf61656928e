import { formatCoordinate } from '@voltloop/domain/options/index.ts';
import type { CellProps, ListViews } from '../../resources/index.ts';

/** Degrees with their hemisphere; 0 where the device has no position (interpretation A59). */
const coordinate = (axis: 'longitude' | 'latitude') =>
  function Coordinate({ row }: CellProps) {
    return formatCoordinate(axis, row[axis] as string | null);
  };

export const listViews: ListViews = {
  cells: { longitude: coordinate('longitude'), latitude: coordinate('latitude') },
};
