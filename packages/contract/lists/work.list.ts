import { defineList, words } from './define-list.ts';

/** Records of the back office on which the caller may take a step, own ones first, then oldest first. */
export const workList = defineList({
  name: 'work',
  columns: {
    what: {
      label: words('Record', '单据'),
      kind: 'text',
      field: 'resource',
      minWidth: 200,
      grow: 2,
      essential: true,
    },
    about: { label: words('About', '相关方'), kind: 'text', minWidth: 180, grow: 2 },
    state: { label: words('State', '状态'), kind: 'text', field: 'status', width: 130 },
    day: { label: words('Day', '日期'), kind: 'text', width: 120 },
  },
  filters: {
    kind: { label: words('Kind', '类型'), kind: 'one', max: 40, pattern: /^[A-Za-z]+$/, param: 'resource' },
    own: { label: words('Mine', '我创建的'), kind: 'flag' },
  },
  pages: { first: 20 },
  noMatch: {
    title: words('Nothing of this kind waits for you', '没有符合条件的待办'),
    clear: words('Show all', '显示全部'),
  },
});
