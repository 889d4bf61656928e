/** Pure: the series of the day chart. */
import { keyOf, presentOf, type Role } from '@voltloop/device-models/roles.ts';
import { cellValue, type SeriesRow } from '../telemetry/index.ts';

export const dayRoles = [
  'pv_power',
  'battery_power',
  'grid_power',
  'load_power',
  'soc',
] as const satisfies Role[];

/** The key of each role's values: the first candidate that the rows have. */
export const reportedKeys = (rows: readonly SeriesRow[], roles: readonly Role[]): string[] =>
  roles.map(
    (role) => presentOf(role, (key) => rows.some((row) => cellValue(row, key) !== null)) ?? keyOf(role),
  );
