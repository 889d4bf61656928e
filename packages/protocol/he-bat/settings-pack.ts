/**
 * Settings of one pack: `P_no` in the same message selects the pack (0 = every pack), the PX_ keys the setting.
 * Meanings are proposals (interpretation B20).
 */
import type { SettingDefinition } from '../info-model.ts';
import { labels } from './define.ts';

const offOn = labels('Off', '关', 'On', '开');

export const packSettings: SettingDefinition[] = [
  {
    key: 'P_no',
    group: 'pack',
    label: { en: 'Pack number (0 = all packs)', zh: '电池包编号（0为全部）' },
    unit: '',
    min: 0,
    max: 32,
    step: 1,
    risk: 'low',
    default: 0,
  },
  {
    key: 'PX_EN',
    group: 'pack',
    part: 'pack',
    label: { en: 'Pack in service', zh: '电池包投入' },
    unit: '',
    values: offOn,
    risk: 'high',
    default: 1,
  },
  {
    key: 'PX_BAL_EN',
    group: 'pack',
    part: 'pack',
    label: { en: 'Balancing', zh: '均衡开关' },
    unit: '',
    values: offOn,
    risk: 'medium',
    default: 1,
  },
  {
    key: 'PX_BAL_V',
    group: 'pack',
    part: 'pack',
    label: { en: 'Balancing starts at', zh: '均衡启动电压' },
    unit: 'mV',
    min: 3200,
    max: 3600,
    step: 1,
    risk: 'medium',
    default: 3400,
  },
  {
    key: 'PX_BAL_DIFF',
    group: 'pack',
    part: 'pack',
    label: { en: 'Balancing voltage difference', zh: '均衡启动压差' },
    unit: 'mV',
    min: 5,
    max: 200,
    step: 1,
    risk: 'medium',
    default: 20,
  },
  {
    key: 'PX_CHG_I',
    group: 'pack',
    part: 'pack',
    label: { en: 'Pack charge current limit', zh: '电池包充电电流上限' },
    unit: 'A',
    min: 0,
    max: 200,
    step: 0.1,
    risk: 'high',
    default: 60,
  },
  {
    key: 'PX_DIS_I',
    group: 'pack',
    part: 'pack',
    label: { en: 'Pack discharge current limit', zh: '电池包放电电流上限' },
    unit: 'A',
    min: 0,
    max: 200,
    step: 0.1,
    risk: 'high',
    default: 80,
  },
];
