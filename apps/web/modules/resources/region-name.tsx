import { useQuery } from '@tanstack/react-query';
import { areaNames } from '../../ui/widgets/area-names.ts';

/** The names of a region from province to district; its code while they load. */
export function RegionName({ code }: { code: string }) {
  const names = useQuery(areaNames).data;
  return names?.(code) || code;
}
