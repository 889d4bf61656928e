import type { Examples } from '@voltloop/resource-kit';

const corner = (longitude: string, latitude: string) => ({ longitude, latitude });

export const geofenceExamples: Examples = {
  row: (n) => ({
    name: `第${n}号围栏 Fence ${n}`,
    kind: 'deny',
    shape: 'polygon',
    coordinateSystem: 'WGS84',
    ring: [
      corner('118.1', '24.48'),
      corner('118.12', '24.48'),
      corner('118.12', '24.5'),
      corner('118.1', '24.5'),
    ],
    entryAlarm: 1,
    exitAlarm: 0,
    dwellAlarmMin: 30,
    appliesTo: 'vehicle',
    remark: 'note',
  }),
  change: { field: 'kind', to: 'site' },
  wrong: [
    ['kind', 'maybe', 'validation.invalid_value'],
    ['ring', [corner('181', '0'), corner('0', '0'), corner('0', '1')], 'validation.too_big'],
    ['ring', [{ longitude: '1' }], 'resource.required'],
    ['ring', [corner('x', '0')], 'check.decimal'],
    ['dwellAlarmMin', 0, 'validation.too_small'],
    ['entryAlarm', 0, 'rule.geofence.entryAlarm'],
    ['timeZone', 'Mars/Olympus', 'check.timeZone'],
    ['windowFrom', '24:00', 'check.clockTime'],
    ['name', 'x'.repeat(101), 'validation.too_big'],
  ],
};
