import { attributesOf } from './attribute.ts';

export const labels = attributesOf('labels', [
  ['separateCollection', 'Separate collection symbol', '分类回收标志', 'xxxx P S m', 'text', []],
  ['hazardousMetalSymbols', 'Symbols for cadmium and lead', '镉、铅化学符号', 'xxxx P S m', 'text', []],
  [
    'extinguishingAgent',
    'Usable extinguishing agents',
    '适用灭火剂',
    'xxxx P S i',
    'text',
    ['enteredForBattery', 'enteredForModel'],
    'Of the battery, else of its model',
    '单体电池填写，缺省取型号',
  ],
  ['labelMeaning', 'Meaning of labels and symbols', '标签与符号含义', 'xxxx P S m', 'text', []],
  ['declarationOfConformity', 'EU declaration of conformity', '欧盟符合性声明', 'xxxx P S m', 'url', []],
  ['carbonLabel', 'Carbon footprint label', '碳足迹标签', 'oooo P S m', 'url', []],
  [
    'conformityTestReports',
    'Test reports that prove compliance',
    '符合性检测报告',
    'xxxx N S m',
    'url',
    [],
    'Reports of the model’s conformity; tests of single batteries are under durability',
    '型号符合性报告；单体检测见耐久性部分',
  ],
]);
