import { defineList, words } from './define-list.ts';

/** The alarm rules of the caller's subtree. */
export const rulesList = defineList({
  name: 'rules',
  columns: {
    name: { label: words('Name', '名称'), kind: 'text', minWidth: 130, grow: 2 },
    condition: { label: words('Condition', '条件'), kind: 'text', field: 'point', minWidth: 150, grow: 3 },
    scope: {
      label: words('Devices', '设备'),
      kind: 'text',
      field: 'account_name',
      minWidth: 140,
      grow: 2,
      hideBelow: 760,
    },
    level: { label: words('Level', '级别'), kind: 'number', width: 112 },
    active: { label: words('Active now', '当前未恢复'), kind: 'number', width: 96, align: 'end' },
    state: { label: words('State', '状态'), kind: 'text', field: 'enabled', width: 84 },
  },
  search: { label: words('Search rules', '搜索规则') },
  filters: {},
  pages: {},
  noMatch: {
    title: words('No rule matches', '没有符合条件的规则'),
    clear: words('Clear search', '清除搜索'),
  },
});
