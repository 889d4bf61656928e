import lookup from '@photostructure/tz-lookup';

/**
 * The IANA time zone at a position. Its map is simplified: within a few kilometres of a border it may be the
 * neighbour's, so people can choose another.
 */
export const zoneOf = ({ longitude, latitude }: { longitude: number; latitude: number }): string =>
  lookup(latitude, longitude);

/** The zone of what is registered: the given one, that of its position, or its tenant's. */
export const zoneOfNew = (
  { time_zone, gps }: { time_zone?: string | undefined; gps?: Parameters<typeof zoneOf>[0] | undefined },
  tenantZone: string,
): string => time_zone ?? (gps ? zoneOf(gps) : tenantZone);
