/**
 * The time-of-use table as plain numbers, four windows. Start and end are minutes of the site's day; start = end
 * disables a window, end < start spans midnight. Outside all windows the device runs in self-use mode.
 */
import type { SettingDefinition } from '../info-model.ts';
import { labels } from './define.ts';

const touWindows = [1, 2, 3, 4] as const;

const actions = labels('Self-use', '自发自用', 'Charge', '充电', 'Discharge', '放电', 'Hold', '保持');

const windowOf = (n: number): SettingDefinition[] => {
  const minutes = (end: 'START' | 'END', en: string, zh: string): SettingDefinition => ({
    key: `E_TOU${n}_${end}`,
    role: `window${n}_${end.toLowerCase()}`,
    group: 'tou',
    label: { en: `Window ${n} ${en}`, zh: `时段${n}${zh}` },
    unit: 'min',
    min: 0,
    max: 1440,
    step: 5,
    risk: 'low',
    default: 0,
  });
  return [
    minutes('START', 'start', '开始'),
    minutes('END', 'end', '结束'),
    {
      key: `E_TOU${n}_ACT`,
      role: `window${n}_action`,
      group: 'tou',
      label: { en: `Window ${n} action`, zh: `时段${n}动作` },
      unit: '',
      values: actions,
      risk: 'low',
      default: 0,
    },
    {
      key: `E_TOU${n}_P`,
      role: `window${n}_power`,
      group: 'tou',
      label: { en: `Window ${n} power`, zh: `时段${n}功率` },
      unit: 'W',
      min: 0,
      max: 15_000,
      step: 100,
      risk: 'low',
      default: 3000,
    },
  ];
};

export const touSettings: SettingDefinition[] = touWindows.flatMap(windowOf);
