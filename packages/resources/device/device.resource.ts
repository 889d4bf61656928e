import { date, decimal, defineResource, option, reference, text } from '@voltloop/resource-kit';
import { named } from '../names.ts';

const portal = { server: true } as const;

/**
 * A thing of the portal with its SIM card, vehicle and site (interpretation B18). The portal registers, names and
 * deletes it; the back office only assigns it.
 */
export const device = defineResource({
  ...named('device'),
  path: '/device',
  table: 'devices',
  title: 'devid',
  without: ['insert', 'delete', 'import'],
  fields: {
    devid: text('Device ID', '设备编号', { max: 64, ...portal }),
    devName: text('Name', '设备名称', { max: 100, ...portal }),
    devType: option('Type', '设备类型', 'deviceType', portal),
    status: option('State', '设备状态', 'deviceStatus', {
      ...portal,
      tones: { 0: 'neutral', 1: 'ok', 2: 'danger', 3: 'info', 4: 'neutral' },
    }),
    hardwareVersion: text('Hardware version', '硬件版本', { max: 60, ...portal }),
    softwareVersion: text('Software version', '软件版本', { max: 60, ...portal }),
    installTime: date('Installed on', '安装日期', portal),
    longitude: decimal('Longitude', '经度', { scale: 6, min: -180, max: 180, unit: '°', ...portal }),
    latitude: decimal('Latitude', '纬度', { scale: 6, min: -90, max: 90, unit: '°', ...portal }),
    simId: reference('SIM card', 'SIM 卡', 'sim', {
      server: true,
      follows: true,
      hint: { en: 'The card that names this device', zh: '在 SIM 卡中指定' },
    }),
    vehicleId: reference('Vehicle', '所属车辆', 'vehicle', {
      server: true,
      follows: true,
      hint: { en: 'The vehicle that names this device', zh: '在车辆中指定' },
    }),
    categoryId: reference('Category', '产品类别', 'deviceCategory'),
    siteId: reference('Site', '所属网点', 'recycleSite'),
    enterpriseId: reference('Enterprise', '所属企业', 'enterprise'),
    remark: text('Remark', '备注', { max: 500, long: true }),
  },
  summary: ['vehicleId', 'siteId', 'enterpriseId', 'simId', 'softwareVersion', 'installTime'],
  list: {
    columns: [
      'devid',
      'devName',
      'status',
      'simId',
      'vehicleId',
      'siteId',
      'enterpriseId',
      'softwareVersion',
    ],
    sort: { field: 'devid' },
    search: ['devid', 'devName'],
    query: {
      devid: { field: 'devid', op: 'contains' },
      devName: { field: 'devName', op: 'contains' },
      status: { field: 'status', op: 'equals' },
      siteId: { field: 'siteId', op: 'equals' },
      vehicleId: { field: 'vehicleId', op: 'equals' },
    },
  },
  form: [
    {
      title: { en: 'Device', zh: '设备信息' },
      fields: ['devid', 'devName', 'devType', 'status', 'hardwareVersion', 'softwareVersion', 'installTime'],
    },
    {
      title: { en: 'Where it belongs', zh: '归属' },
      fields: ['categoryId', 'siteId', 'enterpriseId', 'simId', 'vehicleId', 'remark'],
    },
    { title: { en: 'Position', zh: '位置' }, fields: ['longitude', 'latitude'] },
  ],
  related: [{ resource: 'battery', by: 'deviceId' }],
  lookup: { hint: 'devName' },
});
