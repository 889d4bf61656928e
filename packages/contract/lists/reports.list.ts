import { optionLists } from '@voltloop/domain/options/lists.ts';
import { defineList, words } from './define-list.ts';
import { optionWords } from './option-words.ts';

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const types = optionWords(optionLists.reportedType);
const states = optionWords(optionLists.reportedState);

/** The records of all ten types that must be reported: waiting ones by deadline, then reported ones, newest first. */
export const reportsList = defineList({
  name: 'reporting',
  columns: {
    due: { label: words('Due', '上报期限'), kind: 'text', field: 'dueDay', width: 124, essential: true },
    record: {
      label: words('Code / document', '编码 / 单号'),
      kind: 'text',
      field: 'code',
      minWidth: 220,
      grow: 2,
      essential: true,
    },
    type: { label: words('Type', '上报类型'), kind: 'choice', values: types, minWidth: 150 },
    state: { label: words('State', '上报状态'), kind: 'choice', values: states, width: 144 },
    site: { label: words('Site', '网点'), kind: 'text', minWidth: 150, hideBelow: 900 },
    day: { label: words('Business day', '业务日期'), kind: 'text', width: 108, hideBelow: 1000 },
    kg: {
      label: words('Mass (kg)', '重量 (kg)'),
      kind: 'number',
      decimals: 1,
      width: 110,
      align: 'end',
      hideBelow: 1200,
    },
    attempts: {
      label: words('Attempts', '上报次数'),
      kind: 'number',
      width: 80,
      align: 'end',
      hideBelow: 1100,
    },
    reported: {
      label: words('Reported', '上报时间'),
      kind: 'time',
      field: 'reportedAt',
      as: 'dateTime',
      width: 150,
      optional: true,
    },
    error: {
      label: words('Last problem', '最近问题'),
      kind: 'text',
      field: 'lastError',
      minWidth: 160,
      grow: 2,
      hideBelow: 1150,
    },
  },
  search: {
    label: words('Document, battery code, lot, platform id', '单号、电池编码、批号、平台编号'),
    max: 40,
  },
  filters: {
    when: {
      label: words('All records', '全部事项'),
      kind: 'choice',
      values: {
        open: words('To report', '待上报'),
        overdue: words('Overdue', '已逾期'),
        today: words('Due today', '今日到期'),
        soon: words('Due within 7 days', '7 天内到期'),
        failed: words('Failed', '上报失败'),
        notStarted: words('Deadline not started', '期限未起算'),
      },
      place: 'sheet',
      chip: false,
    },
    type: {
      label: words('Type', '上报类型'),
      kind: 'choice',
      values: types,
      numeric: true,
      place: 'sheet',
      chip: false,
    },
    state: {
      label: words('State', '上报状态'),
      kind: 'choice',
      values: states,
      numeric: true,
      place: 'sheet',
      chip: false,
    },
    site: {
      label: words('Site', '网点'),
      kind: 'one',
      max: 36,
      pattern: UUID,
      param: 'siteId',
      place: 'sheet',
      chip: false,
    },
    enterprise: {
      label: words('Reporting enterprise', '上报企业'),
      kind: 'one',
      max: 36,
      pattern: UUID,
      param: 'enterpriseId',
      place: 'sheet',
      chip: false,
    },
    /** Business days of the records. */
    from: {
      label: words('Business day from', '业务日期起'),
      kind: 'day',
      to: 'to',
      place: 'sheet',
      chip: false,
    },
    to: {
      label: words('Business day to', '业务日期止'),
      kind: 'day',
      from: 'from',
      place: 'sheet',
      chip: false,
    },
  },
  pages: { sizes: [50, 100, 200], first: 50 },
  noMatch: {
    title: words('No record matches', '没有符合条件的记录'),
    text: words('Change the filters.', '请调整筛选条件。'),
    clear: words('Clear the filters', '清除筛选'),
  },
});
