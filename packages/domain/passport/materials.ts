import { attributesOf } from './attribute.ts';

export const dueDiligence = attributesOf('dueDiligence', [
  ['dueDiligenceReport', 'Due diligence report', '尽职调查报告', 'xxxx P S m', 'url', []],
  ['thirdPartyAssurance', 'Third-party assurance', '第三方核证', 'oooo P S m', 'url', []],
  ['supplyChainIndices', 'Supply chain indices', '供应链指标', 'oooo P S m', 'text', []],
]);

export const materials = attributesOf('materials', [
  [
    'chemistry',
    'Chemistry',
    '电池类型（化学体系）',
    'xxxx P S m',
    'text',
    ['battery', 'category'],
    'Of the battery, else of its product category',
    '电池档案，缺省取产品类别',
  ],
  ['criticalRawMaterials', 'Critical raw materials', '关键原材料', 'xxxx P S m', 'text', []],
  ['cathodeMaterials', 'Materials of the cathode', '正极材料', 'xxxx L S m', 'text', []],
  ['anodeMaterials', 'Materials of the anode', '负极材料', 'xxxx L S m', 'text', []],
  ['electrolyteMaterials', 'Materials of the electrolyte', '电解质材料', 'xxxx L S m', 'text', []],
  ['hazardousSubstances', 'Hazardous substances', '有害物质', 'xxxx P S m', 'text', []],
  [
    'hazardousImpacts',
    'Impact of substances on health and environment',
    '物质对健康与环境的影响',
    'xxxx P S m',
    'text',
    [],
  ],
]);

const recycled = (code: string, element: string, zh: string) =>
  [
    [
      `recycledPre${code}`,
      `Pre-consumer recycled ${element}`,
      `消费前再生${zh}占比`,
      'xxxx P S m',
      'number %',
      [],
    ],
    [
      `recycledPost${code}`,
      `Post-consumer recycled ${element}`,
      `消费后再生${zh}占比`,
      'xxxx P S m',
      'number %',
      [],
    ],
  ] as const;

export const circularity = attributesOf('circularity', [
  ['dismantlingManuals', 'Manuals for removal and dismantling', '拆卸与拆解手册', 'xxxx L S m', 'url', []],
  ['partNumbers', 'Part numbers of components', '零部件编号', 'xxxx L S m', 'text', []],
  ['sparePartSources', 'Sources of spare parts', '备件来源', 'xxxx L S m', 'text', []],
  ['safetyMeasures', 'Safety measures', '安全措施', 'xxxx L S m', 'text', []],
  ...recycled('Nickel', 'nickel', '镍'),
  ...recycled('Cobalt', 'cobalt', '钴'),
  ...recycled('Lithium', 'lithium', '锂'),
  ...recycled('Lead', 'lead', '铅'),
  ['renewableShare', 'Renewable content', '可再生材料占比', 'xxxx P S m', 'number %', []],
  [
    'endUserPrevention',
    'What end users can do to prevent waste',
    '终端用户减少废弃物的措施',
    'xxxx P S m',
    'text',
    [],
  ],
  [
    'endUserCollection',
    'What end users do for separate collection',
    '终端用户分类投放要求',
    'xxxx P S m',
    'text',
    [],
  ],
  [
    'endUserTreatment',
    'Collection, second life and treatment',
    '回收、再利用与处理方式',
    'xxxx P S m',
    'text',
    [],
  ],
]);
