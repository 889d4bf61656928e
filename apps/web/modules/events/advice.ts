import { type Comparison, comparisons } from '@voltloop/contract/comparators.ts';
import { faultCode } from '@voltloop/protocol/event-unit.ts';

/** Pure: the key of the catalogue `advice` for an event, by its code. */

const bySide: Readonly<Record<Comparison, string>> = { above: 'rule', below: 'ruleBelow' };

/** The platform's event for guessing a device's secret; its value counts the attempts. */
export const WRONG_SECRET = 'WRONG_SECRET';

/**
 * The catalogue key of the explanation and advice for an event.
 * @param adviceOfFault of the device's information model, by the code of the fault
 */
export function adviceOf(
  event: { code: string; source: string },
  adviceOfFault: (code: string) => string | undefined,
): string {
  if (event.source === 'rule')
    return bySide[comparisons.find((side) => event.code.includes(`.${side}`)) ?? 'above'];
  if (event.source === 'geofence') return 'geofence';
  if (event.code === 'OFFLINE') return 'offline';
  if (event.code === WRONG_SECRET) return 'wrongSecret';
  return adviceOfFault(faultCode(event.code)) ?? 'unknown';
}
