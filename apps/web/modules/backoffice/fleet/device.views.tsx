import { formatCoordinate } from '@voltloop/domain/options/index.ts';
import { rightOf } from '@voltloop/resource-kit/rights.ts';
import { registry } from '@voltloop/resources/registry.ts';
import type { CellProps, Views } from '../../resources/index.ts';
import { ProposalPanel } from '../../testing/index.ts';

/** Degrees with their hemisphere; 0 where the device has no position (interpretation A59). */
const coordinate = (axis: 'longitude' | 'latitude') =>
  function Coordinate({ row }: CellProps) {
    return formatCoordinate(axis, row[axis] as string | null);
  };

export const views: Views = {
  cells: { longitude: coordinate('longitude'), latitude: coordinate('latitude') },
  panels: [
    {
      id: 'health',
      title: { en: 'Proposed health', zh: '健康状态建议' },
      right: rightOf(registry.testReport as { menu: number }),
      Panel: ProposalPanel,
    },
  ],
};
