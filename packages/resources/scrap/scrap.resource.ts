import { atLeast } from '@voltloop/domain/checks/index.ts';
import {
  type DocumentKind,
  defineDocument,
  documentLife,
  files,
  option,
  REASON_MAX,
  REASON_MIN,
  reference,
  text,
} from '@voltloop/resource-kit';
import { named } from '../names.ts';

/** Scraps goods, by code or by mass. They stay in their store until they are handed over. */
export const scrap = defineDocument({
  ...named('scrap'),
  path: '/scrap',
  table: 'scraps',
  preset: option('Kind', '报废类型', 'scrapKind', { required: true }),
  fields: {
    storeId: reference('Store', '仓库', 'store', { required: true }),
    reason: text('Reason', '报废原因', {
      max: REASON_MAX,
      required: true,
      long: true,
      as: 'scrapReason',
      checks: [atLeast(REASON_MIN)],
    }),
    pictures: files('Photographs', '照片', { most: 10, image: true }),
  },
  list: {
    columns: ['no', 'preset', 'day', 'storeId', 'reason', 'kg', 'pieces', 'status'],
    search: ['no', 'reason', 'remark'],
  },
  form: [
    { title: { en: 'Scrapping', zh: '基本信息' }, fields: ['no', 'preset', 'day', 'storeId'] },
    { title: { en: 'Reason and photographs', zh: '原因与照片' }, fields: ['reason', 'pictures'] },
  ],
  life: documentLife('another'),
});

const scrapped = {
  from: { at: 'store', field: 'storeId' },
  to: { at: 'same' },
  conditions: ['available', 'hold', 'test'],
  becomes: 'scrapped',
} as const;

export const scrapKind: DocumentKind = {
  resource: scrap,
  prefix: 'BF',
  approval: 'another',
  columns: ['code', 'lot', 'kg', 'remark'],
  presets: {
    coded: {
      words: { en: 'Scrap by code', zh: '按编码报废' },
      ...scrapped,
      goods: 'coded',
      reports: { coded: 6 },
    },
    byMass: {
      words: { en: 'Scrap by mass', zh: '按重量报废' },
      ...scrapped,
      goods: 'byMass',
      prefix: 'ZLF',
      reports: { byMass: 7 },
    },
  },
};
