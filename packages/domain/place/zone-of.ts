import lookup from '@photostructure/tz-lookup';

/**
 * The IANA time zone at a position. Its map is simplified: within a few kilometres of a border it may be the
 * neighbour's, so people can choose another.
 */
export const zoneOf = ({ longitude, latitude }: { longitude: number; latitude: number }): string =>
  lookup(latitude, longitude);
