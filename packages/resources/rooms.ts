import { rights } from '@voltloop/contract/rights.ts';
import type { Words } from '@voltloop/resource-kit';
import type { Group } from './names.ts';

/** A room of the back office that is no resource: its menu entry, and the buttons in it. */
export interface Room {
  right: number;
  /** Null: above all groups of the menu. */
  group: Group | null;
  name: Words;
  path: string;
  buttons: readonly { right: number; name: Words }[];
}

const room = (
  right: number,
  group: Group | null,
  path: string,
  en: string,
  zh: string,
  buttons: readonly [right: number, en: string, zh: string][] = [],
): Room => ({
  right,
  group,
  path: `/backoffice/${path}`,
  name: { en, zh },
  buttons: buttons.map(([each, buttonEn, buttonZh]) => ({
    right: each,
    name: { en: buttonEn, zh: buttonZh },
  })),
});

const {
  enterpriseCount,
  jobCount,
  log,
  matching,
  periods,
  query,
  recovery,
  reporting,
  roles,
  staff,
  statistics,
  stock,
} = rights;

/** Every room of the back office that is no resource, in the order of the menu; within a group they follow its resources. */
export const rooms = {
  home: room(rights.home, null, 'home', 'Overview', '工作台'),
  labels: room(rights.labels, 'batteries', 'labels', 'Code labels', '编码标签打印'),
  matching: room(matching.see, 'batteries', 'matching', 'Matching', '电池配组', [
    [matching.run, 'Run', '执行配组'],
  ]),
  firmware: room(rights.firmware, 'fleet', 'firmware', 'Firmware packages', '固件包管理'),
  approvals: room(rights.approvals, 'stock', 'approvals', 'Approvals', '待我审批'),
  stock: room(stock.see, 'stock', 'stock', 'Stock by store', '库存台账', [
    [stock.export, 'Export', '导出'],
    [rights.releaseClaims, 'Release claims', '释放占用'],
  ]),
  recovery: room(recovery.see, 'works', 'recovery', 'Recovery of a year', '年度回收率', [
    [recovery.export, 'Export', '导出'],
  ]),
  uninvoiced: room(rights.uninvoiced, 'trade', 'uninvoiced', 'Not invoiced', '未开票统计'),
  periods: room(periods.see, 'stock', 'periods', 'Month closing', '月度结账', [
    [periods.close, 'Close a month', '结账'],
    [periods.reopen, 'Reopen a month', '反结账'],
  ]),
  reporting: room(reporting.see, 'reporting', 'reporting', 'Reporting desk', '上报台', [
    [reporting.submit, 'Submit and enter results', '上报与录入结果'],
    [reporting.correct, 'Enter and correct values', '补充与更正'],
  ]),
  reportingConfig: room(
    reporting.configs,
    'reporting',
    'reportingConfig',
    'Reporting configuration',
    '上报配置',
    [[reporting.configure, 'Change', '编辑']],
  ),
  query: room(query.see, 'insight', 'query', 'Query and traceability', '综合查询', [
    [query.print, 'Print reports of traceability', '打印溯源报告'],
  ]),
  statistics: room(statistics.see, 'insight', 'statistics', 'Statistics', '统计分析', [
    [statistics.export, 'Export', '导出'],
  ]),
  enterpriseCount: room(enterpriseCount.see, 'insight', 'enterpriseCount', 'Enterprise count', '企业统计', [
    [enterpriseCount.export, 'Export', '导出'],
  ]),
  jobCount: room(jobCount.see, 'insight', 'jobCount', 'Job count', '作业统计', [
    [jobCount.export, 'Export', '导出'],
  ]),
  visual: room(rights.visual, 'insight', 'visual', 'Visual data', '可视化大屏'),
  areas: room(rights.areas, 'system', 'areas', 'Areas', '行政区划'),
  staff: room(staff.see, 'system', 'staff', 'Staff accounts', '员工账号', [
    [staff.insert, 'Create', '新增'],
    [staff.update, 'Edit, lock and unlock', '编辑、锁定与解锁'],
    [staff.delete, 'Delete', '删除'],
    [staff.password, 'Reset passwords', '重置密码'],
    [staff.export, 'Export', '导出'],
  ]),
  roles: room(roles.see, 'system', 'roles', 'Roles', '角色管理', [
    [roles.change, 'Change roles and what they may', '编辑角色与权限'],
  ]),
  log: room(log.see, 'system', 'log', 'Operation log', '操作日志', [
    [log.export, 'Export', '导出'],
    [log.check, 'Check the hash chain', '校验哈希链'],
  ]),
} satisfies Record<string, Room>;
