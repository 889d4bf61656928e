import { defineList, words } from './define-list.ts';
import { thingStateWords } from './thing-columns.ts';

/** The sites of an account, sites with problems first. */
export const sitesList = defineList({
  name: 'sites',
  columns: {
    name: { label: words('Site', '站点'), kind: 'text', essential: true, minWidth: 180, grow: 2 },
    /** The worst state of its devices. */
    status: { label: words('State', '状态'), kind: 'choice', values: thingStateWords, width: 132 },
    problem: {
      label: words('Worst problem', '最严重异常'),
      kind: 'text',
      minWidth: 200,
      grow: 2,
      hideBelow: 900,
    },
    owner: { label: words('Owner', '业主'), kind: 'text', field: 'owner.name', minWidth: 140, grow: 1 },
    devices: { label: words('Devices', '设备数'), kind: 'number', width: 96, align: 'end' },
    soc: {
      label: words('State of charge', '荷电状态'),
      kind: 'number',
      field: 'power.soc',
      unit: '%',
      width: 144,
      hideBelow: 760,
    },
    tags: { label: words('Tags', '标签'), kind: 'texts', minWidth: 120, hideBelow: 1180 },
  },
  search: { label: words('Search name, owner, address or device', '搜索名称、业主、地址或设备') },
  filters: {
    state: {
      label: words('State', '状态'),
      kind: 'choice',
      values: thingStateWords,
      numeric: true,
      place: 'panel',
    },
    tags: {
      label: words('Tags', '标签'),
      kind: 'texts',
      most: 10,
      name: 'tag',
      place: 'panel',
      chip: 'value',
    },
  },
  sort: { by: ['name', 'owner', 'status', 'created'], first: 'status' },
  pages: { first: 20 },
  noMatch: {
    title: words('No site matches', '没有符合条件的站点'),
    text: words('Try another word or remove filters.', '请更换关键词或清除筛选条件。'),
    clear: words('Clear search and filters', '清除搜索和筛选'),
  },
});
