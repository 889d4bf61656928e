import { categoryCode } from '@voltloop/domain/checks/index.ts';
import { decimal, defineResource, option, text } from '@voltloop/resource-kit';
import { enabledLife, enabledTones, offeredEnabled } from '../life.ts';
import { named } from '../names.ts';

/**
 * A kind of pack, module or cell, used by orders, lists of parts and batteries (interpretations B18,
 * B38).
 */
export const deviceCategory = defineResource({
  ...named('deviceCategory'),
  path: '/DeviceCategory',
  table: 'device_categories',
  title: 'categoryName',
  fields: {
    categoryName: text('Name', '类别名称', { max: 100, required: true }),
    categoryCode: text('Code', '类别编码', {
      max: 2,
      required: true,
      checks: [categoryCode],
      hint: { en: '2 capital letters or digits', zh: '2 位大写字母或数字' },
    }),
    // Orders, lists of parts and batteries depend on it.
    productType: option('Product type', '产品类型', 'productType', { required: true, fixed: true }),
    chemistry: option('Chemistry', '电池类型', 'chemistry'),
    capacity: decimal('Rated capacity', '额定容量', { scale: 3, max: 1_000_000, unit: 'Ah' }),
    voltage: decimal('Rated voltage', '额定电压', { scale: 3, max: 100_000, unit: 'V' }),
    weight: decimal('Mass', '单重', { scale: 3, max: 100_000, unit: 'kg' }),
    remark: text('Remark', '备注', { max: 500, long: true }),
    status: option('Status', '状态', 'enabled', { tones: enabledTones }),
  },
  list: {
    columns: [
      'categoryCode',
      'categoryName',
      'productType',
      'chemistry',
      'capacity',
      'voltage',
      'weight',
      'status',
    ],
    search: ['categoryName', 'categoryCode'],
    query: {
      status: { field: 'status', op: 'equals' },
      productType: { field: 'productType', op: 'equals' },
      categoryName: { field: 'categoryName', op: 'contains' },
    },
  },
  form: [
    {
      title: { en: 'Category', zh: '基本信息' },
      fields: ['categoryName', 'categoryCode', 'productType', 'chemistry'],
    },
    { title: { en: 'Ratings', zh: '额定参数' }, fields: ['capacity', 'voltage', 'weight', 'remark'] },
  ],
  unique: { device_categories_code: ['categoryCode'] },
  related: [
    { resource: 'battery', by: 'categoryId' },
    { resource: 'order', by: 'categoryId' },
    { resource: 'production', by: 'categoryId' },
    { resource: 'bom', by: 'parentId' },
    { resource: 'passportModel', by: 'categoryId' },
  ],
  life: enabledLife,
  lookup: { ...offeredEnabled, hint: 'categoryCode' },
});
