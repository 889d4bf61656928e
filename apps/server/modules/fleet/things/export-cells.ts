import type { Thing, ThingExportColumn } from '@voltloop/contract';
import type { TableCell } from '../../../platform/table-export.ts';

/** Pure: headings and cells of an exported list of things. */

type Language = 'en' | 'zh';

const headings: Record<ThingExportColumn, Record<Language, string>> = {
  devname: { en: 'Device', zh: '设备名称' },
  devid: { en: 'Device id', zh: '设备编号' },
  devtype: { en: 'Type', zh: '设备类型' },
  status: { en: 'State', zh: '状态' },
  problem: { en: 'Problem', zh: '异常' },
  soc: { en: 'State of charge (%)', zh: '荷电状态 (%)' },
  soh: { en: 'State of health (%)', zh: '健康状态 (%)' },
  work_state: { en: 'Operation', zh: '工作状态' },
  battery: { en: 'Battery power (W)', zh: '电池功率 (W)' },
  grid: { en: 'Grid power (W)', zh: '电网功率 (W)' },
  pv: { en: 'PV power (W)', zh: '光伏功率 (W)' },
  load: { en: 'Load power (W)', zh: '负载功率 (W)' },
  last_time: { en: 'Last data', zh: '最后上报' },
  sw_version: { en: 'Software version', zh: '软件版本' },
  hw_version: { en: 'Hardware version', zh: '硬件版本' },
  name: { en: 'Name', zh: '姓名' },
  mobile: { en: 'Mobile', zh: '手机' },
  email: { en: 'E-mail', zh: '邮箱' },
  company: { en: 'Company', zh: '公司' },
  address: { en: 'Address', zh: '地址' },
  installTime: { en: 'Installed on', zh: '安装日期' },
  registertime: { en: 'Registered', zh: '注册时间' },
  subusers: { en: 'Bound to', zh: '绑定账号' },
  parents: { en: 'Accounts above', zh: '上级账号' },
  time_zone: { en: 'Time zone', zh: '时区' },
  longitude: { en: 'Longitude', zh: '经度' },
  latitude: { en: 'Latitude', zh: '纬度' },
};

/** By device status 0-4 (interpretation B08). */
const states: Record<Language, readonly string[]> = {
  en: ['Offline', 'Online', 'Fault', 'Upgrading', 'Not activated'],
  zh: ['离线', '在线', '故障', '升级中', '未激活'],
};
const workStates: Record<Language, Record<string, string>> = {
  en: { idle: 'Idle', charging: 'Charging', discharging: 'Discharging' },
  zh: { idle: '待机', charging: '充电', discharging: '放电' },
};

export function columnHead(column: ThingExportColumn, language: Language): string {
  return headings[column][language];
}

export function cellOf(thing: Thing, column: ThingExportColumn, language: Language): TableCell {
  const { status_data: s, desc, time_zone: zone } = thing;
  const time = (time_ms: number | null) => ({ time_ms, zone });
  switch (column) {
    case 'devname':
    case 'devid':
    case 'devtype':
    case 'time_zone':
      return thing[column];
    case 'status':
      return states[language][thing.status] ?? null;
    case 'problem':
      return thing.problem?.name[language] ?? null;
    case 'soc':
    case 'soh':
    case 'sw_version':
    case 'hw_version':
      return s[column];
    case 'work_state':
      return s.work_state && (workStates[language][s.work_state] ?? s.work_state);
    case 'battery':
      return s.bat_power_w;
    case 'grid':
      return s.grid_power_w;
    case 'pv':
      return s.pv_power_w;
    case 'load':
      return s.load_power_w;
    case 'last_time':
      return time(s.last_time);
    case 'registertime':
      return time(thing.registertime);
    case 'subusers':
    case 'parents':
      return thing[column].join(', ') || null;
    case 'longitude':
    case 'latitude':
      return thing.gps?.[column] ?? null;
    default:
      return desc[column] ?? null;
  }
}
