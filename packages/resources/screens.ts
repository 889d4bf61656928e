import { rights } from '@voltloop/contract/rights.ts';
import type { Words } from '@voltloop/resource-kit';
import type { Group } from './names.ts';

/** A page of the back office that is not a resource: its menu entry and buttons. */
export interface Screen {
  right: number;
  /** Null: above all groups of the menu. */
  group: Group | null;
  name: Words;
  path: string;
  buttons: readonly { right: number; name: Words }[];
}

const screen = (
  right: number,
  group: Group | null,
  path: string,
  en: string,
  zh: string,
  buttons: readonly [right: number, en: string, zh: string][] = [],
): Screen => ({
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

/** Every page of the back office that is not a resource, in menu order; within a group they follow its resources. */
export const screens = {
  home: screen(rights.home, null, 'home', 'Overview', '工作台'),
  labels: screen(rights.labels, 'batteries', 'labels', 'Code labels', '编码标签打印'),
  matching: screen(matching.see, 'batteries', 'matching', 'Matching', '电池配组', [
    [matching.run, 'Run', '执行配组'],
  ]),
  firmware: screen(rights.firmware, 'fleet', 'firmware', 'Firmware packages', '固件包'),
  approvals: screen(rights.approvals, 'stock', 'approvals', 'Approvals', '待我审批'),
  stock: screen(stock.see, 'stock', 'stock', 'Stock by store', '库存台账', [
    [stock.export, 'Export', '导出'],
    [rights.releaseClaims, 'Release claims', '释放占用'],
  ]),
  recovery: screen(recovery.see, 'works', 'recovery', 'Yearly recovery', '年度回收率', [
    [recovery.export, 'Export', '导出'],
  ]),
  uninvoiced: screen(rights.uninvoiced, 'trade', 'uninvoiced', 'Not invoiced', '未开票统计'),
  periods: screen(periods.see, 'stock', 'periods', 'Month closing', '月度结账', [
    [periods.close, 'Close a month', '结账'],
    [periods.reopen, 'Reopen a month', '反结账'],
  ]),
  reporting: screen(reporting.see, 'reporting', 'reporting', 'Reporting desk', '上报工作台', [
    [reporting.submit, 'Submit and enter results', '上报与录入结果'],
    [reporting.correct, 'Enter and correct values', '补充与更正'],
  ]),
  reportingConfig: screen(
    reporting.configs,
    'reporting',
    'reportingConfig',
    'Reporting configuration',
    '上报配置',
    [[reporting.configure, 'Change', '编辑']],
  ),
  query: screen(query.see, 'insight', 'query', 'Query and traceability', '综合查询', [
    [query.print, 'Print reports of traceability', '打印溯源报告'],
  ]),
  statistics: screen(statistics.see, 'insight', 'statistics', 'Statistics', '统计分析', [
    [statistics.export, 'Export', '导出'],
  ]),
  enterpriseCount: screen(enterpriseCount.see, 'insight', 'enterpriseCount', 'Enterprise count', '企业统计', [
    [enterpriseCount.export, 'Export', '导出'],
  ]),
  jobCount: screen(jobCount.see, 'insight', 'jobCount', 'Job count', '作业统计', [
    [jobCount.export, 'Export', '导出'],
  ]),
  visual: screen(rights.visual, 'insight', 'visual', 'Visual data', '可视化大屏'),
  areas: screen(rights.areas, 'system', 'areas', 'Areas', '行政区划'),
  staff: screen(staff.see, 'system', 'staff', 'Staff accounts', '员工账号', [
    [staff.insert, 'Create', '新增'],
    [staff.update, 'Edit, lock and unlock', '编辑、锁定与解锁'],
    [staff.delete, 'Delete', '删除'],
    [staff.password, 'Reset passwords', '重置密码'],
    [staff.export, 'Export', '导出'],
  ]),
  roles: screen(roles.see, 'system', 'roles', 'Roles', '角色管理', [
    [roles.change, 'Change roles and what they may', '编辑角色与权限'],
  ]),
  log: screen(log.see, 'system', 'log', 'Operation log', '操作日志', [
    [log.export, 'Export', '导出'],
    [log.check, 'Check the hash chain', '校验哈希链'],
  ]),
} satisfies Record<string, Screen>;
