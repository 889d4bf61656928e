import { optionLists } from '@voltloop/domain/options/lists.ts';
import { defineList, words } from './define-list.ts';
import { optionWords } from './option-words.ts';

const link = { place: 'link', chip: false } as const;
const label = {
  location: words('Location', '库位'),
  chemistry: words('Battery type', '电池类型'),
  condition: words('Condition', '库存状态'),
};

/** The batteries and lots in a store at the end of a day, by location and code. */
export const stockContentsList = defineList({
  name: 'stockContents',
  columns: {
    code: { label: words('Code or lot', '编码/批号'), kind: 'text', minWidth: 230, essential: true },
    /** Pack, module, cell, or the material of a lot. */
    kind: { label: words('Kind', '类别'), kind: 'text', width: 124 },
    chemistry: {
      label: label.chemistry,
      kind: 'choice',
      values: optionWords(optionLists.chemistry),
      minWidth: 160,
    },
    condition: {
      label: label.condition,
      kind: 'choice',
      values: optionWords(optionLists.stockCondition),
      width: 110,
    },
    claimed: {
      label: words('Claimed by', '占用单据'),
      kind: 'text',
      field: 'claims',
      width: 150,
      hideBelow: 650,
    },
    location: { label: label.location, kind: 'text', none: words('Not put away', '未上架'), width: 116 },
    pieces: { label: words('Pieces', '件数'), kind: 'number', width: 80, align: 'end', hideBelow: 1100 },
    kg: {
      label: words('Mass', '重量'),
      kind: 'number',
      file: { kg: { label: words('Mass (kg)', '重量(kg)') } },
      width: 120,
      align: 'end',
    },
    since: {
      label: words('In stock since', '入库日期'),
      kind: 'text',
      file: { since: { label: words('Since', '入库日期') } },
      width: 110,
      hideBelow: 1200,
    },
    age: {
      label: words('Age', '库龄'),
      kind: 'number',
      file: { age: { label: words('Days', '库龄(天)') } },
      width: 100,
      align: 'end',
      hideBelow: 700,
    },
  },
  search: { label: words('Beginning of a code or lot', '按编码或批号开头查找'), max: 40 },
  filters: {
    /** Today by default. */
    day: { label: words('At the end of the day', '截至日期'), kind: 'day', ...link },
    /** Its code, empty for goods that are not put away; the whole store by default. */
    location: { label: label.location, kind: 'one', max: 30, empty: true, ...link },
    chemistry: { label: label.chemistry, kind: 'one', max: 10, ...link },
    condition: { label: label.condition, kind: 'one', max: 20, ...link },
  },
  pages: { sizes: [20, 50, 100], first: 20 },
  noMatch: {
    title: words('No stock here', '没有符合条件的库存'),
    text: words('Choose another location, day or filter.', '请换一个库位、日期或筛选条件。'),
    clear: words('Clear the search', '清除搜索'),
  },
  file: {
    name: words('Stock', '库存台账'),
    columns: ['location', 'code', 'kind', 'chemistry', 'condition', 'pieces', 'kg', 'since', 'age'],
    fixed: true,
  },
});
