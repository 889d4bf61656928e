import {
  type DocumentKind,
  defineDocument,
  documentLife,
  option,
  reference,
  text,
} from '@voltloop/resource-kit';
import { named } from '../names.ts';

const leaving = { field: 'preset', is: ['', 'move', 'transfer'] } as const;
const driven = { field: 'preset', is: ['transfer'] } as const;

/**
 * Moves goods between locations, within a store or between stores. A transfer needs transport: its goods are in
 * transit until they are booked by arrivals.
 */
export const movement = defineDocument({
  ...named('movement'),
  path: '/movement',
  table: 'movements',
  preset: option('Kind', '移库类型', 'movementKind', {
    hint: { en: 'Empty: within our premises', zh: '留空时为移库' },
  }),
  fields: {
    storeId: reference('From store', '移出仓库', 'store', { required: true, when: leaving }),
    transferId: reference('Transfer', '调拨单', 'movement', {
      required: true,
      when: { field: 'preset', is: ['arrival'] },
    }),
    toStoreId: reference('To store', '移入仓库', 'store', { required: true }),
    plate: text('Plate', '车牌号', { max: 20, as: 'plate', when: driven }),
    driverId: reference('Driver', '驾驶员', 'driver', { when: driven }),
  },
  list: {
    columns: ['no', 'preset', 'day', 'storeId', 'toStoreId', 'kg', 'pieces', 'status'],
    search: ['no', 'remark'],
  },
  form: [
    {
      title: { en: 'Move', zh: '基本信息' },
      fields: ['no', 'preset', 'day', 'storeId', 'transferId', 'toStoreId'],
    },
    { title: { en: 'Carriage', zh: '运输' }, fields: ['plate', 'driverId'] },
  ],
  life: documentLife('none'),
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
