import { gtin } from '@voltloop/domain/checks/index.ts';
import { defineResource, option, reference, text } from '@voltloop/resource-kit';
import { named } from '../names.ts';

/** The common passport attributes of a product category; the values are entered on its page. */
export const passportModel = defineResource({
  ...named('passportModel'),
  path: '/passportModel',
  table: 'passport_models',
  title: 'name',
  fields: {
    name: text('Name', '型号名称', { max: 100, required: true }),
    categoryId: reference('Product category', '产品类别', 'deviceCategory', { required: true, fixed: true }),
    euCategory: option('Battery category (EU)', '电池类别（欧盟）', 'euCategory', { required: true }),
    gtin: text('GTIN', '全球贸易项目代码（GTIN）', {
      max: 14,
      code: true,
      checks: [gtin],
      hint: {
        en: '14 digits; passports that are issued from now on have it in their address',
        zh: '14 位数字；此后签发的护照网址将包含该代码',
      },
    }),
    operatorId: reference('Economic operator', '经济经营者', 'enterprise', {
      hint: {
        en: 'Who places it on the EU market and answers for its passports',
        zh: '将产品投放欧盟市场并对护照负责的企业',
      },
    }),
    remark: text('Remark', '备注', { max: 500, long: true }),
  },
  list: {
    columns: ['name', 'categoryId', 'euCategory', 'gtin', 'operatorId'],
    search: ['name', 'gtin'],
    query: { euCategory: { field: 'euCategory', op: 'equals' } },
  },
  form: [
    {
      title: { en: 'Model', zh: '型号' },
      fields: ['name', 'categoryId', 'euCategory', 'gtin', 'operatorId', 'remark'],
    },
  ],
  unique: { passport_models_category: ['categoryId'] },
  related: [{ resource: 'passport', by: 'modelId' }],
  lookup: { hint: 'euCategory' },
  without: ['import'],
});
