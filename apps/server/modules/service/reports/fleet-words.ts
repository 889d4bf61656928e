import { energyWords } from './energies.ts';

/** Texts of the report of an account's sites, in both languages. */
const en = {
  title: 'Monthly report of all sites',
  file: (account: string, month: string) => `Monthly report ${account} ${month}`,
  account: 'Account',
  period: 'Month',
  periodText: (month: string) => `${month}, by the calendar of each site`,
  sites: 'Sites',
  devices: 'Devices',
  asOf: 'As of',
  running: 'The month is not over everywhere, so it is not compared with the previous one.',
  none: 'The account has no sites.',
  energy: 'Energy',
  energies: energyWords.en,
  columns: ['Energy', 'This month', 'Previous month', 'Change'],
  compared: (sites: number, of: number) =>
    `Compared are the ${sites} of ${of} sites with energy in both months, so that new sites are no growth.`,
  noEnergy: 'No energy was measured in this month.',
  attention: 'Sites that need attention',
  attentionText: 'Sites with faults, or with less than 95 % of their hours measured; the worst first.',
  attentionNone: 'No site had a fault, and each measured at least 95 % of its hours.',
  attentionMost: (left: number) => `${left} more sites need attention; they are in the list of all sites.`,
  attentionColumns: ['Site', 'Owner', 'Faults', 'Warnings', 'Hours with data'],
  all: 'All sites',
  siteColumns: [
    'Site',
    'Owner',
    'Solar kWh',
    'Consumption kWh',
    'Grid import kWh',
    'Self-sufficiency',
    'Data',
  ],
  partly: '* Shown only from its transfer on, without its earlier history.',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
};

export type FleetWords = typeof en;

const zh: FleetWords = {
  title: '全部站点月度报告',
  file: (account, month) => `月度报告 ${account} ${month}`,
  account: '账号',
  period: '月份',
  periodText: (month) => `${month}，按各站点所在时区统计`,
  sites: '站点数',
  devices: '设备数',
  asOf: '数据截至',
  running: '部分站点本月尚未结束，因此不与上月对比。',
  none: '该账号没有站点。',
  energy: '电量',
  energies: energyWords.zh,
  columns: ['电量', '本月', '上月', '环比'],
  compared: (sites, of) => `环比仅统计两个月均有电量的 ${sites} 个站点（共 ${of} 个），新增站点不计为增长。`,
  noEnergy: '本月没有测得电量。',
  attention: '需要关注的站点',
  attentionText: '有故障，或有数据的小时低于 95% 的站点，最严重的在前。',
  attentionNone: '所有站点均无故障，且有数据的小时不低于 95%。',
  attentionMost: (left) => `另有 ${left} 个站点需要关注，见全部站点列表。`,
  attentionColumns: ['站点', '业主', '故障', '告警', '有数据的小时'],
  all: '全部站点',
  siteColumns: ['站点', '业主', '光伏发电 kWh', '负载用电 kWh', '电网取电 kWh', '自给率', '数据'],
  partly: '* 仅显示移交之后的数据，不含此前的历史数据。',
  page: (page, pages) => `第 ${page} 页，共 ${pages} 页`,
};

export const fleetWords: Record<'en' | 'zh', FleetWords> = { en, zh };
