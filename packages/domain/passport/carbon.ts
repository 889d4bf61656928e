import { attributesOf } from './attribute.ts';

const share = (code: string, en: string, zh: string) =>
  [code, `Share of ${en}`, `${zh}占比`, 'xxxx P S m', 'number %', []] as const;

export const carbon = attributesOf('carbon', [
  [
    'carbonFootprint',
    'Carbon footprint',
    '碳足迹',
    'xxxx P S m',
    'number kgCO2e/kWh',
    [],
    'Entered from the verified study: it is not worked out here',
    '按经核查的报告填写，本系统不计算',
  ],
  share('carbonShareRawMaterial', 'raw materials', '原材料阶段'),
  share('carbonShareProduction', 'production', '生产阶段'),
  share('carbonShareDistribution', 'distribution', '分销阶段'),
  share('carbonShareEndOfLife', 'end of life and recycling', '报废回收阶段'),
  ['carbonClass', 'Performance class', '碳足迹性能等级', 'xxxx P S m', 'text', []],
  ['carbonStudy', 'Public version of the study', '碳足迹研究报告公开版', 'xxxx P S m', 'url', []],
  ['carbonAbsolute', 'Absolute carbon footprint', '碳足迹总量', 'oooo P S m', 'number tCO2e', []],
]);
