import {
  type DocumentKind,
  defineResource,
  documentFields,
  documentLife,
  option,
  reference,
  text,
} from '@voltloop/resource-kit';
import { named } from '../names.ts';

const { no, day, status, pieces, kg, postedAt, remark } = documentFields;

const leaving = { field: 'preset', is: ['', 'move', 'transfer'] } as const;
const driven = { field: 'preset', is: ['transfer'] } as const;

/**
 * Moves goods between locations, within a store or between stores. A transfer needs transport: its goods are in
 * transit until they are booked by arrivals.
 */
export const movement = defineResource({
  ...named('movement'),
  path: '/movement',
  table: 'movements',
  title: 'no',
  untitled: true,
  fields: {
    no,
    preset: option('Kind', '移库类型', 'movementKind', {
      hint: { en: 'Empty: within our premises', zh: '留空时为移库' },
    }),
    day,
    status,
    storeId: reference('From store', '移出仓库', 'store', { required: true, when: leaving }),
    transferId: reference('Transfer', '调拨单', 'movement', {
      required: true,
      when: { field: 'preset', is: ['arrival'] },
    }),
    toStoreId: reference('To store', '移入仓库', 'store', { required: true }),
    plate: text('Plate', '车牌号', { max: 20, code: true, when: driven }),
    driverId: reference('Driver', '驾驶员', 'driver', { when: driven }),
    pieces,
    kg,
    postedAt,
    remark,
  },
  list: {
    columns: ['no', 'preset', 'day', 'storeId', 'toStoreId', 'kg', 'pieces', 'status'],
    sort: { field: 'createTime', desc: true },
    search: ['no', 'remark'],
  },
  form: [
    {
      title: { en: 'Move', zh: '基本信息' },
      fields: ['no', 'preset', 'day', 'storeId', 'transferId', 'toStoreId'],
    },
    { title: { en: 'Carriage', zh: '运输' }, fields: ['plate', 'driverId'] },
    { title: { en: 'Totals and remark', zh: '合计与备注' }, fields: ['pieces', 'kg', 'postedAt', 'remark'] },
  ],
  life: documentLife('none'),
  without: ['import'],
});

export const movementKind: DocumentKind = {
  resource: movement,
  prefix: 'YK',
  approval: 'none',
  columns: ['code', 'lot', 'kg', 'location', 'remark'],
  presets: {
    move: {
      words: { en: 'Move', zh: '移库' },
      from: { at: 'store', field: 'storeId' },
      to: { at: 'store', field: 'toStoreId' },
    },
    transfer: {
      words: { en: 'Transfer with transport', zh: '调拨' },
      from: { at: 'store', field: 'storeId' },
      to: { at: 'transit' },
      prefix: 'DB',
    },
    arrival: {
      words: { en: 'Arrival of a transfer', zh: '调拨到货' },
      from: { at: 'transit', of: 'transferId' },
      to: { at: 'store', field: 'toStoreId' },
    },
  },
};
