/** Headings for the `group` of points and settings. */
import type { Text } from '../info-model.ts';

export const groupLabels: Record<string, Text> = {
  battery: { en: 'Battery', zh: '电池' },
  limits: { en: 'Present limits', zh: '实时限值' },
  cells: { en: 'Cells', zh: '电芯' },
  state: { en: 'State', zh: '状态' },
  faults: { en: 'Faults', zh: '故障' },
  energy: { en: 'Energy', zh: '电量' },
  pack: { en: 'Pack', zh: '电池包' },
  grading: { en: 'Grading', zh: '分级数据' },
  ems: { en: 'Energy management', zh: '能量管理' },
  pv: { en: 'PV', zh: '光伏' },
  grid: { en: 'Grid', zh: '电网' },
  load: { en: 'Load', zh: '负载' },
  inverter: { en: 'Inverter', zh: '逆变器' },
  network: { en: 'Network', zh: '网络' },
  tou: { en: 'Time of use', zh: '分时电价' },
  protection: { en: 'Protection', zh: '保护参数' },
  report: { en: 'Reporting', zh: '上报' },
  /** Of points of other models without a role. */
  other: { en: 'Other', zh: '其他' },
};
