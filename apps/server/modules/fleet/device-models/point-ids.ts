import type { DeviceModel } from '@voltloop/device-models';

type Point = DeviceModel['points'][number];

/** What an id of a point in ClickHouse stands for: with another unit, kind or part, a point needs another id. */
export const meaningOf = ({ unit, kind, part }: Pick<Point, 'unit' | 'kind' | 'part'>): string =>
  `${kind} ${part} ${unit}`;
