/**
 * M_R2 (rated capacity) and the protection thresholds M_PT_*: for each protected quantity the levels of alarm (_A),
 * of protection by opening the battery (_P), and of release (_R). Meanings are proposals (interpretation B20); the
 * defaults are usual for LFP cells (2.5-3.65 V) in 16s packs. Currents are per pack.
 */
import type { SettingDefinition } from '../info-model.ts';

interface Protected {
  key: string;
  en: string;
  zh: string;
  unit: string;
  min: number;
  max: number;
  step: number;
  alarm: number;
  protect: number;
  release: number;
}

const q = (
  key: string,
  en: string,
  zh: string,
  unit: string,
  range: [min: number, max: number, step: number],
  levels: [alarm: number, protect: number, release: number],
): Protected => ({
  key,
  en,
  zh,
  unit,
  min: range[0],
  max: range[1],
  step: range[2],
  alarm: levels[0],
  protect: levels[1],
  release: levels[2],
});

const protectedQuantities: Protected[] = [
  q('COV', 'Cell over-voltage', '单体过压', 'mV', [3000, 3800, 1], [3550, 3650, 3450]),
  q('CUV', 'Cell under-voltage', '单体欠压', 'mV', [2000, 3300, 1], [2800, 2500, 3000]),
  q('TOV', 'Total over-voltage', '总压过压', 'V', [48, 60, 0.1], [56.8, 58.4, 55.2]),
  q('TUV', 'Total under-voltage', '总压欠压', 'V', [32, 53, 0.1], [44.8, 40, 48]),
  q('COC', 'Charge over-current', '充电过流', 'A', [1, 300, 0.1], [90, 110, 60]),
  q('DOC', 'Discharge over-current', '放电过流', 'A', [1, 300, 0.1], [100, 120, 70]),
  q('COT', 'Charge over-temperature', '充电过温', '°C', [30, 70, 0.1], [50, 55, 45]),
  q('CUT', 'Charge under-temperature', '充电欠温', '°C', [-20, 15, 0.1], [3, 0, 5]),
  q('DOT', 'Discharge over-temperature', '放电过温', '°C', [30, 75, 0.1], [55, 60, 50]),
  q('DUT', 'Discharge under-temperature', '放电欠温', '°C', [-40, 10, 0.1], [-15, -20, -10]),
];

const threshold = (
  p: Protected,
  suffix: 'A' | 'P' | 'R',
  en: string,
  zh: string,
  value: number,
): SettingDefinition => ({
  key: `M_PT_${p.key}_${suffix}`,
  group: 'protection',
  label: { en: `${p.en}: ${en}`, zh: `${p.zh}${zh}` },
  unit: p.unit,
  min: p.min,
  max: p.max,
  step: p.step,
  risk: 'high',
  default: value,
});

export const protectionSettings: SettingDefinition[] = [
  {
    key: 'M_R2',
    group: 'protection',
    label: { en: 'Rated capacity', zh: '额定容量' },
    unit: 'Wh',
    min: 1000,
    max: 400_000,
    step: 1,
    risk: 'high',
    shown_by: 'M_CAP_RATED',
    default: 10_240,
  },
  ...protectedQuantities.flatMap((p) => [
    threshold(p, 'A', 'alarm', '告警值', p.alarm),
    threshold(p, 'P', 'protect', '保护值', p.protect),
    threshold(p, 'R', 'release', '恢复值', p.release),
  ]),
];
