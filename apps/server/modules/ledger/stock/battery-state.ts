import type { Place } from './places.ts';

/**
 * Pure: derives the state of a battery from its place and condition; it is never set directly.
 * @returns undefined inside another battery: it has the state of the whole
 */
export function batteryStateAt(place: Pick<Place, 'kind' | 'key'>, condition: string): string | undefined {
  switch (place.kind) {
    case 'inside':
      return undefined;
    case 'recycled':
      return 'recycled';
    case 'opening':
      return 'registered';
    case 'difference':
      return 'missing';
    case 'outside':
      return condition === 'scrapped' || !place.key.startsWith('customer/') ? 'handed_over' : 'sold';
    case 'vehicle':
      return 'in_use';
    default:
      break;
  }
  if (condition === 'scrapped') return 'scrapped';
  if (place.kind === 'production') return 'in_production';
  if (place.kind === 'transit') return 'in_transit';
  if (condition === 'test') return 'in_test';
  return condition === 'hold' ? 'on_hold' : 'in_stock';
}
