import { type Comparison, comparisons } from '@voltloop/contract/comparators.ts';
import { pointOf } from '@voltloop/protocol/event-unit.ts';

/** Pure: the key of the catalogue `advice` for an event, by its code. */

/** Protection bits of a battery, the same at every level; packs have three more after the first ten. */
const limits = [
  'overVoltage',
  'underVoltage',
  'overVoltage',
  'underVoltage',
  'overCurrent',
  'overCurrent',
  'overTemperature',
  'underTemperature',
  'overTemperature',
  'underTemperature',
] as const;
const masterLimits = [
  ...limits,
  'imbalance',
  'imbalance',
  'lowCharge',
  'aged',
  'overCurrent',
  'insulation',
  'overTemperature',
  'underTemperature',
] as const;
const packLimits = [...limits, 'overTemperature', 'overTemperature', 'underTemperature'] as const;

const byPoint: Record<string, readonly string[]> = {
  M_PROT1: masterLimits,
  M_ALARM1: masterLimits,
  M_WARN1: masterLimits,
  M_PROT2: [
    'shortCircuit',
    'electronics',
    'electronics',
    'contactor',
    'contactor',
    'contactor',
    'contactor',
    'electronics',
    'permanent',
    'permanent',
    'communication',
    'communication',
  ],
  M_ALARM2: ['communication', 'communication', 'firmware', 'imbalance', 'electronics'],
  M_WARN2: ['imbalance', 'calibration', 'clock', 'derated', 'derated'],
  P_PROT: packLimits,
  P_ALARM: packLimits,
  P_FAULT: [
    'electronics',
    'electronics',
    'electronics',
    'electronics',
    'electronics',
    'electronics',
    'permanent',
    'shortCircuit',
    'electronics',
    'electronics',
  ],
  E_FAULT1: ['gridLost', 'grid', 'grid', 'grid', 'grid', 'gridLost', 'wiring', 'grid'],
  E_WARN1: ['meter', 'derated', 'derated', 'inverter', 'inverter', 'gridLost', 'lowCharge'],
  E_WARN2: ['network', 'clock', 'network', 'firmware', 'restart'],
};
const equipment: Record<number, string> = {
  2: 'insulation',
  3: 'insulation',
  6: 'sun',
  7: 'wiring',
  8: 'communication',
  9: 'overVoltage',
  10: 'overload',
  11: 'shortCircuit',
  12: 'arc',
};

const bySide: Readonly<Record<Comparison, string>> = { above: 'rule', below: 'ruleBelow' };

/** The platform's event for guessing a device's secret; its value counts the attempts. */
export const WRONG_SECRET = 'WRONG_SECRET';

/** The catalogue key of the explanation and advice for an event. */
export function adviceOf(event: { code: string; source: string }): string {
  if (event.source === 'rule')
    return bySide[comparisons.find((side) => event.code.includes(`.${side}`)) ?? 'above'];
  if (event.source === 'geofence') return 'geofence';
  if (event.code === 'OFFLINE') return 'offline';
  if (event.code === WRONG_SECRET) return 'wrongSecret';
  const { point, bit } = pointOf(event.code);
  if (point === 'E_FAULT2') return equipment[bit] ?? 'inverter';
  return byPoint[point]?.[bit] ?? 'unknown';
}
