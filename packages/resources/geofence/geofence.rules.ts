import type { Problem, Rules, Values } from '@voltloop/resource-kit';
import { fromGcj02 } from './gcj02.ts';
import { areaOf, degreesText, positionOf, ringFault } from './geometry.ts';

const messages = {
  few: 'A polygon has at least three corners',
  double: 'This corner already exists',
  crosses: 'The sides of the polygon cross each other',
  dateLine: 'A polygon must not cross the date line',
  small: 'The area is smaller than 100 m²',
  large: 'The area is larger than 100,000 km²',
} as const;

/** Converts longitude and latitude from GCJ-02 to WGS-84. */
function converted<T extends Values>(values: T): T {
  const position = positionOf(values);
  if (!position) return values;
  const { longitude, latitude } = fromGcj02(position);
  return { ...values, longitude: degreesText(longitude), latitude: degreesText(latitude) };
}

/** Problems with the corner points. */
export function ringProblems(values: Values): Problem[] {
  const area = areaOf(values);
  if (values.shape !== 'polygon') return [];
  const found = ringFault(area?.shape === 'polygon' ? area.ring : []);
  if (!found) return [];
  const field = found.at === null ? 'ring' : `ring.${found.at}.longitude`;
  return [{ field, key: `rule.geofence.${found.fault}`, message: messages[found.fault] }];
}

/** A time window needs both ends. */
function windowProblems({ windowFrom, windowTo }: Values): Problem[] {
  if (Boolean(windowFrom) === Boolean(windowTo)) return [];
  const field = windowFrom ? 'windowTo' : 'windowFrom';
  return [{ field, key: 'rule.geofence.window', message: 'A time window has a beginning and an end' }];
}

/** A fence that forbids leaving or entering must report it. */
function alarmProblems({ kind, entryAlarm, exitAlarm }: Values): Problem[] {
  if (kind === 'allow' && exitAlarm !== 1)
    return [
      {
        field: 'exitAlarm',
        key: 'rule.geofence.exitAlarm',
        message: 'An inclusion geofence needs the exit alarm',
      },
    ];
  if (kind === 'deny' && entryAlarm !== 1)
    return [
      {
        field: 'entryAlarm',
        key: 'rule.geofence.entryAlarm',
        message: 'An exclusion geofence needs the entry alarm',
      },
    ];
  return [];
}

export const geofenceRules: Rules = {
  derive({ values }) {
    // By default an inclusion fence reports leaving, and an exclusion fence entering.
    const alarms = {
      ...(values.kind === 'allow' && values.exitAlarm == null ? { exitAlarm: 1 } : {}),
      ...(values.kind === 'deny' && values.entryAlarm == null ? { entryAlarm: 1 } : {}),
    };
    if (values.coordinateSystem !== 'GCJ02') return alarms;
    const { longitude, latitude } = converted(values);
    const ring = Array.isArray(values.ring) ? { ring: values.ring.map(converted) } : {};
    return { ...alarms, coordinateSystem: 'WGS84', longitude, latitude, ...ring };
  },
  async check(_facts, drafts) {
    return drafts.map(({ values }) => [
      ...ringProblems(values),
      ...windowProblems(values),
      ...alarmProblems(values),
    ]);
  },
};
