import { defineList, words } from './define-list.ts';

const results = { ok: words('Done', '成功'), refused: words('Refused', '被拒绝') };

/** The audit trail of a tenant. */
export const logList = defineList({
  name: 'log',
  columns: {
    time: {
      label: words('Time', '时间'),
      kind: 'time',
      as: 'dateTimeSeconds',
      width: 176,
      sortDescFirst: true,
    },
    user: {
      label: words('User', '用户'),
      kind: 'text',
      none: words('System', '系统'),
      minWidth: 110,
      grow: 1,
    },
    action: {
      label: words('Action', '操作'),
      kind: 'text',
      file: { action: {}, code: { label: words('Code', '操作代码'), field: 'action' } },
      minWidth: 150,
      grow: 2,
      essential: true,
    },
    object: { label: words('Object', '对象'), kind: 'text', field: 'objectType', minWidth: 96, grow: 1 },
    title: { label: words('Name', '对象名称'), kind: 'text', minWidth: 170, grow: 2, hideBelow: 900 },
    object_id: { label: words('Object id', '对象标识'), kind: 'text', field: 'objectId', fileOnly: true },
    ip: { label: words('Address', 'IP 地址'), kind: 'text', width: 130, hideBelow: 760 },
    result: { label: words('Result', '结果'), kind: 'choice', values: results, width: 104 },
    seq: { label: words('No.', '序号'), kind: 'number', width: 96, align: 'end', optional: true },
  },
  search: { label: words('Search user, action or object id', '搜索用户、操作或对象标识') },
  filters: {
    span: {
      label: words('Time', '时间'),
      kind: 'span',
      values: {
        '24h': words('Last 24 hours', '最近 24 小时'),
        '7d': words('Last 7 days', '最近 7 天'),
        '30d': words('Last 30 days', '最近 30 天'),
      },
      lengths: { '24h': 86_400_000, '7d': 7 * 86_400_000, '30d': 30 * 86_400_000 },
      days: words('Chosen days', '自选日期'),
      params: ['from', 'to'],
      chip: false,
    },
    user: { label: words('User', '用户'), kind: 'one', max: 100, chip: false },
    action: { label: words('Action', '操作'), kind: 'one', max: 100, chip: false },
    type: { label: words('Object', '对象'), kind: 'one', max: 100, param: 'objectType', chip: false },
    object: {
      label: words('Object', '对象'),
      kind: 'one',
      max: 100,
      param: 'objectId',
      place: 'link',
      chip: 'labelled',
    },
    ip: {
      label: words('Address', 'IP 地址'),
      kind: 'text',
      max: 50,
      hint: words(
        'An address such as 10.0.0.7, or a network such as 10.0.0.0/8',
        '单个地址如 10.0.0.7，或网段如 10.0.0.0/8',
      ),
      chip: false,
    },
    result: { label: words('Result', '结果'), kind: 'choice', values: results, chip: false },
  },
  sort: { by: ['time'], first: 'time', desc: true },
  pages: { sizes: [20, 50, 100], first: 20 },
  noMatch: {
    title: words('No row matches', '没有符合条件的记录'),
    text: words('Widen the filters.', '请放宽筛选条件。'),
    clear: words('Clear filters', '清除筛选'),
  },
  file: {
    name: words('Operation log', '操作日志'),
    columns: ['seq', 'time', 'user', 'action', 'code', 'object', 'title', 'object_id', 'ip', 'result'],
    fixed: true,
  },
});
