import { type ListColumn, type WordsByValue, words } from './define-list.ts';

/** By device status (interpretation B08). */
export const thingStateWords = {
  0: words('Offline', '离线'),
  1: words('Online', '在线'),
  2: words('Fault', '故障'),
  3: words('Upgrading', '升级中'),
  4: words('Not activated', '未激活'),
} satisfies WordsByValue;

/** By the least level of a device's worst active event. */
export const problemWords = {
  1: words('Any active event', '有未恢复事件'),
  2: words('Needs attention', '需要处理'),
  3: words('Faults', '故障'),
} satisfies WordsByValue;

const workStateWords = {
  idle: words('Idle', '待机'),
  charging: words('Charging', '充电'),
  discharging: words('Discharging', '放电'),
} satisfies WordsByValue;

/** The columns of lists of devices; each list adds its widths. */
export const thingColumns = {
  devname: {
    label: words('Device', '设备'),
    kind: 'text',
    file: {
      devname: { label: words('Device', '设备名称') },
      devid: { label: words('Device id', '设备编号') },
    },
    essential: true,
    grow: 2,
  },
  status: { label: words('State', '状态'), kind: 'choice', values: thingStateWords, width: 132 },
  /** The worst active event. */
  problem: {
    label: words('Problem', '异常'),
    kind: 'text',
    sortDescFirst: true,
    grow: 2,
    hideBelow: 680,
  },
  soc: {
    label: words('State of charge', '荷电状态'),
    kind: 'number',
    field: 'status_data.soc',
    unit: '%',
    sortDescFirst: true,
  },
  soh: {
    label: words('State of health', '健康状态'),
    kind: 'number',
    field: 'status_data.soh',
    decimals: 1,
    unit: '%',
    width: 132,
    align: 'end',
  },
  work_state: {
    label: words('Operation', '工作状态'),
    kind: 'choice',
    field: 'status_data.work_state',
    values: workStateWords,
  },
  battery: {
    label: words('Battery', '电池'),
    kind: 'number',
    field: 'status_data.bat_power_w',
    file: { battery: { label: words('Battery power', '电池功率'), unit: 'W' } },
  },
  grid: {
    label: words('Grid', '电网'),
    kind: 'number',
    field: 'status_data.grid_power_w',
    file: { grid: { label: words('Grid power', '电网功率'), unit: 'W' } },
  },
  pv: {
    label: words('Solar', '光伏'),
    kind: 'number',
    field: 'status_data.pv_power_w',
    file: { pv: { label: words('PV power', '光伏功率'), unit: 'W' } },
    width: 96,
    align: 'end',
  },
  load: {
    label: words('Load', '负载'),
    kind: 'number',
    field: 'status_data.load_power_w',
    file: { load: { label: words('Load power', '负载功率'), unit: 'W' } },
    width: 96,
    align: 'end',
  },
  last_time: {
    label: words('Last report', '最近上报'),
    kind: 'time',
    field: 'status_data.last_time',
    as: 'relative',
    zone: 'time_zone',
    file: { last_time: { label: words('Last data', '最近上报') } },
    sortDescFirst: true,
    width: 124,
    align: 'end',
  },
  sw_version: {
    label: words('Software', '软件版本'),
    kind: 'text',
    field: 'status_data.sw_version',
    file: { sw_version: { label: words('Software version', '软件版本') } },
  },
  hw_version: {
    label: words('Hardware', '硬件版本'),
    kind: 'text',
    field: 'status_data.hw_version',
    file: { hw_version: { label: words('Hardware version', '硬件版本') } },
  },
  subusers: { label: words('Bound to', '绑定账号'), kind: 'texts' },
  address: { label: words('Address', '地址'), kind: 'text', field: 'desc.address' },
  time_zone: { label: words('Time zone', '时区'), kind: 'text' },
} satisfies Record<string, ListColumn>;

export const thingSearch = {
  label: words('Search name, id, address or account', '搜索名称、编号、地址或账号'),
};

/** Filters of lists of devices. */
export const thingFilters = {
  state: {
    label: words('State', '状态'),
    kind: 'choice',
    values: thingStateWords,
    numeric: true,
  },
  problem: {
    label: words('Problem', '异常'),
    kind: 'choice',
    values: problemWords,
    numeric: true,
    param: 'problem_level',
  },
  site: { label: words('Site', '站点'), kind: 'one', max: 64, place: 'link' },
} as const;
