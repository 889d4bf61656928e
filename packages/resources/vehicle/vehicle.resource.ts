import { plate, vin } from '@voltloop/domain/checks/index.ts';
import { date, defineResource, integer, option, reference, scrapCauses, text } from '@voltloop/resource-kit';
import { named } from '../names.ts';

const byEnterprise = { field: 'ownerType', is: [1] };
const byCustomer = { field: 'ownerType', is: [2] };

/** A vehicle that carries batteries, in use or scrapped (interpretation B18). */
export const vehicle = defineResource({
  ...named('vehicle'),
  path: '/vehicle',
  table: 'vehicles',
  title: 'vin',
  fields: {
    vin: text('VIN', '车辆识别代号（VIN）', { max: 17, code: true, required: true, checks: [vin] }),
    plateNo: text('Number plate', '车牌号', { max: 8, as: 'plate', checks: [plate] }),
    brand: text('Brand', '品牌', { max: 50 }),
    model: text('Model', '车辆型号', { max: 60 }),
    category: option('Drive', '车辆类别', 'vehicleCategory', { required: true }),
    useNature: option('Use', '使用性质', 'vehicleUse'),
    ownerType: option('Owner type', '所有人类型', 'vehicleOwner'),
    ownerEnterpriseId: reference('Owner', '所有人（企业）', 'enterprise', { when: byEnterprise }),
    ownerCustomerId: reference('Owner', '所有人（客户）', 'customer', { when: byCustomer }),
    enterpriseId: reference('Operating company', '运营企业', 'enterprise'),
    driverId: reference('Driver', '驾驶员', 'driver'),
    deviceId: reference('Device', '车载设备', 'device'),
    regDate: date('First registered', '注册登记日期'),
    purchaseDate: date('Purchased on', '购置日期'),
    scrapDate: date('Scrapped on', '报废日期'),
    mileageKm: integer('Mileage', '行驶里程', { max: 10_000_000, unit: 'km' }),
    batteryComplete: option('Battery complete', '车电一体（电池完整）', 'yesNo'),
    status: option('Status', '状态', 'vehicleStatus', {
      tones: { in_use: 'ok', stopped: 'neutral', scrapped: 'danger' },
    }),
    remark: text('Remark', '备注', { max: 500, long: true }),
  },
  summary: [
    'plateNo',
    'ownerEnterpriseId',
    'ownerCustomerId',
    'enterpriseId',
    'driverId',
    'deviceId',
    'mileageKm',
    'scrapDate',
  ],
  list: {
    columns: ['plateNo', 'vin', 'brand', 'model', 'category', 'enterpriseId', 'mileageKm', 'status'],
    search: ['vin', 'plateNo', 'model'],
    query: {
      vin: { field: 'vin', op: 'contains' },
      plateNo: { field: 'plateNo', op: 'contains' },
      status: { field: 'status', op: 'equals' },
    },
  },
  form: [
    {
      title: { en: 'Vehicle', zh: '基本信息' },
      fields: ['plateNo', 'vin', 'brand', 'model', 'category', 'useNature', 'status'],
    },
    {
      title: { en: 'Owner and operation', zh: '所有人与运营' },
      fields: ['ownerType', 'ownerEnterpriseId', 'ownerCustomerId', 'enterpriseId', 'driverId', 'deviceId'],
    },
    {
      title: { en: 'Life', zh: '使用情况' },
      fields: ['regDate', 'purchaseDate', 'scrapDate', 'mileageKm', 'batteryComplete', 'remark'],
    },
  ],
  unique: { vehicles_vin: ['vin'], vehicles_plate: ['plateNo'], vehicles_device: ['deviceId'] },
  life: {
    field: 'status',
    start: 'in_use',
    steps: {
      stop: { label: { en: 'Take out of use', zh: '停用' }, from: ['in_use'], to: 'stopped' },
      start: {
        label: { en: 'Put back into use', zh: '恢复使用' },
        from: ['stopped'],
        to: 'in_use',
        leads: true,
      },
      scrap: {
        label: { en: 'Scrap', zh: '报废' },
        from: ['in_use', 'stopped'],
        to: 'scrapped',
        danger: true,
        causes: [...scrapCauses, 'other'],
      },
    },
  },
  lookup: { name: 'plateNo', hint: 'vin' },
  related: [{ resource: 'battery', by: 'vehicleId' }],
});
