import { clockTime, timeZone } from '@voltloop/domain/checks/index.ts';
import { decimal, defineResource, integer, lines, option, reference, text } from '@voltloop/resource-kit';
import { enabledLife, enabledTones } from '../life.ts';
import { named } from '../names.ts';
import { MAX_POINTS, MAX_RADIUS_M, MIN_RADIUS_M } from './geometry.ts';

const circle = { field: 'shape', is: ['circle'] };
const polygon = { field: 'shape', is: ['polygon'] };
const of = (kind: string) => ({ field: 'appliesTo', is: [kind] });
const longitude = { scale: 6, min: -180, max: 180, unit: '°', required: true } as const;
const latitude = { scale: 6, min: -85, max: 85, unit: '°', required: true } as const;
const MAX_TARGETS = 500;

/**
 * An area on the map, and the devices watched in it. Positions are stored as WGS-84; GCJ-02 input is converted on
 * write (geofence.rules.ts).
 */
export const geofence = defineResource({
  ...named('geofence'),
  path: '/geofence',
  table: 'geofences',
  title: 'name',
  fields: {
    name: text('Name', '围栏名称', { max: 100, required: true }),
    kind: option('Kind', '围栏类型', 'geofenceKind', { required: true }),
    shape: option('Shape', '形状', 'geofenceShape', { required: true }),
    coordinateSystem: option('Coordinates given as', '坐标系', 'coordinateSystem', {
      hint: {
        en: 'GCJ-02 (Amap, Tencent) is converted when it is saved; what is kept is WGS-84',
        zh: '高德、腾讯地图的坐标请选 GCJ-02，保存时换算为 WGS-84',
      },
    }),
    longitude: decimal('Longitude of the centre', '中心经度', { ...longitude, when: circle }),
    latitude: decimal('Latitude of the centre', '中心纬度', { ...latitude, when: circle }),
    radiusM: integer('Radius', '半径', {
      min: MIN_RADIUS_M,
      max: MAX_RADIUS_M,
      unit: 'm',
      required: true,
      when: circle,
    }),
    ring: lines('Corner points', '顶点', {
      most: MAX_POINTS,
      required: true,
      when: polygon,
      of: {
        longitude: decimal('Longitude', '经度', longitude),
        latitude: decimal('Latitude', '纬度', latitude),
      },
    }),
    entryAlarm: option('Alarm on entry', '进入报警', 'yesNo'),
    exitAlarm: option('Alarm on leaving', '离开报警', 'yesNo'),
    dwellAlarmMin: integer('Alarm after staying', '停留报警', {
      min: 1,
      max: 10_080,
      unit: 'min',
      hint: {
        en: 'Minutes inside after which it alarms; empty for never',
        zh: '在围栏内停留超过多少分钟报警，留空则不报警',
      },
    }),
    windowFrom: text('Alarms from', '报警时段起', {
      max: 5,
      checks: [clockTime],
      hint: {
        en: 'As 22:00; empty for the whole day',
        zh: '如 22:00；留空为全天',
      },
    }),
    windowTo: text('Alarms until', '报警时段止', { max: 5, checks: [clockTime] }),
    timeZone: text('Time zone', '时区', {
      max: 60,
      checks: [timeZone],
      hint: { en: 'As Europe/Berlin; empty for the time of Beijing', zh: '如 Europe/Berlin；留空为北京时间' },
    }),
    appliesTo: option('Watches', '监控对象', 'geofenceTarget', { required: true }),
    vehicles: lines('Vehicles', '车辆', {
      most: MAX_TARGETS,
      when: of('vehicle'),
      hint: { en: 'None means all', zh: '留空为全部' },
      of: { vehicleId: reference('Vehicle', '车辆', 'vehicle', { required: true }) },
    }),
    batteries: lines('Batteries', '电池', {
      most: MAX_TARGETS,
      when: of('battery'),
      hint: { en: 'None means all', zh: '留空为全部' },
      of: { batteryId: reference('Battery', '电池', 'battery', { required: true }) },
    }),
    drivers: lines('Drivers', '驾驶员', {
      most: MAX_TARGETS,
      when: of('driver'),
      hint: { en: 'None means all', zh: '留空为全部' },
      of: { driverId: reference('Driver', '驾驶员', 'driver', { required: true }) },
    }),
    remark: text('Remark', '备注', { max: 500, long: true }),
    status: option('Status', '状态', 'enabled', { tones: enabledTones }),
  },
  list: {
    columns: ['name', 'kind', 'shape', 'radiusM', 'appliesTo', 'status', 'updateTime'],
    search: ['name', 'remark'],
    query: {
      name: { field: 'name', op: 'contains' },
      kind: { field: 'kind', op: 'equals' },
      status: { field: 'status', op: 'equals' },
    },
  },
  form: [
    { title: { en: 'Geofence', zh: '基本信息' }, fields: ['name', 'kind', 'remark'] },
    {
      title: { en: 'Area', zh: '围栏范围' },
      fields: ['shape', 'coordinateSystem', 'longitude', 'latitude', 'radiusM', 'ring'],
    },
    {
      title: { en: 'Alarms', zh: '报警设置' },
      fields: ['entryAlarm', 'exitAlarm', 'dwellAlarmMin', 'windowFrom', 'windowTo', 'timeZone'],
    },
    {
      title: { en: 'Watched', zh: '监控对象' },
      fields: ['appliesTo', 'vehicles', 'batteries', 'drivers'],
    },
  ],
  unique: { geofences_name: ['name'] },
  life: enabledLife,
});
