import { useQuery } from '@tanstack/react-query';
import { areaNames } from '../../parts/widgets/area-names.ts';

/** The way to a region by its names; its code while they are on their way. */
export function RegionName({ code }: { code: string }) {
  const names = useQuery(areaNames).data;
  return names?.(code) || code;
}
